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

# Rows of the tables. First index: the number of windows, less one.
FITS: Final = 0  # by slot: the keys that a window takes
SUPPORTS: Final = 1  # by key: the keys under which it fits, below row 0
PLACES: Final = 2  # by key: the cells where it is right
RIGHT: Final = 3  # by cell: the keys that are right there
LATER: Final = 4  # by cell: what may come there once row 0 has the right tile
ABOVE_IT: Final = 5  # by cell: the cell above
EXITS: Final = 6  # at 0: the keys that can still be set aside; at 1: which is next, 0 if none
BELOW: Final = 7  # and the six rows after it; by key: what may come to lie 0, 1, 2, … rows below

# Rows of the scratch.
CELLS_NOW: Final = 0  # by cell: the key there
WHERE: Final = 1  # by key: the cells where it lies; the windows at 28
LYING: Final = 2  # by cell: the keys that may ever lie there
PUT: Final = 3  # by cell: the keys that may ever be put there
FITTING: Final = 4  # by cell: the keys that fit under those that may lie there
EVER: Final = 5  # by cell: LYING when every move may be made
FREE: Final = 6  # by cell: the keys whose moves to there cost nothing more
FREE_AT: Final = 7  # by key: the same, as cells
ZONE: Final = 8  # by cell: the keys that lie there in facts of the zone
_SCRATCH_ROWS: Final = 9


def scratch() -> Numbers:
    """Room for one position and what is worked out about it."""
    return np.zeros((_SCRATCH_ROWS, TILE_COUNT + 1), np.int64)


@cache
def tables(rules: DominoRules) -> Numbers:
    """The arrays of some rules."""
    pairs = zip(targets(rules), rules.tables, strict=True)
    rows = [_rows(one, of_rules) for one, of_rules in pairs]
    return np.array([[_padded(row) for row in table] for table in rows], np.int64)


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
        [_mask(one.exits), next_exit],
        *_below(of_rules),
    ]


def _taken(one: Targets, slot: int) -> set[int]:
    if slot >= ROW_0_SLOT:
        return {GOAL[slot - ROW_0_SLOT]}
    return {one.keys[tile] for tile in one.takes[CELL_COUNT - 1][slot]}


def _rights(one: Targets, cell: int) -> int:
    return _mask(key for key in range(TILE_COUNT) if one.kinds[key] == one.wanted[cell])


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
