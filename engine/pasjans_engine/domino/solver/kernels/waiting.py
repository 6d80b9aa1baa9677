"""The lists that nodes wait in, and the index that finds them; see `search.py`."""

from pasjans_engine.domino.solver.kernels.arrays import Numbers
from pasjans_engine.domino.solver.kernels.packed import LOW_BITS, hashed
from pasjans_engine.domino.solver.kernels.store import HIGHEST, LISTS, TOTAL, Links
from pasjans_engine.kernels.jit import inner


@inner
def wait(nodes: Numbers, queue: Numbers, node: int, total: int) -> None:
    """Put a node into the list of its total."""
    nodes[node, 4] = queue[LISTS + total]
    queue[LISTS + total] = node
    queue[HIGHEST] = max(queue[HIGHEST], total)
    queue[TOTAL] = min(queue[TOTAL], total)


@inner
def next_node(queue: Numbers) -> int:
    """A node with the lowest total, or -1."""
    while queue[TOTAL] <= queue[HIGHEST]:
        node = queue[LISTS + queue[TOTAL]]
        if node >= 0:
            return int(node)
        queue[TOTAL] += 1
    return -1


@inner
def take(nodes: Numbers, queue: Numbers) -> None:
    """Take the node that is next from its list."""
    at = LISTS + queue[TOTAL]
    queue[at] = nodes[queue[at], 4]


@inner
def slot(nodes: Numbers, index: Links, a: int, b: int, c: int) -> int:
    """Where the index has a position, or would have it."""
    last = len(index) - 1
    at = hashed(a, b, c) & last
    while index[at]:
        node = index[at] - 1
        if nodes[node, 0] == a and nodes[node, 1] == b and nodes[node, 2] & LOW_BITS == c:
            break
        at = (at + 1) & last
    return at
