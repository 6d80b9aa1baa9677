"""Looking at boards, as they are or whenever they change."""

import argparse
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from pasjans import Api, BoardInfo, BoardPage, Closed, Code, Refused, Row
from pasjans.slots import SLOTS
from pasjans_protocol.close_codes import CloseCode
from pasjans_terminal.address import http_url
from pasjans_terminal.boardjson import board_fields
from pasjans_terminal.jsonline import json_line
from pasjans_terminal.names import is_to_come
from pasjans_terminal.plain.connection import connection_told
from pasjans_terminal.ranking import summary, table_lines
from pasjans_terminal.reaching import announced
from pasjans_terminal.server import Declined, connected
from pasjans_terminal.terminal import is_plain, print_line
from pasjans_terminal.tokens import read_token

_CLEAR: Final = "\x1b[H\x1b[2J"
_BOTS: Final = ":bots"


async def top(args: argparse.Namespace) -> int:
    """Show a board, and give the exit code.

    Raises:
        PasjansError, Declined: it cannot be had.
    """
    if args.watch:
        return await _watch(args)
    own = await _own(args.server, args.board, needed=args.around)
    page = await _page(args, args.limit, around=own if args.around else None)
    if args.around and not page.rows and not args.json:
        print_line(_heading(page))
        raise Declined("None of your solves stands there.")
    _show(page, page.rows, own, as_json=args.json)
    return 0


async def _page(args: argparse.Namespace, limit: int, around: str | None = None) -> BoardPage:
    """Rows of the board: the first, or those around a player's best one."""
    async with Api(http_url(args.server)) as api:
        with announced(args.server):
            try:
                if around is not None:
                    return await api.around(args.board, around, limit=limit)
                return await api.board(args.board, limit=limit)
            except Refused as refused:
                today = datetime.now(UTC).date()
                if refused.code is Code.NO_SUCH_BOARD and is_to_come(args.board, today):
                    message = f"There is no board {args.board}: that day has not come yet."
                    raise Declined(message) from None
                raise


async def _own(server: str, board: str, *, needed: bool) -> str | None:
    """The id of the player, or of the program, on a server; None for who has not played there."""
    bot = _is_bot_there(server, board)
    if read_token(server, bot=bot) is None:
        if needed:
            raise Declined(f"You have not played on {server} yet: `pasjans play` begins.")
        return None
    try:
        async with connected(server, bot=bot) as client:
            return client.player
    except Closed as closed:
        # Who cannot be known any more can see the board all the same.
        if needed or closed.code != CloseCode.BAD_TOKEN:
            raise
        return None


def _is_bot_there(server: str, board: str) -> bool:
    """Whether the rows of one's program, and not one's own, can stand on the board."""
    return board.endswith(_BOTS) and read_token(server, bot=True) is not None


async def _watch(args: argparse.Namespace) -> int:
    clear = "" if args.json or is_plain(args.plain) else _CLEAR
    page = await _page(args, 1)
    bot = _is_bot_there(args.server, args.board)
    async with connected(args.server, bot=bot) as client, connection_told(client):
        # The page names the day of a daily board, which is not that of tomorrow then.
        standings = await client.standings(page.board, limit=args.limit)
        changes = standings.updates()
        while True:
            info = BoardInfo(
                board=page.board,
                title=page.title,
                rules=page.rules,
                ends=standings.ends,
                size=standings.size,
            )
            _show(info, standings.rows, client.player, clear, as_json=args.json)
            if await anext(changes, None) is None:
                return 0
            if not (args.json or clear):
                print_line("")


def _show(
    info: BoardInfo, rows: Sequence[Row], own: str | None, clear: str = "", *, as_json: bool
) -> None:
    if as_json:
        print_line(json_line(board_fields(info, rows, own)))
        return
    draws = info.rules in SLOTS and SLOTS[info.rules].has_draws
    lines = [_heading(info), *(table_lines(rows, own, draws=draws) if rows else ())]
    print_line(clear + "\n".join(lines))


def _heading(info: BoardInfo) -> str:
    return summary(info.title, info.size, info.ends, datetime.now(UTC))
