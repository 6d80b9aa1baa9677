"""`closed`, compiled: the same search and the same proof as in `pasjans_engine.domino.closed`."""

from typing import Final

import numpy as np

from pasjans_engine.domino.solver.kernels.arrays import (
    ABOVE_IT,
    BELOW,
    CELLS_NOW,
    FITS,
    LATER,
    ROW_0_SLOT,
    SLOT_COUNT,
    WHERE,
    Numbers,
)
from pasjans_engine.domino.solver.kernels.packed import exchange, hashed, unpack, wrong_cells
from pasjans_engine.kernels.bits import lowest
from pasjans_engine.kernels.jit import inner

MOST_CHILDREN: Final = 64
"""More than any position has: three windows take up to four keys each, from up to three cells."""
_FIRST_SEEN: Final = 128


@inner
def taken(tables: Numbers, scratch: Numbers, window: int) -> int:
    """The keys that a window takes."""
    if window < 7:
        return int(tables[FITS + ROW_0_SLOT + window])
    return int(tables[FITS + scratch[CELLS_NOW + tables[ABOVE_IT + window]]])


@inner
def never_returns(tables: Numbers, scratch: Numbers, key: int, source: int) -> bool:
    """Proof that a tile that leaves its cell never comes back to it."""
    possible = tables[LATER + source]
    cell, rows = source, 0
    while cell >= 7:
        cell = tables[ABOVE_IT + cell]
        rows += 1
        possible |= tables[BELOW + rows * SLOT_COUNT + scratch[CELLS_NOW + cell]]
    return not (possible >> key) & 1


@inner
def some_move_is_final(tables: Numbers, scratch: Numbers) -> bool:
    """Whether a tile can leave a cell that it never comes back to."""
    windows = scratch[WHERE + 28]
    while windows:
        keys = taken(tables, scratch, lowest(windows))
        windows &= windows - 1
        while keys:
            key = lowest(keys)
            keys &= keys - 1
            sources = scratch[WHERE + key]
            while sources:
                if never_returns(tables, scratch, key, lowest(sources)):
                    return True
                sources &= sources - 1
    return False


@inner
def closed(tables: Numbers, scratch: Numbers, a: int, b: int, c: int) -> bool:
    """Whether the position is closed; the scratch is left as of another position."""
    seen = np.empty((_FIRST_SEEN, 3), np.int64)
    index = np.zeros(4 * _FIRST_SEEN, np.int64)
    edges = np.empty((4 * _FIRST_SEEN, 2), np.int64)
    count = _number_of(seen, index, 0, a, b, c) + 1
    edge_count = here = 0
    while here < count:
        unpack(seen[here, 0], seen[here, 1], seen[here, 2], scratch)
        if some_move_is_final(tables, scratch) or wrong_cells(tables, scratch)[1] == 0:
            return False
        if count + MOST_CHILDREN > len(seen):
            seen = np.concatenate((seen, np.empty_like(seen)))
            index = np.zeros(2 * len(index), np.int64)
            for known in range(count):
                _number_of(seen, index, known, seen[known, 0], seen[known, 1], seen[known, 2])
        if edge_count + MOST_CHILDREN > len(edges):
            edges = np.concatenate((edges, np.empty_like(edges)))
        count, edge_count = _follow(tables, scratch, seen, index, edges, here, count, edge_count)
        here += 1
    return _all_get_back(edges[:edge_count], count)


@inner
def _number_of(seen: Numbers, index: Numbers, count: int, a: int, b: int, c: int) -> int:
    """The number of a position; it is `count`, and written there, if it is new."""
    last = len(index) - 1
    at = hashed(a, b, c) & last
    while index[at]:
        known = index[at] - 1
        if seen[known, 0] == a and seen[known, 1] == b and seen[known, 2] == c:
            return int(known)
        at = (at + 1) & last
    index[at] = count + 1
    seen[count, 0], seen[count, 1], seen[count, 2] = a, b, c
    return count


@inner
def _follow(
    tables: Numbers,
    scratch: Numbers,
    seen: Numbers,
    index: Numbers,
    edges: Numbers,
    here: int,
    count: int,
    edge_count: int,
) -> tuple[int, int]:
    """Add the positions that moves lead to, and the moves."""
    windows = scratch[WHERE + 28]
    while windows:
        window = lowest(windows)
        windows &= windows - 1
        keys = taken(tables, scratch, window)
        while keys:
            key = lowest(keys)
            keys &= keys - 1
            sources = scratch[WHERE + key]
            while sources:
                change = key ^ 28
                a, b, c = seen[here, 0], seen[here, 1], seen[here, 2]
                a, b, c = exchange(a, b, c, lowest(sources), change)
                a, b, c = exchange(a, b, c, window, change)
                sources &= sources - 1
                there = _number_of(seen, index, count, a, b, c)
                count = max(count, there + 1)
                edges[edge_count, 0], edges[edge_count, 1] = here, there
                edge_count += 1
    return count, edge_count


@inner
def _all_get_back(edges: Numbers, count: int) -> bool:
    back = np.zeros(count, np.bool_)
    back[0] = True
    total, before = 1, 0
    while total != before:
        before = total
        for edge in range(len(edges) - 1, -1, -1):
            if back[edges[edge, 1]] and not back[edges[edge, 0]]:
                back[edges[edge, 0]] = True
                total += 1
    return total == count
