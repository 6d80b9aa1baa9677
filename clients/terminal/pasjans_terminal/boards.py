"""Looking at boards, as they are or whenever they change."""

import argparse
from typing import Final

import msgspec

from pasjans import Api, Standings
from pasjans_terminal.address import http_url
from pasjans_terminal.ranking import summary, table_lines
from pasjans_terminal.server import Declined, connected
from pasjans_terminal.terminal import is_plain, print_line
from pasjans_terminal.tokens import read_token

_CLEAR: Final = "\x1b[H\x1b[2J"


async def top(args: argparse.Namespace) -> int:
    """Show a board, and give the exit code.

    Raises:
        PasjansError, Declined: it cannot be had.
    """
    if args.watch:
        return await _watch(args)
    own = await _own(args.server) if args.around else None
    async with Api(http_url(args.server)) as api:
        if own is None:
            page = await api.board(args.board, limit=args.limit)
        else:
            page = await api.around(args.board, own, limit=args.limit)
    if args.json:
        print_line(msgspec.json.encode(page).decode())
        return 0
    print_line(summary(page.title, page.size, page.ends))
    if own is not None and not page.rows:
        raise Declined("None of your solves stands there.")
    for line in table_lines(page.rows, own) if page.rows else ():
        print_line(line)
    return 0


async def _own(server: str) -> str:
    """The id of the player on a server."""
    if read_token(server) is None:
        raise Declined(f"You have not played on {server} yet: `pasjans play` begins.")
    async with connected(server) as client:
        return client.player


async def _watch(args: argparse.Namespace) -> int:
    clear = "" if args.json or is_plain(args.plain) else _CLEAR
    async with connected(args.server) as client:
        standings = await client.standings(args.board, limit=args.limit)
        changes = standings.updates()
        _show(standings, client.player, clear, as_json=args.json)
        async for _ in changes:
            _show(standings, client.player, clear, as_json=args.json)
    return 0


def _show(standings: Standings, own: str, clear: str, *, as_json: bool) -> None:
    if as_json:
        fields = {
            "board": standings.board,
            "ends": standings.ends,
            "size": standings.size,
            "rows": standings.rows,
        }
        print_line(msgspec.json.encode(fields).decode())
        return
    lines = [summary(standings.board, standings.size, standings.ends)]
    if standings.rows:
        lines += table_lines(standings.rows, own)
    print_line(clear + "\n".join(lines) + ("" if clear else "\n"))
