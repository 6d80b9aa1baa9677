"""Where a search keeps its nodes; `search.py` says what they hold."""

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pasjans_engine.domino.solver.kernels.arrays import Numbers

Links: TypeAlias = NDArray[np.int32]

MADE: Final = 0
OPENED: Final = 1
TOTAL: Final = 2
HIGHEST: Final = 3
FOUND: Final = 4
LISTS: Final = 5

SOURCE: Final = 5
PARENT: Final = 10
ASIDE: Final = 31

_FIRST_NODES: Final = 1 << 12
_FIRST_LISTS: Final = 1 << 8


class Store(NamedTuple):
    """The nodes, and what finds them.

    Attributes:
        nodes: five numbers of each node.
        slots: node + 1, or 0; its length is a power of two, twice that of `nodes`.
        queue: counters (nodes made, nodes opened, the total now, the highest total, the node
            found), then by total the first node of its list, or -1.
    """

    nodes: Numbers
    slots: Links
    queue: Numbers


def new_store() -> Store:
    """A store without nodes."""
    return Store(
        nodes=np.empty((_FIRST_NODES, 5), np.int64),
        slots=np.zeros(2 * _FIRST_NODES, np.int32),
        queue=np.array([0] * LISTS + [-1] * _FIRST_LISTS, np.int64),
    )


def grown(store: Store) -> Store:
    """A store with the same nodes and more room; its slots are empty."""
    return Store(
        nodes=np.concatenate((store.nodes, np.empty_like(store.nodes))),
        slots=np.zeros(2 * len(store.slots), np.int32),
        queue=np.concatenate((store.queue, np.full(_FIRST_LISTS, -1, np.int64))),
    )


def steps(store: Store) -> Iterator[tuple[int, int]]:
    """The cell that a tile left and the one that it came to, from the node found to the first."""
    made = int(store.nodes[store.queue[FOUND], 3])
    while made >= 0:
        yield made >> SOURCE & 31, made & 31
        made = int(store.nodes[made >> PARENT, 3])
