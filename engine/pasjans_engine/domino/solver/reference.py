"""The solver in plain Python: short and slow, for tests to compare with.

A* (Hart, Nilsson and Raphael, 1968, IEEE Transactions on Systems Science and Cybernetics 4 (2))
over positions, each move and each exit one step. Positions that differ only in tiles that are as
good as each other are one (`Targets.keys`): the moves do not tell such tiles apart, so what
solves one solves the other, with as many moves.
"""

from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from typing import TypeAlias

from pasjans_engine.domino.closed import closed, moved
from pasjans_engine.domino.layout import ABOVE, EXIT_TILES, MAX_WINDOWS, OPEN, Move, Position, Put
from pasjans_engine.domino.rules import DominoRules
from pasjans_engine.domino.solver.bounds import count_bound
from pasjans_engine.domino.solver.targets import Targets, targets
from pasjans_engine.domino.solver.verdict import Solved, Unknown, Unsolvable, Verdict
from pasjans_engine.tiles import EMPTY

Bound: TypeAlias = Callable[[Targets, bytes], int | None]
"""A number of moves that every solution from these cells has at least; None if there is none."""

_Reached: TypeAlias = dict[bytes, tuple[int, Position, bytes | None, Move | None]]
"""By key: moves so far, the position, the key before it, the move between."""

_Queue: TypeAlias = list[tuple[int, int, bytes]]
"""Moves so far and bound together, less the moves so far, the key."""


def solve(
    rules: DominoRules,
    position: Position,
    *,
    max_nodes: int,
    bound: Bound = count_bound,
) -> Verdict:
    """Par and a best line, or a proof that there is none, or neither within the budget.

    Args:
        rules: the rules.
        position: where the line begins.
        max_nodes: how many positions may be looked at.
        bound: what is left at least; the answer does not depend on it, only the work.
    """
    start = _key(rules, position)
    reached: _Reached = {start: (0, position, None, None)}
    queue: _Queue = []
    _wait(queue, 0, bound(_targets(rules, position), position.cells), start)
    nodes = 0
    while queue:
        _, minus_moves, here_key = heappop(queue)
        moves, here, _, _ = reached[here_key]
        if moves != -minus_moves:
            continue
        if rules.solved(here):
            return Solved(moves, _line(reached, here_key), here.opened, nodes)
        if nodes == max_nodes:
            return Unknown(nodes)
        nodes += 1
        for move, there in _steps(rules, here):
            key = _key(rules, there)
            if key not in reached or reached[key][0] > moves + 1:
                reached[key] = (moves + 1, there, here_key, move)
                _wait(queue, moves + 1, bound(_targets(rules, there), there.cells), key)
    return Unsolvable(nodes)


def _targets(rules: DominoRules, here: Position) -> Targets:
    return targets(rules)[here.opened - 1]


def _key(rules: DominoRules, here: Position) -> bytes:
    return here.cells.translate(_targets(rules, here).keys)


def _wait(queue: _Queue, moves: int, least: int | None, key: bytes) -> None:
    if least is not None:
        heappush(queue, (moves + least, -moves, key))


def _steps(rules: DominoRules, here: Position) -> Iterator[tuple[Move, Position]]:
    cells = here.cells
    for window in here.windows:
        for tile in _targets(rules, here).takes[window][cells[ABOVE[window]]]:
            there = moved(cells, tile, cells.index(tile), window)
            yield Put(tile, window), Position(there, here.opened)
    # Rule 1.6: "In a closed position, and only there, the player may set aside `11`, wherever it
    # lies: a second window opens there. Closed again: `22`, a third window."
    if here.opened < MAX_WINDOWS and closed(rules.tables[here.opened - 1], cells):
        aside = bytes((EXIT_TILES[here.opened],))
        yield OPEN, Position(cells.replace(aside, bytes((EMPTY,))), here.opened + 1)


def _line(reached: _Reached, key: bytes) -> tuple[Move, ...]:
    line: list[Move] = []
    _, _, before, move = reached[key]
    while before is not None and move is not None:
        line.append(move)
        _, _, before, move = reached[before]
    return tuple(reversed(line))
