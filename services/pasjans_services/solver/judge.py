"""What a solver says of one position: here alone it is told which rules have which solver.

The kernels are compiled and loaded under Python's lock, for seconds: never in a process in which
people play.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from pasjans_engine.domino import DominoRules
from pasjans_engine.domino.layout import Position as DominoPosition
from pasjans_engine.domino.solver import VERSION, Solved, Unsolvable, solve
from pasjans_engine.rules import Position, Rules
from pasjans_services.games.pars import Known


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
    return isinstance(rules, DominoRules)


def can_weigh(rules: Rules) -> bool:
    """Whether a solver counts the moves to go, so that each move of a game has a cost."""
    return isinstance(rules, DominoRules)


def version_of(rules: Rules) -> int:
    """The version of the solver for these rules, which `can_judge` takes."""
    if isinstance(rules, DominoRules):
        return VERSION
    raise TypeError(f"there is no solver for the rules {rules.id}")


def judge(rules: Rules, position: Position, max_nodes: int) -> Judged:
    """What the solver says of a position within a budget; it holds its thread, and no other.

    Args:
        rules: The rules, which `can_judge` takes.
        position: A position of theirs.
        max_nodes: How many positions may be looked at.
    """
    if isinstance(rules, DominoRules) and isinstance(position, DominoPosition):
        return _domino(rules, position, max_nodes)
    raise TypeError(f"there is no solver for the rules {rules.id}")


def _domino(rules: DominoRules, position: DominoPosition, max_nodes: int) -> Judged:
    match solve(rules, position, max_nodes=max_nodes):
        case Solved(par=par, line=line, nodes=nodes):
            best = rules.move_name(line[0]) if line else None
            return Judged(Known.SOLVED, nodes, par, best)
        case Unsolvable(nodes=nodes):
            return Judged(Known.UNSOLVABLE, nodes)
        case verdict:
            return Judged(Known.UNKNOWN, verdict.nodes)
