"""What the kernels work on: the rules as one array, and one array to write in.

Few arrays, since handing them from function to function costs time. Their rows are named below. A
*slot* says what decides which tiles a window takes: the key above it, or 29 + column in row 0.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pasjans_engine.domino.layout import ABOVE, GOAL
from pasjans_engine.domino.rules import DominoRules
from pasjans_engine.domino.solver.targets import Targets, targets
from pasjans_engine.domino.tables import Tables
from pasjans_engine.tiles import CELL_COUNT, CELLS, EMPTY, ROW_COUNT, TILE_COUNT

Numbers: TypeAlias = NDArray[np.int64]

ROW_0_SLOT: Final = EMPTY + 1
SLOT_COUNT: Final = ROW_0_SLOT + ROW_COUNT

# Where the rows of the tables begin; there is one for each number of windows.
FITS: Final = 0 * SLOT_COUNT  # by slot: the keys that a window takes
SUPPORTS: Final = 1 * SLOT_COUNT  # by key: the keys under which it fits, below row 0
PLACES: Final = 2 * SLOT_COUNT  # by key: the cells where it is right
RIGHT: Final = 3 * SLOT_COUNT  # by cell: the keys that are right there
LATER: Final = 4 * SLOT_COUNT  # by cell: what may come there once row 0 has the right tile
ABOVE_IT: Final = 5 * SLOT_COUNT  # by cell: the cell above
UNDER_IT: Final = 6 * SLOT_COUNT  # by cell: the cell below, as a mask; no cell below the last
EXITS: Final = 7 * SLOT_COUNT  # at 0: the keys that can still be set aside; at 1: the next, or 0
BELOW: Final = 8 * SLOT_COUNT  # and six rows more; by key: what may come to lie 0, 1, … rows below

# Where the rows of the scratch begin.
CELLS_NOW: Final = 0 * SLOT_COUNT  # by cell: the key there
WHERE: Final = 1 * SLOT_COUNT  # by key: the cells where it lies; the windows at 28
LYING: Final = 2 * SLOT_COUNT  # by cell: the keys that may ever lie there
PUT: Final = 3 * SLOT_COUNT  # by cell: the keys that may ever be put there
FITTING: Final = 4 * SLOT_COUNT  # by cell: the keys that fit under those that may lie there
EVER: Final = 5 * SLOT_COUNT  # by cell: LYING when every move may be made
EVER_FITTING: Final = 6 * SLOT_COUNT  # by cell: FITTING when every move may be made
FREE: Final = 7 * SLOT_COUNT  # by cell: the keys whose moves to there are free
FREE_AT: Final = 8 * SLOT_COUNT  # by key: the same, as cells
ZONE: Final = 9 * SLOT_COUNT  # by cell: the keys that lie there in facts of the zone
_SCRATCH_ROWS: Final = 10


def scratch() -> Numbers:
    """Room for one position and what is worked out about it."""
    return np.zeros(_SCRATCH_ROWS * SLOT_COUNT, np.int64)


@cache
def tables(rules: DominoRules) -> Numbers:
    """The arrays of some rules."""
    pairs = zip(targets(rules), rules.tables, strict=True)
    rows = [_rows(one, of_rules) for one, of_rules in pairs]
    return np.array([[n for row in table for n in _padded(row)] for table in rows], np.int64)


def _rows(one: Targets, of_rules: Tables) -> list[Sequence[int]]:
    fits = [_mask(_taken(one, slot)) for slot in range(SLOT_COUNT)]
    next_exit = min(one.exits, default=0)
    return [
        fits,
        [_mask(a for a in range(TILE_COUNT) if fits[a] >> k & 1) for k in range(TILE_COUNT)],
        [_mask(one.places(key)) for key in range(TILE_COUNT)],
        [_rights(one, cell) for cell in range(CELL_COUNT)],
        of_rules.later,
        ABOVE,
        [_under(cell) for cell in range(CELL_COUNT)],
        [_mask(one.exits), next_exit],
        *_below(of_rules),
    ]


def _taken(one: Targets, slot: int) -> set[int]:
    if slot >= ROW_0_SLOT:
        return {GOAL[slot - ROW_0_SLOT]}
    return {one.keys[tile] for tile in one.takes[CELL_COUNT - 1][slot]}


def _rights(one: Targets, cell: int) -> int:
    return _mask(key for key in range(TILE_COUNT) if one.kinds[key] == one.wanted[cell])


def _under(cell: int) -> int:
    return _mask(c for c in range(ROW_COUNT, CELL_COUNT) if ABOVE[c] == cell)


def _below(of_rules: Tables) -> list[Sequence[int]]:
    """What may come to lie 0 to 6 rows below each key: the lowest cell has all rows above it."""
    rows: list[Sequence[int]] = [()] * ROW_COUNT
    for cell, masks in of_rules.upper[CELL_COUNT - 1]:
        rows[ROW_COUNT - 1 - CELLS[cell][0]] = masks
    return rows


def _padded(row: Sequence[int]) -> list[int]:
    return [*row, *[0] * (SLOT_COUNT - len(row))]


def _mask(members: Iterable[int]) -> int:
    return sum(1 << member for member in members)
