"""Par: the fewest moves that solve a position, proved; or that nothing solves it, proved.

>>> from pasjans_engine.domino import POLISH
>>> from pasjans_engine.domino.notation import parse_position
>>> goal = "60 61 62 63 64 65 66/50 51 52 53 54 55/40 41 42 43 44/30 31 32 33/20 21 22/10 11/--"
>>> solve(POLISH, parse_position(goal, 1))
Solved(par=0, line=(), windows=1, nodes=0)
"""

from typing import Final

from pasjans_engine.domino.layout import Position
from pasjans_engine.domino.rules import DominoRules
from pasjans_engine.domino.solver.verdict import Solved, Unknown, Unsolvable, Verdict

__all__ = ["MAX_NODES", "VERSION", "Solved", "Unknown", "Unsolvable", "Verdict", "prepare", "solve"]

VERSION: Final = 1
"""Goes up when answers may change: another best line, other nodes, or a fault mended."""

MAX_NODES: Final = 10_000_000
"""The budget unless another one is given: about 1.5 GB and a minute, if it is ever reached."""


def solve(rules: DominoRules, position: Position, *, max_nodes: int = MAX_NODES) -> Verdict:
    """Par and a best line, or a proof that there is none, or neither within the budget.

    The answer depends on the arguments alone. Imports the kernels when it is first called, which
    takes a second, and some more when they have to be compiled. Other threads run meanwhile.

    Args:
        rules: the rules.
        position: where the line begins.
        max_nodes: how many positions may be opened; it limits time and memory.
    """
    from pasjans_engine.domino.solver import compiled  # noqa: PLC0415

    return compiled.solve(rules, position, max_nodes=max_nodes)


def prepare() -> None:
    """Load the kernels, or compile them, which takes some seconds the first time on a machine."""
    from pasjans_engine.domino.solver import compiled  # noqa: PLC0415

    compiled.prepare()
