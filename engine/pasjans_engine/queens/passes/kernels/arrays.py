"""What the kernels work on: the game as one array, a position as a row of bytes, the beam.

In a row the two houses of a suit have no numbers until it matters. While they are level they are
alike; the *leading* one has more cards, and which of the two it is stays open from the time they
were level until it is full.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Numbers: TypeAlias = NDArray[np.int64]
Rows: TypeAlias = NDArray[np.uint8]

# Where the parts of the game's array begin.
SUITS: Final = 0
RANKS: Final = 1
COLUMN_COUNT: Final = 2
PRISONER_COUNT: Final = 3
STOCK_COUNT: Final = 4
PRISONERS: Final = 8  # by prisoner: its card
STOCK: Final = 16  # by place, the one drawn first is 0: its card
LEVELS: Final = 88  # by suit and number of cards: how far a house is, told by the prisoners only
GAME_LENGTH: Final = LEVELS + 4 * 14

# Where the parts of a row begin.
LEADING: Final = 0  # by suit: the cards in the house that has more of them
FOLLOWING: Final = 4  # by suit: the cards in the other
FIRST: Final = 8  # by suit: the number of the house that its first king took, 1 to 8, or 0
SECOND: Final = 12  # by suit: the number of the house that its second king took, or 0
LEADER: Final = 16  # by suit: 1 if the first leads, 2 if the second, 0 while that is open
STARTED: Final = 20  # the houses that have a king
FULL: Final = 21  # the houses that are full, as a mask
GONE: Final = 22  # the prisoners that have gone to houses, as a mask
LENGTHS: Final = 24  # by column: its cards
COLUMNS: Final = 32  # by column and place: the card; 16 places each
LEFT: Final = 160  # by place in the stock: 1 while the card is in stock or waste
ROW_LENGTH: Final = LEFT + 72
SLOTS: Final = 16
HOUSES_END: Final = FULL + 1
"""So many bytes of a row tell all about the houses."""

# The columns of `facts`.
STEP: Final = 0  # the last step to the row
FRESH: Final = 1  # what is still to be tried: OLD, DRAWN or NEW
WORTH: Final = 2
DOUBT: Final = 3  # 1 if the last move may have locked the prisoners in
FACTS: Final = 4
OLD: Final = 0
DRAWN: Final = 1
NEW: Final = 2

# The counters.
HELD: Final = 0  # the rows of the beam
PROPOSED: Final = 10  # the rows after them that may come to be held
STEPS: Final = 1  # the steps made
MADE: Final = 2  # positions made
LOST: Final = 3  # 1 once a position was given up
FOUND: Final = 4  # the last step of a solution, or -1
TIME: Final = 5
SEEN: Final = 6  # the positions seen at this time
WIDTH: Final = 7  # how many rows stay when some must go
MOST: Final = 8  # how many positions may be made
FATES: Final = 9  # the standings of houses whose fate is known
SPARING: Final = 11  # 1 if runs are split only for a card that can go to a house
COUNT_LENGTH: Final = 12

_ROWS_PER_WIDTH: Final = 16
_SEEN_PER_WIDTH: Final = 64
_FIRST_ROWS: Final = 1024
_FATES: Final = 1 << 17
MOST_FATES: Final = _FATES // 2
DEEPEST: Final = 24


@dataclass(frozen=True, slots=True)
class Limits:
    """What a beam may do.

    Attributes:
        width: how many positions stay when some must go.
        most: how many positions may be made.
        sparing: part of a run goes to an empty column only if the card that it leaves can go to
            a house. That is seldom missed, but then nothing is proved.
    """

    width: int
    most: int
    sparing: bool = False


class Beam(NamedTuple):
    """The positions of one time, how they came about, and what is known of others.

    Attributes:
        game: what stays the same.
        rows: the positions: those held, then those that are proposed.
        facts: four numbers of each row.
        steps: by step, the step before it and the move, packed by `steps.packed`.
        seen: by slot, two hashes of a position and the time when it was seen.
        fates: by slot, a standing of the houses, and 1 if there is hope, 0 if there is none.
        standings: room for the search for the prisoners' order.
        counts: the counters.
    """

    game: Numbers
    rows: Rows
    facts: Numbers
    steps: Numbers
    seen: Numbers
    fates: Numbers
    standings: Rows
    counts: Numbers


def new_beam(game: Sequence[int], row: Sequence[int], limits: Limits, steps: int) -> Beam:
    """A beam with one position.

    Args:
        game: what stays the same.
        row: the position.
        limits: what it may do.
        steps: how many steps there is room for.
    """
    width = limits.width
    held = _FIRST_ROWS + _ROWS_PER_WIDTH * width
    rows = np.empty((held, ROW_LENGTH), np.uint8)
    rows[0] = row
    facts = np.zeros((held, FACTS), np.int64)
    facts[0] = (-1, NEW, 0, 1)
    counts = np.zeros(COUNT_LENGTH, np.int64)
    counts[[HELD, FOUND, WIDTH, MOST, SPARING]] = (1, -1, width, limits.most, limits.sparing)
    slots = 1 << (_FIRST_ROWS + _SEEN_PER_WIDTH * width).bit_length()
    return Beam(
        game=np.array(game, np.int64),
        rows=rows,
        facts=facts,
        steps=np.empty(steps, np.int64),
        seen=np.full((slots, 3), -1, np.int64),
        fates=np.zeros((_FATES, 2), np.int64),
        standings=np.zeros((DEEPEST, HOUSES_END + 1), np.uint8),
        counts=counts,
    )
