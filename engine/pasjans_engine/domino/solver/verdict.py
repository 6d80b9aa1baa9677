"""What the solver answers: one of three, never one for another."""

from dataclasses import dataclass
from typing import TypeAlias

from pasjans_engine.domino.layout import Move


@dataclass(frozen=True, slots=True)
class Solved:
    """The position has a solution, and none is shorter.

    Attributes:
        par: the fewest moves, exits counted.
        line: moves that solve it, `par` of them; another best line may differ.
        windows: windows that are open at the end of that line, 1 to 3.
        nodes: positions that were looked at to find and prove it.
    """

    par: int
    line: tuple[Move, ...]
    windows: int
    nodes: int


@dataclass(frozen=True, slots=True)
class Unsolvable:
    """There is no solution: everything that can be reached was looked at.

    Attributes:
        nodes: positions that were looked at to prove it.
    """

    nodes: int


@dataclass(frozen=True, slots=True)
class Unknown:
    """The budget was reached before there was an answer.

    Attributes:
        nodes: positions that were looked at.
    """

    nodes: int


Verdict: TypeAlias = Solved | Unsolvable | Unknown
