"""What a player sees of a position, read from the slots of a view, and its text.

Whoever shows a game knows no more than this. `board.py` says which slot is what.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from pasjans_engine.cards import KIND_COUNT
from pasjans_engine.errors import Invalid
from pasjans_engine.queens.layout import FACE_DOWN, NONE, Size
from pasjans_engine.queens.packs import EMPTY_NAME, cards_name

FACE_DOWN_NAME: Final = "??"
"""What is written for a card that lies face down."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What may be seen of a position.

    Attributes:
        houses: the top card of each house, `NONE` in an empty one.
        prisoners: each prisoner: its card once it is open, `FACE_DOWN` before that, `NONE` once it
            has gone to a house.
        columns: the cards of each column, the first card first.
        waste: from the bottom to the top.
        stock: how many cards the stock holds.
        redeals: redeals used so far; always 0 where they are unlimited.
    """

    houses: bytes
    prisoners: bytes
    columns: tuple[bytes, ...]
    waste: bytes
    stock: int
    redeals: int = 0

    @classmethod
    def of(cls, view: Sequence[int], size: Size = Size()) -> "Seen":  # noqa: B008
        """What a view shows; the slots of its counters are passed over.

        Args:
            view: the slots of a view or of a board.
            size: how much there is of everything.

        Raises:
            Invalid: it is not the view of a game of this size.
        """
        piles = size.houses + size.prisoners + size.columns * size.column_cards + size.stock
        if len(view) < piles + 2:
            raise Invalid(f"a view has {piles + 2} slots or more, not {len(view)}", str(len(view)))
        return cls._of_slots(iter(_cards(view[:piles])), size, *view[piles : piles + 2])

    @classmethod
    def _of_slots(cls, slots: Iterator[int], size: Size, stock: int, redeals: int) -> "Seen":
        return cls(
            bytes(islice(slots, size.houses)),
            bytes(islice(slots, size.prisoners)),
            tuple(_pile(islice(slots, size.column_cards)) for _ in range(size.columns)),
            _pile(islice(slots, size.stock)),
            stock,
            redeals,
        )


def seen_name(seen: Seen) -> str:
    """The text of what is seen: `houses | prisoners | col1 / … / col8 | waste | stock`.

    A house is written as its top card, whatever is empty as `--`, a card that lies face down as
    `??`, and the stock as the number of its cards. The redeals used are not part of it.
    """
    prisoners = " ".join(
        FACE_DOWN_NAME if card == FACE_DOWN else cards_name((card,)) for card in seen.prisoners
    )
    return " | ".join(
        (
            cards_name(seen.houses),
            prisoners,
            " / ".join(cards_name(cards) or EMPTY_NAME for cards in seen.columns),
            cards_name(seen.waste) or EMPTY_NAME,
            str(seen.stock),
        )
    )


def _cards(slots: Sequence[int]) -> bytes:
    for slot, value in enumerate(slots):
        if not (0 <= value < KIND_COUNT or value in {NONE, FACE_DOWN}):
            raise Invalid(f"slot {slot} holds no card: {value}", str(value))
    return bytes(slots)


def _pile(slots: Iterator[int]) -> bytes:
    return bytes(slots).rstrip(bytes((NONE,)))
