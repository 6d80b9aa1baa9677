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
from pasjans_engine.queens import solver as queens
from pasjans_engine.queens.layout import Position as QueensPosition
from pasjans_engine.queens.rules import QueensRules
from pasjans_engine.rules import Position, Rules
from pasjans_services.games.pars import Known

DOMINO_NODES: Final = 200_000
QUEENS_NODES: Final = 100_000


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


def can_judge(rules: Rules) -> bool:
    """Whether there is a solver for positions of these rules."""
    return isinstance(rules, DominoRules) or _is_unlimited(rules)


def can_weigh(rules: Rules) -> bool:
    """Whether a solver counts the moves to go, so that each move of a game has a cost."""
    return isinstance(rules, DominoRules)


def version_of(rules: Rules) -> int:
    """The version of the solver for these rules, which `can_judge` takes."""
    return domino.VERSION if isinstance(rules, DominoRules) else queens.VERSION


def hint_nodes(rules: Rules) -> int:
    """The budget of a hint by these rules: a second or two."""
    return DOMINO_NODES if isinstance(rules, DominoRules) else QUEENS_NODES


def prepare() -> None:
    """Load all kernels, or compile them."""
    domino.prepare()
    queens.prepare()


def judge(rules: Rules, position: Position, max_nodes: int) -> Judged:
    """What the solver says of a position within a budget; it holds its thread, and no other.

    Args:
        rules: The rules, which `can_judge` takes.
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
    match queens.solve(rules, position, max_nodes=max_nodes):
        case queens.Solved(nodes=nodes):
            return Judged(Known.SOLVED, nodes)
        case queens.Unsolvable(nodes=nodes):
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
