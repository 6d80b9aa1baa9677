"""A position as one row of small numbers, and what each of them means.

**D1.** With unlimited redeals, stock and waste are one *set* of cards that can always be played:
each of them comes to the top of the waste by drawing and redealing, and no other card moves. So
the order of the two is no part of a row.

**D6.** Of the two houses of a suit the *leader* has at least as many cards as the *trailer*. While
they are level they differ in nothing but their prisoners, and those matter only when a house is
full: until then the leader is *undecided*, and the row stands for both.
"""

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pasjans_engine.cards import kind_of
from pasjans_engine.queens.layout import NONE, Position, Size

Row: TypeAlias = NDArray[np.int8]
Rows: TypeAlias = NDArray[np.int8]
Numbers: TypeAlias = NDArray[np.int64]

SUIT_KINDS: Final = kind_of(1, 0)
"""A card is `suit * 13 + rank`, with fewer ranks too."""

NOBODY: Final = -1
"""In place of a house or of a prisoner."""

_COLUMNS: Final = 8
_HOUSES: Final = 8
_SUITS: Final = 4
_KINDS: Final = 52
ROOM: Final = 16
"""A column never has more cards: four were dealt, and twelve can go down from the last one."""

HEIGHT: Final = 0  # by column: how many cards it has
CARDS: Final = HEIGHT + _COLUMNS  # by column, ROOM places each: its cards, the first card first
IN_SET: Final = CARDS + _COLUMNS * ROOM  # by card: copies in stock and waste
LYING: Final = IN_SET + _KINDS  # by card: copies in columns
HIGH: Final = LYING + _KINDS  # by suit: cards in the leader
LOW: Final = HIGH + _SUITS  # by suit: cards in the trailer
LEADER: Final = LOW + _SUITS  # by suit: the house that leads, NOBODY before there is a king
TRAILER: Final = LEADER + _SUITS  # by suit: the other house
UNDECIDED: Final = TRAILER + _SUITS  # by suit: whether the two may still change places
PRISONER: Final = UNDECIDED + _SUITS  # by house: its prisoner, NOBODY if it has none or it is gone
KINGS: Final = PRISONER + _HOUSES  # how many houses have a king; they are taken in order
LEFT: Final = KINGS + 1  # how many cards are not in houses
SUITS: Final = LEFT + 1  # and the size of the game, which never changes
RANKS: Final = SUITS + 1
COLUMNS: Final = RANKS + 1
ROW_SIZE: Final = COLUMNS + 1


def row_of(size: Size, position: Position) -> Row:
    """The row of a position."""
    row = np.zeros(ROW_SIZE, np.int8)
    row[SUITS], row[RANKS], row[COLUMNS] = size.suits, size.ranks, size.columns
    for column, cards in enumerate(position.columns):
        row[HEIGHT + column] = len(cards)
        for place, card in enumerate(cards):
            row[CARDS + column * ROOM + place] = card
            row[LYING + card] += 1
    for card in position.waste + position.stock:
        row[IN_SET + card] += 1
    row[PRISONER : PRISONER + _HOUSES] = NOBODY
    for house, card in enumerate(position.prisoners):
        row[PRISONER + house] = NOBODY if card == NONE else card
    _fill_houses(row, size, position.houses)
    row[LEFT] = size.cards - row[HIGH:LEADER].sum()
    return row


def _fill_houses(row: Row, size: Size, tops: bytes) -> None:
    row[LEADER:UNDECIDED] = NOBODY
    row[KINGS] = sum(top != NONE for top in tops)
    for suit in range(size.suits):
        filled = [
            ((top % SUIT_KINDS + 1) % size.ranks + 1, house)
            for house, top in enumerate(tops)
            if top != NONE and top // SUIT_KINDS == suit
        ]
        for behind, (count, house) in enumerate(sorted(filled, reverse=True)):
            row[(LOW if behind else HIGH) + suit] = count
            row[(TRAILER if behind else LEADER) + suit] = house
        row[UNDECIDED + suit] = 0 < row[HIGH + suit] == row[LOW + suit] < size.ranks
