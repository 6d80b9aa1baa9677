"""The bound of `bounds.landmark_bound`, on masks.

Names as there. `empty` is the mask of the cells with a fact "was empty"; `LYING`, by cell, the
keys with a fact "lay there"; `roaming` the keys whose right tiles may leave for nothing more.
"""

from typing import Final

from pasjans_engine.domino.solver.kernels.arrays import (
    ABOVE_IT,
    CELLS_NOW,
    EVER,
    EVER_FITTING,
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
    UNDER_IT,
    WHERE,
    ZONE,
    Numbers,
)
from pasjans_engine.kernels.bits import lowest
from pasjans_engine.kernels.jit import inner

DEAD: Final = -1
ROW_0: Final = (1 << 7) - 1


@inner
def landmarks(tables: Numbers, scratch: Numbers, wrong: int) -> int:
    """The number of landmarks, or DEAD if there is no solution even so."""
    goals, start = _begin(tables, scratch, wrong)
    ever_empty = _reach(tables, scratch, wrong, start, start, -1)
    if _open_goals(tables, scratch, goals, wrong, ever_empty):
        return DEAD
    for cell in range(28):
        scratch[EVER + cell] = scratch[LYING + cell]
        scratch[EVER_FITTING + cell] = scratch[FITTING + cell]
        scratch[FREE + cell] = tables[RIGHT + cell]
        scratch[FREE_AT + cell] = tables[PLACES + cell]
    _begin(tables, scratch, wrong)
    empty = fresh = start
    roaming = found = 0
    while True:
        empty = _reach(tables, scratch, wrong, empty, fresh, roaming)
        goals = _open_goals(tables, scratch, goals, wrong, empty)
        if goals == 0:
            return found
        left, kinds = _zone(tables, scratch, lowest(goals), wrong, roaming)
        fresh = _cut(tables, scratch, ever_empty & ~left, kinds)
        rovers = kinds & ~roaming
        if fresh == 0 and rovers == 0:
            return found
        roaming |= rovers
        roamed = _roamed(tables, scratch, rovers) & ~empty
        empty |= roamed
        fresh = fresh & empty | roamed
        found += 1


@inner
def _begin(tables: Numbers, scratch: Numbers, wrong: int) -> tuple[int, int]:
    """The keys that have a goal, and the cells that are empty or may become so by an exit."""
    goals, empty = 0, scratch[WHERE + 28]
    for cell in range(28):
        key = scratch[CELLS_NOW + cell]
        scratch[PUT + cell] = 0
        scratch[LYING + cell] = 0
        scratch[FITTING + cell] = 0
        if key == 28:
            continue
        scratch[LYING + cell] = 1 << key
        scratch[FITTING + cell] = tables[FITS + key]
        if (tables[EXITS + 0] >> key) & 1:
            empty |= 1 << cell
        elif (wrong >> cell) & 1:
            goals |= 1 << key
    return goals, empty


@inner
def _reach(
    tables: Numbers, scratch: Numbers, wrong: int, empty: int, fresh: int, roaming: int
) -> int:
    """Add all that free moves bring about; that any moves bring about, if `roaming` is -1.

    Looks at the cells in `fresh`, which are empty and may take something more, and at those to
    which that happens meanwhile. Returns the cells that are empty then.
    """
    while fresh:
        cell = lowest(fresh)
        fresh &= fresh - 1
        if cell < 7:
            new = tables[FITS + ROW_0_SLOT + cell]
        else:
            new = scratch[FITTING + tables[ABOVE_IT + cell]]
        if roaming != -1:
            new &= scratch[FREE + cell]
        new &= ~scratch[PUT + cell]
        if new == 0:
            continue
        scratch[PUT + cell] |= new
        scratch[LYING + cell] |= new
        fitting, left = scratch[FITTING + cell], 0
        while new:
            key = lowest(new)
            new &= new - 1
            fitting |= tables[FITS + key]
            sources = scratch[WHERE + key]
            if (tables[RIGHT + cell] >> key) & 1 and not (roaming >> key) & 1:
                sources &= wrong
            left |= sources
        scratch[FITTING + cell] = fitting
        fresh |= left & ~empty
        empty |= left
        fresh |= tables[UNDER_IT + cell] & empty
    return empty


@inner
def _open_goals(tables: Numbers, scratch: Numbers, goals: int, wrong: int, empty: int) -> int:
    """Those of the keys with a misplaced tile that cannot come to a right place."""
    still = 0
    while goals:
        key = lowest(goals)
        goals &= goals - 1
        if tables[PLACES + key] & ~wrong & empty:
            continue
        cells = tables[PLACES + key] & wrong
        while cells and not (scratch[PUT + lowest(cells)] >> key) & 1:
            cells &= cells - 1
        if cells == 0:
            still |= 1 << key
    return still


@inner
def _zone(
    tables: Numbers, scratch: Numbers, goal: int, wrong: int, roaming: int
) -> tuple[int, int]:
    """The zone of a goal: cells with a fact "was empty" in it, and the keys that lie in them."""
    for cell in range(28):
        scratch[ZONE + cell] = 0
    fresh = tables[PLACES + goal] & wrong
    cells = fresh
    while cells:
        scratch[ZONE + lowest(cells)] = 1 << goal
        cells &= cells - 1
    left = tables[PLACES + goal] & ~wrong
    looked = kinds = 0
    while fresh or left & ~looked:
        if fresh:
            cell = lowest(fresh)
            fresh &= fresh - 1
            keys = scratch[ZONE + cell] & scratch[FREE + cell]
            while keys:
                key = lowest(keys)
                keys &= keys - 1
                left, fresh = _needs(tables, scratch, key, cell, left, fresh)
            continue
        source = lowest(left & ~looked)
        looked |= 1 << source
        key = int(scratch[CELLS_NOW + source])
        kinds |= 1 << key
        cells = scratch[FREE_AT + key]
        if not (wrong >> source) & 1 and not (roaming >> key) & 1:
            cells &= ~tables[PLACES + key]
        while cells:
            left, fresh = _needs(tables, scratch, key, lowest(cells), left, fresh)
            cells &= cells - 1
    return left, kinds


@inner
def _needs(
    tables: Numbers, scratch: Numbers, key: int, cell: int, left: int, fresh: int
) -> tuple[int, int]:
    """Add what a free move waits for: all that supports it if nothing does, or an empty cell."""
    above = tables[ABOVE_IT + cell]
    supports = tables[SUPPORTS + key]
    if cell < 7 or supports & scratch[LYING + above]:
        return left | 1 << cell, fresh
    if supports & ~scratch[ZONE + above]:
        scratch[ZONE + above] |= supports
        fresh |= 1 << above
    return left, fresh


@inner
def _cut(tables: Numbers, scratch: Numbers, cells: int, kinds: int) -> int:
    """Make the moves free that lead into the zone from outside of it, to some of these cells."""
    changed = 0
    cells &= ~ROW_0
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        above = int(tables[ABOVE_IT + cell])
        new = (scratch[ZONE + cell] | kinds) & ~scratch[FREE + cell]
        new &= scratch[EVER_FITTING + above]
        if new and scratch[ZONE + above]:
            new &= _fitting(tables, scratch[EVER + above] & ~scratch[ZONE + above])
        if new:
            changed |= 1 << cell
            scratch[FREE + cell] |= new
        while new:
            scratch[FREE_AT + lowest(new)] |= 1 << cell
            new &= new - 1
    return changed


@inner
def _fitting(tables: Numbers, keys: int) -> int:
    """What fits under some keys."""
    fitting = 0
    while keys:
        fitting |= tables[FITS + lowest(keys)]
        keys &= keys - 1
    return fitting


@inner
def _roamed(tables: Numbers, scratch: Numbers, rovers: int) -> int:
    """The cells that right tiles leave which have just begun to roam."""
    left = 0
    while rovers:
        key = lowest(rovers)
        rovers &= rovers - 1
        cells = tables[PLACES + key]
        while cells and not (scratch[PUT + lowest(cells)] >> key) & 1:
            cells &= cells - 1
        if cells:
            left |= scratch[WHERE + key]
    return left
