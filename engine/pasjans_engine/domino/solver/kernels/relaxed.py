"""The bound of `bounds.landmark_bound`, on masks.

Names as there. `empty` is the mask of the cells with a fact "was empty"; `LYING`, by cell, the
keys with a fact "lay there"; `roaming` the keys whose right tiles may leave for nothing more.
"""

from typing import Final

from pasjans_engine.domino.solver.kernels.arrays import (
    ABOVE_IT,
    CELLS_NOW,
    EVER,
    EXITS,
    FITS,
    FITTING,
    FREE,
    FREE_AT,
    LYING,
    PLACES,
    PUT,
    RIGHT,
    ROW_0_SLOT,
    SUPPORTS,
    WHERE,
    ZONE,
    Numbers,
)
from pasjans_engine.domino.solver.kernels.bits import lowest
from pasjans_engine.domino.solver.kernels.jit import inner

DEAD: Final = -1


@inner
def landmarks(tables: Numbers, scratch: Numbers, wrong: int) -> int:
    """The number of landmarks, or DEAD if there is no solution even so."""
    goals, empty = _begin(tables, scratch, wrong)
    start = empty
    empty = _reach(tables, scratch, wrong, empty, -1)
    if _open_goals(tables, scratch, goals, wrong, empty):
        return DEAD
    ever_empty = empty
    for cell in range(28):
        scratch[EVER, cell] = scratch[LYING, cell]
    _begin(tables, scratch, wrong)
    for cell in range(28):
        scratch[FREE, cell] = tables[RIGHT, cell]
    for key in range(28):
        scratch[FREE_AT, key] = tables[PLACES, key]
    empty, roaming, found = start, 0, 0
    while True:
        empty = _reach(tables, scratch, wrong, empty, roaming)
        goals = _open_goals(tables, scratch, goals, wrong, empty)
        if goals == 0:
            return found
        left, kinds = _zone(tables, scratch, lowest(goals), wrong, empty, roaming)
        new = _cut(tables, scratch, ever_empty & ~left, kinds)
        rovers = kinds & ~roaming
        if not new and rovers == 0:
            return found
        roaming |= rovers
        empty |= _roamed(tables, scratch, rovers)
        found += 1


@inner
def _begin(tables: Numbers, scratch: Numbers, wrong: int) -> tuple[int, int]:
    """The keys that have a goal, and the cells that are empty or may become so by an exit."""
    goals, empty = 0, scratch[WHERE, 28]
    for cell in range(28):
        key = scratch[CELLS_NOW, cell]
        scratch[PUT, cell] = 0
        scratch[LYING, cell] = 0
        scratch[FITTING, cell] = 0
        if key == 28:
            continue
        scratch[LYING, cell] = 1 << key
        scratch[FITTING, cell] = tables[FITS, key]
        if (tables[EXITS, 0] >> key) & 1:
            empty |= 1 << cell
        elif (wrong >> cell) & 1:
            goals |= 1 << key
    return goals, empty


@inner
def _reach(tables: Numbers, scratch: Numbers, wrong: int, empty: int, roaming: int) -> int:
    """Add all facts that cost nothing more; that any moves bring about, if `roaming` is -1."""
    before = -1
    grown = True
    while grown or empty != before:
        before = empty
        grown = False
        cells = empty
        while cells:
            cell = lowest(cells)
            cells &= cells - 1
            if cell < 7:
                new = tables[FITS, ROW_0_SLOT + cell]
            else:
                new = scratch[FITTING, tables[ABOVE_IT, cell]]
            if roaming != -1:
                new &= scratch[FREE, cell]
            new &= ~scratch[PUT, cell]
            if new:
                grown = True
                scratch[PUT, cell] |= new
                scratch[LYING, cell] |= new
            while new:
                key = lowest(new)
                new &= new - 1
                scratch[FITTING, cell] |= tables[FITS, key]
                left = scratch[WHERE, key]
                if (tables[RIGHT, cell] >> key) & 1 and not (roaming >> key) & 1:
                    left &= wrong
                empty |= left
    return empty


@inner
def _open_goals(tables: Numbers, scratch: Numbers, goals: int, wrong: int, empty: int) -> int:
    """Those of the keys with a misplaced tile that cannot come to a right place."""
    still = 0
    while goals:
        key = lowest(goals)
        goals &= goals - 1
        if tables[PLACES, key] & ~wrong & empty:
            continue
        cells = tables[PLACES, key] & wrong
        while cells and not (scratch[PUT, lowest(cells)] >> key) & 1:
            cells &= cells - 1
        if cells == 0:
            still |= 1 << key
    return still


@inner
def _zone(
    tables: Numbers,
    scratch: Numbers,
    goal: int,
    wrong: int,
    empty: int,
    roaming: int,
) -> tuple[int, int]:
    """The zone of a goal: cells with a fact "was empty" in it, and the keys that lie in them."""
    for cell in range(28):
        scratch[ZONE, cell] = 0
    fresh = tables[PLACES, goal] & wrong
    cells = fresh
    while cells:
        scratch[ZONE, lowest(cells)] = 1 << goal
        cells &= cells - 1
    left = tables[PLACES, goal] & ~wrong
    looked = kinds = 0
    while fresh or left & ~looked:
        if fresh:
            cell = lowest(fresh)
            fresh &= fresh - 1
            keys = scratch[ZONE, cell] & scratch[FREE, cell]
            while keys:
                key = lowest(keys)
                keys &= keys - 1
                left, fresh = _needs(tables, scratch, key, cell, empty, left, fresh)
            continue
        source = lowest(left & ~looked)
        looked |= 1 << source
        key = scratch[CELLS_NOW, source]
        kinds |= 1 << key
        cells = scratch[FREE_AT, key]
        if not (wrong >> source) & 1 and not (roaming >> key) & 1:
            cells &= ~tables[PLACES, key]
        while cells:
            left, fresh = _needs(tables, scratch, key, lowest(cells), empty, left, fresh)
            cells &= cells - 1
    return left, kinds


@inner
def _needs(
    tables: Numbers,
    scratch: Numbers,
    key: int,
    cell: int,
    empty: int,
    left: int,
    fresh: int,
) -> tuple[int, int]:
    """Add what a move that costs nothing more waits for: an empty cell, or else a support."""
    if not (empty >> cell) & 1:
        return left | 1 << cell, fresh
    above = tables[ABOVE_IT, cell]
    new = tables[SUPPORTS, key] & ~scratch[ZONE, above]
    if cell >= 7 and new:
        scratch[ZONE, above] |= new
        fresh |= 1 << above
    return left, fresh


@inner
def _cut(tables: Numbers, scratch: Numbers, cells: int, kinds: int) -> bool:
    """Make the moves free that lead into the zone from outside of it; whether there are any."""
    found = False
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        new = (scratch[ZONE, cell] | kinds) & ~scratch[FREE, cell]
        if cell < 7 or new == 0:
            continue
        above = tables[ABOVE_IT, cell]
        supports = scratch[EVER, above] & ~scratch[ZONE, above]
        fitting = 0
        while supports:
            fitting |= tables[FITS, lowest(supports)]
            supports &= supports - 1
        new &= fitting
        if new:
            found = True
            scratch[FREE, cell] |= new
        while new:
            scratch[FREE_AT, lowest(new)] |= 1 << cell
            new &= new - 1
    return found


@inner
def _roamed(tables: Numbers, scratch: Numbers, rovers: int) -> int:
    """The cells that right tiles leave which have just begun to roam."""
    left = 0
    while rovers:
        key = lowest(rovers)
        rovers &= rovers - 1
        cells = tables[PLACES, key]
        while cells and not (scratch[PUT, lowest(cells)] >> key) & 1:
            cells &= cells - 1
        if cells:
            left |= scratch[WHERE, key]
    return left
