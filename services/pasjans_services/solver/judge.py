"""What a solver says of one position: here alone it is told which rules have which solver.

The kernels are compiled and loaded under Python's lock, for seconds: never in a process in which
people play.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from pasjans_engine.domino import DominoRules
from pasjans_engine.domino import solver as domino
from pasjans_engine.domino.layout import Position as DominoPosition
from pasjans_engine.queens import passes
from pasjans_engine.queens import solver as queens
from pasjans_engine.queens.layout import Position as QueensPosition
from pasjans_engine.queens.rules import QueensRules
from pasjans_engine.queens.verdict import Solved, Unsolvable
from pasjans_engine.rules import Position, Rules
from pasjans_services.games.pars import Known

DOMINO_NODES: Final = 200_000
QUEENS_NODES: Final = 100_000
PASSES_NODES: Final = 200_000


@dataclass(frozen=True, slots=True)
class Judged:
    """What a solver says of a position.

    Attributes:
        verdict: Whether there is a solution, or that the budget did not do.
        nodes: Positions that were looked at.
        to_go: The fewest moves that solve it; None unless there is a solution, or where the solver
            does not count moves.
        best: The first of so few moves; None where there is none, or where it would tell what
            lies hidden.
    """

    verdict: Known
    nodes: int
    to_go: int | None = None
    best: str | None = None


Judge: TypeAlias = Callable[[Rules, Position, int], Judged]
"""What a solver says of a position within a budget: rules, the position, the nodes."""


def can_weigh(rules: Rules) -> bool:
    """Whether a solver counts the moves to go, so that each move of a game has a cost."""
    return isinstance(rules, DominoRules)


def version_of(rules: Rules) -> int:
    """The version of the solver for these rules."""
    if isinstance(rules, DominoRules):
        return domino.VERSION
    return queens.VERSION if _is_unlimited(rules) else passes.VERSION


def hint_nodes(rules: Rules) -> int:
    """The budget of a hint by these rules: a second or two."""
    if isinstance(rules, DominoRules):
        return DOMINO_NODES
    return QUEENS_NODES if _is_unlimited(rules) else PASSES_NODES


def prepare() -> None:
    """Load all kernels, or compile them."""
    domino.prepare()
    passes.prepare()


def judge(rules: Rules, position: Position, max_nodes: int) -> Judged:
    """What the solver says of a position within a budget; it holds its thread, and no other.

    Args:
        rules: The rules.
        position: A position of theirs.
        max_nodes: How many positions may be looked at.
    """
    if isinstance(rules, DominoRules) and isinstance(position, DominoPosition):
        return _domino(rules, position, max_nodes)
    if isinstance(rules, QueensRules) and isinstance(position, QueensPosition):
        return _queens(rules, position, max_nodes)
    raise TypeError(f"there is no solver for the rules {rules.id}")


def _is_unlimited(rules: Rules) -> bool:
    return isinstance(rules, QueensRules) and rules.max_redeals is None


def _queens(rules: QueensRules, position: QueensPosition, max_nodes: int) -> Judged:
    """Whether there is a solution: of the line not a word, since it would tell what lies hidden."""
    solve = queens.solve if _is_unlimited(rules) else passes.solve
    match solve(rules, position, max_nodes=max_nodes):
        case Solved(nodes=nodes):
            return Judged(Known.SOLVED, nodes)
        case Unsolvable(nodes=nodes):
            return Judged(Known.UNSOLVABLE, nodes)
        case verdict:
            return Judged(Known.UNKNOWN, verdict.nodes)


def _domino(rules: DominoRules, position: DominoPosition, max_nodes: int) -> Judged:
    match domino.solve(rules, position, max_nodes=max_nodes):
        case domino.Solved(par=par, line=line, nodes=nodes):
            best = rules.move_name(line[0]) if line else None
            return Judged(Known.SOLVED, nodes, par, best)
        case domino.Unsolvable(nodes=nodes):
            return Judged(Known.UNSOLVABLE, nodes)
        case verdict:
            return Judged(Known.UNKNOWN, verdict.nodes)
