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

Bound: TypeAlias = Callable[[Targets, bytes], int]
"""A number of moves that every solution from these cells has at least."""

_Reached: TypeAlias = dict[bytes, tuple[int, Position, bytes | None, Move | None]]
"""By key: moves so far, the position, the key before it, the move between."""


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
    by_windows = targets(rules)

    def left(here: Position) -> int:
        return bound(by_windows[here.opened - 1], here.cells)

    def key(here: Position) -> bytes:
        return here.cells.translate(by_windows[here.opened - 1].keys)

    reached: _Reached = {key(position): (0, position, None, None)}
    queue = [(left(position), 0, key(position))]
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
        for move, there in _steps(rules, by_windows[here.opened - 1], here):
            there_key = key(there)
            known = reached.get(there_key)
            if known is None or known[0] > moves + 1:
                reached[there_key] = (moves + 1, there, here_key, move)
                heappush(queue, (moves + 1 + left(there), -moves - 1, there_key))
    return Unsolvable(nodes)


def _steps(
    rules: DominoRules, here_targets: Targets, here: Position
) -> Iterator[tuple[Move, Position]]:
    cells = here.cells
    for window in here.windows:
        for tile in here_targets.takes[window][cells[ABOVE[window]]]:
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
