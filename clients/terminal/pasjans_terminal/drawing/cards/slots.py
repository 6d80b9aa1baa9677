"""Which card lies in which slot of a view, for the mouse."""

from dataclasses import dataclass
from typing import Final

from pasjans_engine.queens.layout import WASTE, Pile, Place, Size

_SIZE: Final = Size()
_PRISONERS: Final = _SIZE.houses
_COLUMNS: Final = _PRISONERS + _SIZE.prisoners
_WASTE: Final = _COLUMNS + _SIZE.columns * _SIZE.column_cards

STOCK_SLOT: Final = _WASTE + _SIZE.stock
"""The slot that counts the cards of the stock."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for a card.

    Attributes:
        pile: the pile.
        index: which of a column's cards, the first one is 0; 0 elsewhere.
    """

    pile: Pile
    index: int = 0


def slot_of(spot: Spot) -> int:
    """The slot of a place; all of the waste has its first one."""
    pile = spot.pile
    match pile.place:
        case Place.HOUSE:
            return pile.index
        case Place.PRISONER:
            return _PRISONERS + pile.index
        case Place.COLUMN:
            return _COLUMNS + pile.index * _SIZE.column_cards + spot.index
        case Place.WASTE:
            return _WASTE


def spot_at(slot: int) -> Spot | None:
    """The place that a slot below that of the stock shows; None for the stock."""
    if slot >= STOCK_SLOT:
        return None
    if slot >= _WASTE:
        return Spot(WASTE)
    if slot >= _COLUMNS:
        column, index = divmod(slot - _COLUMNS, _SIZE.column_cards)
        return Spot(Pile(Place.COLUMN, column), index)
    if slot >= _PRISONERS:
        return Spot(Pile(Place.PRISONER, slot - _PRISONERS))
    return Spot(Pile(Place.HOUSE, slot))
