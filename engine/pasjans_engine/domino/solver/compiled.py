"""The solver with compiled kernels: the answers of the reference, some hundred times as fast."""

from itertools import count
from typing import Final

from pasjans_engine.domino.closed import moved
from pasjans_engine.domino.layout import EXIT_TILES, GOAL, OPEN, Move, Position, Put
from pasjans_engine.domino.rules import POLISH, DominoRules
from pasjans_engine.domino.solver.kernels.arrays import Numbers, scratch, tables
from pasjans_engine.domino.solver.kernels.packed import packed
from pasjans_engine.domino.solver.kernels.relaxed import DEAD
from pasjans_engine.domino.solver.kernels.search import (
    EXHAUSTED,
    FULL,
    PAUSED,
    SOLVED,
    begin,
    bound_of,
    closed_of,
    reindex,
    search,
)
from pasjans_engine.domino.solver.kernels.store import (
    ASIDE,
    MADE,
    OPENED,
    Store,
    grown,
    new_store,
    steps,
)
from pasjans_engine.domino.solver.targets import targets
from pasjans_engine.domino.solver.verdict import Solved, Unknown, Unsolvable, Verdict
from pasjans_engine.tiles import EMPTY

SLICE_NODES: Final = 100_000
"""After so many nodes the kernel comes back for a moment, so that Ctrl-C and the like are heard."""

MOST_NODES: Final = 1 << 30
"""More are not kept, since the index numbers them in 32 bits; it would be 50 GB."""


def solve(rules: DominoRules, position: Position, *, max_nodes: int) -> Verdict:
    """Par and a best line, or a proof that there is none, or neither within the budget.

    Other threads run meanwhile.

    Args:
        rules: the rules.
        position: where the line begins.
        max_nodes: how many positions may be opened.
    """
    of_rules, room, store = tables(rules), scratch(), new_store()
    begin(of_rules, room, *store, *_packed(rules, position))
    store, status = _run(of_rules, room, store, max_nodes)
    nodes = int(store.queue[OPENED])
    if status == SOLVED:
        line, windows = _line(position, store)
        return Solved(len(line), line, windows, nodes)
    if status == EXHAUSTED:
        return Unsolvable(nodes)
    return Unknown(nodes)


def prepare() -> None:
    """Call all that a search calls, once."""
    solve(POLISH, Position(GOAL[:-1] + bytes((EMPTY,)), 1), max_nodes=0)
    store = new_store()
    reindex(store.nodes, store.slots, store.queue[MADE])


def bound(rules: DominoRules, position: Position) -> int | None:
    """The kernel's lower bound on the moves left; None if it proves that there is no solution."""
    found = bound_of(tables(rules), scratch(), *_packed(rules, position))
    return None if found == DEAD else int(found)


def closed(rules: DominoRules, position: Position) -> bool:
    """Whether the position is closed, as the kernel has it."""
    of_windows = tables(rules)[position.opened - 1]
    return bool(closed_of(of_windows, scratch(), *_packed(rules, position)))


def _packed(rules: DominoRules, position: Position) -> tuple[int, int, int]:
    return packed(position.cells.translate(targets(rules)[position.opened - 1].keys))


def _run(of_rules: Numbers, room: Numbers, store: Store, max_nodes: int) -> tuple[Store, int]:
    for pause in count(SLICE_NODES, SLICE_NODES):
        status = search(of_rules, room, *store, min(pause, max_nodes))
        while status == FULL and len(store.nodes) < MOST_NODES:
            store = grown(store)
            reindex(store.nodes, store.slots, store.queue[MADE])
            status = search(of_rules, room, *store, min(pause, max_nodes))
        if status != PAUSED or pause >= max_nodes:
            return store, status
    raise AssertionError


def _line(position: Position, store: Store) -> tuple[tuple[Move, ...], int]:
    """The moves, and the windows open after them."""
    cells, opened = position.cells, position.opened
    line: list[Move] = []
    for source, window in reversed(tuple(steps(store))):
        if window == ASIDE:
            line.append(OPEN)
            cells = cells.replace(bytes((EXIT_TILES[opened],)), bytes((EMPTY,)))
            opened += 1
        else:
            line.append(Put(cells[source], window))
            cells = moved(cells, cells[source], source, window)
    return tuple(line), opened
