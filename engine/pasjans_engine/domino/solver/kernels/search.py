"""A* in slices: `search` goes on until it has an answer, is to pause, or needs more room.

Nodes are numbered as they are made. Of node n, `nodes[n]` holds the three numbers of its position
(the third with *flags* above its low bits) and how it was made: parent, the cell a tile left, the
cell it came to (31 if it was set aside). A position that is reached with fewer moves gets a new
node and the old one is *stale*. Nodes wait in a list for each total (moves made and bound), the
last one first. `index` finds the newest node of a position, by open addressing.

A node's bound begins as what is known of its parent's: at least the misplaced tiles; at least the
parent's less one; and the parent's landmarks, without the one that the move belongs to, are the
child's too, since they are on every way to a solution. Its own landmarks are counted when the node
is taken from its list, and it waits in another one if they say more. Not so after a move to a
right place: the misplaced tiles are one fewer, and the landmarks mostly stay.
"""

from pathlib import Path
from typing import Final

from pasjans_engine.domino.solver.kernels.arrays import EXITS, FREE, RIGHT, WHERE, Numbers
from pasjans_engine.domino.solver.kernels.closing import (
    MOST_CHILDREN,
    closed,
    some_move_is_final,
    taken,
)
from pasjans_engine.domino.solver.kernels.packed import (
    LOW_BITS,
    exchange,
    hashed,
    unpack,
    wrong_cells,
)
from pasjans_engine.domino.solver.kernels.relaxed import DEAD, landmarks
from pasjans_engine.domino.solver.kernels.store import (
    ASIDE,
    FOUND,
    HIGHEST,
    LISTS,
    MADE,
    OPENED,
    PARENT,
    SOURCE,
    TOTAL,
    Links,
)
from pasjans_engine.domino.solver.kernels.waiting import next_node, slot, take, wait
from pasjans_engine.kernels.bits import lowest, members
from pasjans_engine.kernels.jit import Jit, inner

JIT: Final = Jit(Path(__file__).parent)

SOLVED: Final = 1
EXHAUSTED: Final = 2
PAUSED: Final = 3
FULL: Final = 4
TOO_LONG: Final = 5

MOST_MOVES: Final = 0xFFFF
NOT_COUNTED: Final = -100
"""In place of a number of landmarks: lower than any that could raise a bound."""
_MOVES: Final = 20
_BOUND: Final = 36
_SETTLED: Final = 1 << 44
_STALE: Final = 1 << 45


@JIT.compiled
def begin(
    rules: Numbers,
    scratch: Numbers,
    nodes: Numbers,
    index: Links,
    queue: Numbers,
    a: int,
    b: int,
    c: int,
) -> None:
    """Make the first node."""
    unpack(a, b, c, scratch)
    _, misplaced = wrong_cells(rules[0], scratch)
    nodes[0, 0], nodes[0, 1] = a, b
    nodes[0, 2], nodes[0, 3] = c | misplaced << _BOUND, -1
    index[hashed(a, b, c) & (len(index) - 1)] = 1
    queue[MADE] = 1
    queue[TOTAL] = misplaced
    wait(nodes, queue, 0, misplaced)


@JIT.compiled
def search(
    rules: Numbers, scratch: Numbers, nodes: Numbers, index: Links, queue: Numbers, pause: int
) -> int:
    """Open nodes until an answer, or until `pause` of them have been opened in all."""
    while True:
        node = next_node(queue)
        if node < 0:
            return EXHAUSTED
        take(nodes, queue)
        flags = nodes[node, 2]
        if flags & _STALE:
            continue
        unpack(nodes[node, 0], nodes[node, 1], flags & LOW_BITS, scratch)
        tables = rules[members(scratch[WHERE + 28]) - 1]
        wrong, misplaced = wrong_cells(tables, scratch)
        if misplaced == 0:
            queue[FOUND] = node
            return SOLVED
        found = NOT_COUNTED
        if not flags & _SETTLED:
            found = landmarks(tables, scratch, wrong)
            if found == DEAD or _settle(nodes, queue, node, misplaced + found):
                continue
        status = _stop(nodes, queue, flags, pause)
        if status:
            wait(nodes, queue, node, queue[TOTAL])
            return status
        queue[OPENED] += 1
        _open(tables, scratch, nodes, index, queue, node, misplaced, found)


@inner
def _stop(nodes: Numbers, queue: Numbers, flags: int, pause: int) -> int:
    """Why a node cannot be opened now, or 0."""
    if queue[OPENED] >= pause:
        return PAUSED
    if (flags >> _MOVES) & MOST_MOVES == MOST_MOVES:
        return TOO_LONG
    if queue[MADE] + MOST_CHILDREN > len(nodes):
        return FULL
    return FULL if LISTS + queue[HIGHEST] + MOST_CHILDREN > len(queue) else 0


@JIT.compiled
def bound_of(rules: Numbers, scratch: Numbers, a: int, b: int, c: int) -> int:
    """The bound of one position, or DEAD."""
    unpack(a, b, c, scratch)
    tables = rules[members(scratch[WHERE + 28]) - 1]
    wrong, misplaced = wrong_cells(tables, scratch)
    found = landmarks(tables, scratch, wrong)
    return DEAD if found == DEAD else misplaced + found


@JIT.compiled
def closed_of(tables: Numbers, scratch: Numbers, a: int, b: int, c: int) -> bool:
    """Whether a position is closed."""
    return closed(tables, scratch, a, b, c)


@JIT.compiled
def reindex(nodes: Numbers, index: Links, made: int) -> None:
    """Fill an empty index."""
    for node in range(made):
        flags = nodes[node, 2]
        if not flags & _STALE:
            index[slot(nodes, index, nodes[node, 0], nodes[node, 1], flags & LOW_BITS)] = node + 1


@inner
def _settle(nodes: Numbers, queue: Numbers, node: int, bound: int) -> bool:
    """Whether a node has to wait longer now that its landmarks are counted; then it does."""
    flags = nodes[node, 2]
    total = ((flags >> _MOVES) & MOST_MOVES) + bound
    if total <= queue[TOTAL]:
        return False
    nodes[node, 2] = flags & ~(0xFF << _BOUND) | bound << _BOUND | _SETTLED
    wait(nodes, queue, node, total)
    return True


@inner
def _open(
    tables: Numbers,
    scratch: Numbers,
    nodes: Numbers,
    index: Links,
    queue: Numbers,
    node: int,
    misplaced: int,
    found: int,
) -> None:
    """Make the nodes that moves and the exit lead to."""
    windows = scratch[WHERE + 28]
    while windows:
        window = lowest(windows)
        windows &= windows - 1
        keys = taken(tables, scratch, window)
        while keys:
            key = lowest(keys)
            keys &= keys - 1
            kept = found - ((scratch[FREE + window] >> key) & 1)
            sources = scratch[WHERE + key]
            while sources:
                source = lowest(sources)
                sources &= sources - 1
                _child(tables, nodes, index, queue, node, misplaced, kept, key, source, window)
    key = int(tables[EXITS + 1])
    if key == 0 or some_move_is_final(tables, scratch):
        return
    source = lowest(scratch[WHERE + key])
    if closed(tables, scratch, nodes[node, 0], nodes[node, 1], nodes[node, 2] & LOW_BITS):
        _child(tables, nodes, index, queue, node, misplaced, found, key, source, ASIDE)


@inner
def _child(
    tables: Numbers,
    nodes: Numbers,
    index: Links,
    queue: Numbers,
    parent: int,
    misplaced: int,
    kept: int,
    key: int,
    source: int,
    window: int,
) -> None:
    """Make the node that a move or an exit leads to, unless it is known with as few moves."""
    flags = nodes[parent, 2]
    change = key ^ 28
    a, b, c = exchange(nodes[parent, 0], nodes[parent, 1], flags & LOW_BITS, source, change)
    from_wrong = 1 - ((tables[RIGHT + source] >> key) & 1)
    to_wrong = 0
    if window != ASIDE:
        a, b, c = exchange(a, b, c, window, change)
        to_wrong = 1 - ((tables[RIGHT + window] >> key) & 1)
    moves = ((flags >> _MOVES) & MOST_MOVES) + 1
    misplaced += to_wrong - from_wrong
    bound = max(misplaced, misplaced + kept, ((flags >> _BOUND) & 0xFF) - 1)
    settled = _SETTLED if from_wrong > to_wrong and window != ASIDE else 0
    at = slot(nodes, index, a, b, c)
    if index[at]:
        known = index[at] - 1
        if (nodes[known, 2] >> _MOVES) & MOST_MOVES <= moves:
            return
        bound = max(bound, (nodes[known, 2] >> _BOUND) & 0xFF)
        settled |= nodes[known, 2] & _SETTLED
        nodes[known, 2] |= _STALE
    node = queue[MADE]
    queue[MADE] = node + 1
    nodes[node, 0], nodes[node, 1] = a, b
    nodes[node, 2] = c | moves << _MOVES | bound << _BOUND | settled
    nodes[node, 3] = parent << PARENT | source << SOURCE | window
    index[at] = node + 1
    wait(nodes, queue, node, moves + bound)
