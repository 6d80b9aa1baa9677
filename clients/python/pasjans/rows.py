"""The rows of boards."""

from datetime import UTC, datetime, timedelta
from typing import Final

from msgspec import Struct

from pasjans_protocol import messages
from pasjans_protocol.errors import Code, ProtocolError

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


class Row(Struct, frozen=True, kw_only=True):
    """One solve on a board.

    Attributes:
        place: which row of the board it is, the first being 1; no two rows have the same.
        rank: 1 for the fewest moves; rows of equal moves have equal rank.
        game: id of the game, which anybody can replay.
        player: id of the player.
        name: the player's claimed name, if any.
        moves: moves of the net line, exits included.
        windows: how many windows were opened, the first included.
        undos: how often a move was taken back.
        finished: when it was solved (UTC).
        par: the fewest moves that solve the deal, proved; None while that is not known.
        draws: cards drawn and piles turned over, which are no moves.
    """

    place: int
    rank: int
    game: str
    player: str
    name: str | None
    moves: int
    windows: int
    undos: int
    finished: datetime
    par: int | None = None
    draws: int = 0

    @property
    def over_par(self) -> int | None:
        """Moves above par; None while par is not known."""
        return None if self.par is None else self.moves - self.par

    @property
    def optimal(self) -> bool | None:
        """Whether nobody can need fewer moves; None while par is not known."""
        return None if self.par is None else self.moves == self.par


def row_of(place: int, row: messages.Row) -> Row:
    """The row of a message.

    Raises:
        ProtocolError: its time is none.
    """
    return Row(
        place=place,
        rank=row.rank,
        game=row.game,
        player=row.player,
        name=row.name,
        moves=row.moves,
        windows=row.windows,
        undos=row.undos,
        finished=time_of(row.finished_ms),
        par=row.par,
        draws=row.draws,
    )


def time_of(ms: int) -> datetime:
    """A time that is given in milliseconds since 1970.

    Raises:
        ProtocolError: it is none that can be shown.
    """
    try:
        return _EPOCH + timedelta(milliseconds=ms)
    except OverflowError:
        raise ProtocolError(Code.MALFORMED, f"{ms} ms after 1970 is no time") from None
