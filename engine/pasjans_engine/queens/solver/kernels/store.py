"""Where a search keeps its positions; `search.py` says what they hold."""

from typing import Final, NamedTuple

import numpy as np

from pasjans_engine.queens.solver.kernels.search import (
    CHANCE,
    COUNTER_COUNT,
    DEPTH,
    END,
    LAWS,
    MADE,
    MOST_CHILDREN,
    NOISE,
    refilled,
    unfold,
)
from pasjans_engine.queens.solver.kernels.state import LEFT, ROW_SIZE, Numbers, Row, Rows

_SLOTS: Final = 1 << 12
_KEYS: Final = 1 << 13


class Store(NamedTuple):
    """The arrays of one search.

    Attributes:
        rows: the positions on the way, and their children.
        links: the move and the score of each.
        table: the keys of all positions that were made, half of it empty at least.
        path: three slots of each position on the way.
        counters: and settings.
    """

    rows: Rows
    links: Numbers
    table: Numbers
    path: Numbers
    counters: Numbers


def new_store(laws: int, *, noise: int = 0, chance: int = 1) -> Store:
    """A store without positions."""
    counters = np.zeros(COUNTER_COUNT, np.int64)
    counters[LAWS], counters[NOISE], counters[CHANCE] = laws, noise, chance
    return Store(
        rows=np.empty((_SLOTS, ROW_SIZE), np.int8),
        links=np.empty((_SLOTS, 2), np.int64),
        table=np.zeros((_KEYS, 2), np.int64),
        path=np.empty((_SLOTS, 3), np.int64),
        counters=counters,
    )


def grown(store: Store) -> Store:
    """A store with the same positions and room for more."""
    rows, links, table, path, counters = store
    if counters[END] + MOST_CHILDREN > len(rows) or counters[DEPTH] + 2 > len(path):
        rows = np.concatenate((rows, np.empty_like(rows)))
        links = np.concatenate((links, np.empty_like(links)))
        path = np.concatenate((path, np.empty_like(path)))
    if 2 * (counters[MADE] + MOST_CHILDREN) > len(table):
        table = np.zeros((2 * len(table), 2), np.int64)
        refilled(store.table, table)
    return Store(rows, links, table, path, counters)


def moves_of(store: Store, row: Row) -> list[int]:
    """All moves, forced ones included, from a row to the last position that was looked at."""
    depth = int(store.counters[DEPTH])
    chosen = [store.links[slot, 0] for slot in store.path[1 : depth + 1, 0]]
    moves = np.empty(depth + int(row[LEFT]), np.int64)
    made = unfold(row.copy(), np.array(chosen, np.int64), int(store.counters[LAWS]), moves)
    return [int(move) for move in moves[:made]]
