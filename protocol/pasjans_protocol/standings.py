"""What servers say of boards."""

from typing import Annotated

from msgspec import Meta, Struct

from pasjans_protocol.limits import (
    MAX_ROWS,
    BoardId,
    Count,
    GameId,
    Id,
    Positive,
    Text,
)
from pasjans_protocol.message import Message


class Row(Struct, array_like=True, frozen=True, gc=False):
    """One solve on a board. An array in both encodings.

    Attributes:
        rank: 1 for the fewest moves; rows of equal moves have equal rank.
        game: id of the game, which anybody can replay.
        player: id of the player.
        name: the player's claimed name, or null.
        moves: moves of the net line, exits included.
        windows: how many windows were opened, the first included.
        undos: how often a move was taken back.
        finished_ms: when the game was solved, in milliseconds since 1970 (UTC).
        par: the fewest moves that solve the deal, proved; null while that is not known. With as
            many moves a solve is optimal.
        draws: cards drawn and piles turned over, which are no moves.
    """

    rank: Positive
    game: GameId
    player: Id
    name: Text | None
    moves: Count
    windows: Count
    undos: Count
    finished_ms: Count
    par: Count | None = None
    draws: Count = 0


Rows = Annotated[tuple[Row, ...], Meta(max_length=MAX_ROWS)]


class Standings(Message, frozen=True, tag=46):
    """The answer to subscribe: the first rows of a board.

    With a null id it answers nothing: the rows have changed, and are these now.

    Attributes:
        id: the request; null when the server sends it unasked.
        board: id of the board, as subscribe gave it.
        ends: when the board takes no more solves, in milliseconds since 1970 (UTC); null for a
            board without an end.
        size: how many rows the board has.
        rows: the first of them, as many as subscribe asked for at most. An array each: rank,
            game, player, name, moves, windows, undos, finished_ms, par, draws.
    """

    id: Id | None
    board: BoardId
    ends: Count | None
    size: Count
    rows: Rows


class Unsubscribed(Message, frozen=True, tag=47):
    """The answer to unsubscribe: no more standings of the board will come.

    Attributes:
        id: the request.
    """

    id: Id
