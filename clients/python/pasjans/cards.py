"""What may be seen of a card game, by the names of the cards."""

from collections.abc import Iterable
from dataclasses import dataclass

from pasjans.errors import Unsupported
from pasjans.slots import QUEENS, slots_of
from pasjans_engine.cards import card_name
from pasjans_engine.queens.layout import FACE_DOWN, NONE
from pasjans_engine.queens.seen import FACE_DOWN_NAME, Seen


@dataclass(frozen=True, slots=True)
class Cards:
    """What lies on the table. A card is its rank and suit, `TH` for the ten of hearts.

    Attributes:
        houses: the top card of each house, None for an empty one.
        prisoners: those of the first houses: the card once it is open, `??` before that, None when
            it has gone to a house.
        columns: the cards of each column, the first card first.
        waste: from the bottom to the top, which may be played.
        stock: how many cards the stock holds.
        redeals: redeals used so far, where they are limited.
    """

    houses: tuple[str | None, ...]
    prisoners: tuple[str | None, ...]
    columns: tuple[tuple[str, ...], ...]
    waste: tuple[str, ...]
    stock: int
    redeals: int


def cards_of(rules: str, view: tuple[int, ...]) -> Cards:
    """The cards of a view.

    Raises:
        Unsupported: the rules are not those of a card game that is known here.
    """
    if slots_of(rules) is not QUEENS:
        raise Unsupported(f"{rules} games show no cards: `position` says what lies there")
    seen = Seen.of(view)
    return Cards(
        houses=_places(seen.houses),
        prisoners=_places(seen.prisoners),
        columns=tuple(_pile(column) for column in seen.columns),
        waste=_pile(seen.waste),
        stock=seen.stock,
        redeals=seen.redeals,
    )


def _places(cards: Iterable[int]) -> tuple[str | None, ...]:
    return tuple(_place(card) for card in cards)


def _place(card: int) -> str | None:
    if card == NONE:
        return None
    return FACE_DOWN_NAME if card == FACE_DOWN else card_name(card)


def _pile(cards: Iterable[int]) -> tuple[str, ...]:
    return tuple(map(card_name, cards))
