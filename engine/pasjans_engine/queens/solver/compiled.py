"""The solver with compiled kernels: restarts that look for a line, and a search that may prove.

A *restart* is a depth-first search that gives up soon and begins again with other random numbers:
most positions have many solutions, and what hides them is a bad choice near the beginning. Every
other restart sends all it can to the houses. The *proof* is one search that goes on until there is
nothing left to look at, and keeps to what is proved to lose no solution.
"""

from itertools import count
from typing import Final

from pasjans_engine.cards import kind_of
from pasjans_engine.queens.layout import NONE, Move, Position, Size
from pasjans_engine.queens.rules import QUEENS, QueensRules
from pasjans_engine.queens.solver.kernels.codes import steps_of
from pasjans_engine.queens.solver.kernels.forced import GREEDY, PROOF
from pasjans_engine.queens.solver.kernels.search import (
    EXHAUSTED,
    FULL,
    OPENED,
    PAUSED,
    SOLVED,
    refilled,
    search,
)
from pasjans_engine.queens.solver.kernels.state import Row, row_of
from pasjans_engine.queens.solver.kernels.store import Store, grown, moves_of, new_store
from pasjans_engine.queens.solver.steps import line_of
from pasjans_engine.queens.verdict import Solved, Unknown, Unsolvable, Verdict

RESTART_NODES: Final = 500
"""A restart gives up after so many."""

SLICE_NODES: Final = 20_000
"""After so many nodes the kernel comes back for a moment, so that Ctrl-C and the like are heard."""

_RESTARTS: Final = 2
"""So many come before the search that may prove has its first turn, then twice as many, …"""

_NOISE: Final = 32
"""The largest random part of a score; a card in a house counts 3."""


def solve(rules: QueensRules, position: Position, *, max_nodes: int) -> Verdict:
    """A line, or a proof that there is none, or neither within the budget.

    Other threads run meanwhile.

    Args:
        rules: the rules.
        position: where the line begins.
        max_nodes: how many positions may be looked at.
    """
    row = row_of(rules.size, position)
    proof = _Search(new_store(PROOF), row)
    nodes, numbers = 0, count()
    for turn in count():
        for _ in range(_RESTARTS << turn):
            restart = _restart(row, next(numbers))
            if restart.run(min(RESTART_NODES, max_nodes - nodes)) == SOLVED:
                return Solved(restart.line(rules.size, position), nodes + restart.nodes)
            nodes += restart.nodes
        before = proof.nodes
        status = proof.run(min(RESTART_NODES << turn, before + max_nodes - nodes))
        nodes += proof.nodes - before
        if status == SOLVED:
            return Solved(proof.line(rules.size, position), nodes)
        if status == EXHAUSTED:
            return Unsolvable(nodes)
        if nodes >= max_nodes:
            return Unknown(nodes)
    raise AssertionError


def prove(rules: QueensRules, position: Position, *, max_nodes: int, laws: int = PROOF) -> Verdict:
    """The answer of the search that may prove, alone.

    Args:
        rules: the rules.
        position: where the line begins.
        max_nodes: how many positions may be looked at.
        laws: what a forced move has to keep to.
    """
    proof = _Search(new_store(laws), row_of(rules.size, position))
    status = proof.run(max_nodes)
    if status == SOLVED:
        return Solved(proof.line(rules.size, position), proof.nodes)
    return Unsolvable(proof.nodes) if status == EXHAUSTED else Unknown(proof.nodes)


def prepare() -> None:
    """Call all that a search calls, once."""
    full = bytes(kind_of(house // 2, QUEENS.size.ranks - 2) for house in range(QUEENS.size.houses))
    end = Position(full, bytes((NONE,) * QUEENS.size.prisoners), (b"",) * 8, b"", b"")
    solve(QUEENS, end, max_nodes=0)
    refilled(new_store(PROOF).table, new_store(PROOF).table)


def _restart(row: Row, number: int) -> "_Search":
    laws = PROOF if number % 2 else GREEDY
    return _Search(new_store(laws, noise=_NOISE, chance=number), row)


class _Search:
    """One search, which can be continued."""

    def __init__(self, store: Store, row: Row) -> None:
        self._store = store
        self._row = row
        store.rows[0] = row

    @property
    def nodes(self) -> int:
        """How many positions were looked at."""
        return int(self._store.counters[OPENED])

    def run(self, max_nodes: int) -> int:
        """Go on until an answer, or until so many positions have been looked at in all."""
        while True:
            status = search(*self._store, min(self.nodes + SLICE_NODES, max_nodes))
            if status == FULL:
                self._store = grown(self._store)
            elif status != PAUSED or self.nodes >= max_nodes:
                return status

    def line(self, size: Size, position: Position) -> tuple[Move, ...]:
        """The moves of the game that were found."""
        moves = moves_of(self._store, self._row)
        steps = [step for move in moves for step in steps_of(move)]
        return line_of(size, position, steps)
