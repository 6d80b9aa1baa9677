"""Whether Topsy-Turvy Queens can be solved with few passes through the stock: a line, or a proof.

The order of the stock matters here, so that this is another search than with unlimited redeals.
"""

from typing import Final

from pasjans_engine.queens.layout import Position
from pasjans_engine.queens.rules import QueensRules
from pasjans_engine.queens.verdict import Solved, Unknown, Unsolvable, Verdict

__all__ = ["MAX_NODES", "VERSION", "Solved", "Unknown", "Unsolvable", "Verdict", "prepare", "solve"]

VERSION: Final = 1
"""Goes up when answers may change: another line, other nodes, or a fault mended."""

MAX_NODES: Final = 8_000_000
"""The budget unless another one is given: a quarter of a minute, if it is ever reached."""


def solve(rules: QueensRules, position: Position, *, max_nodes: int = MAX_NODES) -> Verdict:
    """A line that solves a position, or a proof that there is none, or neither within the budget.

    The answer depends on the arguments alone. Imports the kernels when it is first called, which
    takes a second, and some more when they have to be compiled. Other threads run meanwhile.

    Args:
        rules: rules that limit the redeals.
        position: where the line begins.
        max_nodes: after how many positions made it gives up, some hundreds more at most; it
            limits time and memory.

    Raises:
        ValueError: the rules do not limit the redeals.
    """
    from pasjans_engine.queens.passes import compiled  # noqa: PLC0415

    return compiled.solve(rules, position, max_nodes=max_nodes)


def prepare() -> None:
    """Load the kernels, or compile them, which takes half a minute the first time on a machine."""
    from pasjans_engine.queens.passes import compiled  # noqa: PLC0415

    compiled.prepare()
