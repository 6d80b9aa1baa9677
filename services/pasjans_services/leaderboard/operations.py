"""The leaderboard's HTTP endpoints: boards, pages of them, and players. None takes a score."""

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Final

from starlette.requests import Request

from pasjans_protocol.errors import Code
from pasjans_services.eventstore.names import is_name
from pasjans_services.leaderboard.boards import Boards, parse_cursor
from pasjans_services.leaderboard.ids import Board, NoSuchBoard, parse_board
from pasjans_services.leaderboard.resources import BoardInfo, BoardPage, Profile
from pasjans_services.leaderboard.rows import NotARow
from pasjans_services.leaderboard.views import Views
from pasjans_services.web.operation import LIMITED_OR_AWAY, Operation, Refusal, number_in

MOST_ROWS: Final = 100
ROWS: Final = 20
ROWS_AROUND: Final = 9
LAST_PLACE: Final = 10**12

BOARD_ID: Final = {
    "board": "Id of the board: `all:`, `dealt:` or `daily:` and the rules; `daily:`, the rules, "
    "`:` and a day as `2026-11-30`; `deal:`, the rules, `:` and the deal's id. With `:assisted` "
    "after it the board of solves for which a hint was asked for, with `:bots` that of bots."
}
PLAYER_ID: Final = {"player": "The public id of the player."}
LIMIT: Final = f"How many rows at most, 1 to {MOST_ROWS}"
REFUSALS: Final = {
    400: "A parameter is not what it should be.",
    404: "There is no such board.",
    **LIMITED_OR_AWAY,
}


def operations(boards: Boards, views: Views, today: Callable[[], date]) -> tuple[Operation, ...]:
    """The endpoints.

    Args:
        boards: The boards.
        views: What they look like from outside.
        today: The day by UTC.
    """
    reading = _Reading(boards, views, today)
    return (
        Operation(
            "list_boards",
            "/api/v1/boards",
            "The boards of each rule set: everything, dealt here, and today's deal",
            partial(_list, reading),
            list[BoardInfo],
            refusals=LIMITED_OR_AWAY,
        ),
        Operation(
            "board",
            "/api/v1/boards/{board}",
            "The rows of a board from a place on, the fewest moves first",
            partial(_page, reading),
            BoardPage,
            BOARD_ID,
            {
                "from": "The place of the first row, 1 unless told.",
                "after": "The `next` of another page, to go on after it; not together with `from`.",
                "limit": f"{LIMIT}; {ROWS} unless told.",
            },
            REFUSALS,
        ),
        Operation(
            "around",
            "/api/v1/boards/{board}/around/{player}",
            "The rows around a player's best one; none when the player has none",
            partial(_around, reading),
            BoardPage,
            {**BOARD_ID, **PLAYER_ID},
            {"limit": f"{LIMIT}; {ROWS_AROUND} unless told."},
            REFUSALS,
        ),
        Operation(
            "player",
            "/api/v1/players/{player}",
            "A player, by what stands on the boards",
            partial(_player, reading),
            Profile,
            PLAYER_ID,
            refusals={400: REFUSALS[400], **LIMITED_OR_AWAY},
        ),
    )


class _Reading:
    """What all endpoints read."""

    def __init__(self, boards: Boards, views: Views, today: Callable[[], date]) -> None:
        self.boards = boards
        self.views = views
        self.today = today

    def board(self, request: Request) -> Board:
        """The board that a path names."""
        try:
            return parse_board(request.path_params["board"], self.today())
        except NoSuchBoard as error:
            raise Refusal(404, Code.NO_SUCH_BOARD, str(error)) from error


async def _list(reading: _Reading, _request: Request) -> list[BoardInfo]:
    return await reading.views.standing_boards(reading.today())


async def _page(reading: _Reading, request: Request) -> BoardPage:
    board = reading.board(request)
    limit = number_in(request, "limit", ROWS, 1, MOST_ROWS)
    start = number_in(request, "from", 1, 1, LAST_PLACE)
    after = request.query_params.get("after")
    if after is None:
        placed = await reading.boards.page(board, start, limit)
    elif "from" in request.query_params:
        raise Refusal(400, Code.MALFORMED, "`from` or `after`, not both")
    else:
        try:
            row = parse_cursor(after)
        except NotARow as error:
            message = "`after` is what another page gave as `next`"
            raise Refusal(400, Code.MALFORMED, message) from error
        placed = await reading.boards.page_after(board, row, limit)
    return await reading.views.page(board, placed)


async def _around(reading: _Reading, request: Request) -> BoardPage:
    board, player = reading.board(request), _player_in(request)
    limit = number_in(request, "limit", ROWS_AROUND, 1, MOST_ROWS)
    return await reading.views.page(board, await reading.boards.around(board, player, limit))


async def _player(reading: _Reading, request: Request) -> Profile:
    return await reading.views.profile(_player_in(request))


def _player_in(request: Request) -> str:
    player: str = request.path_params["player"]
    if not is_name(player):
        message = f"a player's id is 1 to 64 letters, digits, - and _, not {player[:40]!r}"
        raise Refusal(400, Code.MALFORMED, message)
    return player
