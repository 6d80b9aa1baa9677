"""Values of Topsy-Turvy Queens: a position, the moves, and how much there is of everything.

A card is its *kind*, 0 to 51 in the first order of one deck: `suit * 13 + rank`. The two copies
are one kind, since no rule tells them apart.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

NONE: Final = 52
"""What an empty house shows, and the place of a prisoner that is gone: no card."""

FACE_DOWN: Final = 53
"""A card that must not be seen; only boards have it, positions never."""


@dataclass(frozen=True, slots=True)
class Size:
    """How much there is of everything. Tests take less, so that whole games can be searched.

    Attributes:
        suits: the first so many of S H D C; two decks of them are played.
        ranks: the first so many of A to K; the highest plays the king, so with four ranks a
            house is built 4 A 2 3, and a 3 goes on a 4 in a column.
        columns: how many columns there are.
        rounds: how many cards each column is dealt.
        prisoners: how many of the houses, the first ones, have a prisoner.
    """

    # Rule 3.1: "Two decks, 104 cards. Seven *prisoners* … Eight columns of four open cards."
    suits: int = 4
    ranks: int = 13
    columns: int = 8
    rounds: int = 4
    prisoners: int = 7

    @property
    def houses(self) -> int:
        """How many houses there are: one for each king."""
        return 2 * self.suits

    @property
    def cards(self) -> int:
        """How many cards there are in both decks."""
        return 2 * self.suits * self.ranks

    @property
    def stock(self) -> int:
        """How many cards the stock holds before the first draw."""
        # Rule 3.1: "The other 65 are the stock, face down."
        return self.cards - self.prisoners - self.rounds * self.columns

    @property
    def column_cards(self) -> int:
        """How many cards a column can come to hold: those dealt, and a run on the last."""
        return self.rounds + self.ranks - 1


@dataclass(frozen=True, slots=True)
class Position:
    """What lies where, what is face down included, and nothing about how it came there.

    Attributes:
        houses: the top card of each house, `NONE` in an empty one.
        prisoners: the prisoner of each house that has one, `NONE` once it has gone to a house.
            It is open if and only if its house is full.
        columns: the cards of each column, the first card first.
        waste: from the bottom to the top.
        stock: the card that is drawn first comes first.
        redeals: redeals used so far; always 0 where they are unlimited, so that equal layouts
            are equal positions.
    """

    houses: bytes
    prisoners: bytes
    columns: tuple[bytes, ...]
    waste: bytes
    stock: bytes
    redeals: int = 0


class Place(StrEnum):
    """The kinds of piles that cards leave or go to, by their letter in moves."""

    WASTE = "w"
    COLUMN = "c"
    PRISONER = "p"
    HOUSE = "h"


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile that cards leave or go to; `index` is 0-based, and 0 for the waste."""

    place: Place
    index: int = 0


@dataclass(frozen=True, slots=True)
class Draw:
    """Turn one card from the stock to the waste."""


@dataclass(frozen=True, slots=True)
class Redeal:
    """Turn the waste over, so that it becomes the stock."""


@dataclass(frozen=True, slots=True)
class Put:
    """Take the last cards of a pile, in their order, and put them onto another."""

    source: Pile
    count: int
    target: Pile


Move: TypeAlias = Draw | Redeal | Put
DRAW: Final = Draw()
REDEAL: Final = Redeal()
WASTE: Final = Pile(Place.WASTE)
