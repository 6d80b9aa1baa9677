"""Which slot of a view holds what. No rules of play are known here."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from pasjans.errors import Unsupported
from pasjans_engine.queens.layout import Size
from pasjans_engine.tiles import CELL_COUNT

_QUEENS: Final = Size()


@dataclass(frozen=True, slots=True)
class Slots:
    """The slots of the games of one family: first the board, then the counters.

    Attributes:
        status: how the game stands; the first slot after the board.
        windows: windows opened; None in games that have none.
        has_draws: whether moves that do not count have a counter of their own.
    """

    status: int
    windows: int | None
    has_draws: bool

    @property
    def moves(self) -> int:
        """Moves on the line."""
        return self.status + 1

    @property
    def undos(self) -> int:
        """Moves taken back."""
        return self.status + 2

    @property
    def redos(self) -> int:
        """Moves that can be redone."""
        return self.status + 3

    @property
    def draws(self) -> int | None:
        """Cards drawn and piles turned over; None where all moves count."""
        return self.status + 4 if self.has_draws else None

    @property
    def hints(self) -> int:
        """Hints taken; a view has this slot only once there was one."""
        return self.status + 4 + self.has_draws


DOMINO: Final = Slots(CELL_COUNT + 1, CELL_COUNT, has_draws=False)
QUEENS: Final = Slots(
    # The cards, then the stock's number of them and the redeals.
    _QUEENS.houses + _QUEENS.prisoners + _QUEENS.columns * _QUEENS.column_cards + _QUEENS.stock + 2,
    None,
    has_draws=True,
)

SLOTS: Final[Mapping[str, Slots]] = MappingProxyType(
    {"polish": DOMINO, "russian": DOMINO, "queens": QUEENS, "queens-3pass": QUEENS}
)
"""By id of the rules."""


def slots_of(rules: str) -> Slots:
    """The slots of a game.

    Raises:
        Unsupported: this version of the package does not know the rules.
    """
    if rules not in SLOTS:
        raise Unsupported(f"this version of pasjans cannot read {rules} games: update it")
    return SLOTS[rules]
