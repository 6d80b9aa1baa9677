"""What a solver answers: one of three, never one for another."""

from dataclasses import dataclass
from typing import TypeAlias

from pasjans_engine.queens.layout import Move


@dataclass(frozen=True, slots=True)
class Solved:
    """The position has a solution.

    Attributes:
        line: moves that solve it, draws and redeals included; shorter ones may exist.
        nodes: positions that were looked at to find it.
    """

    line: tuple[Move, ...]
    nodes: int


@dataclass(frozen=True, slots=True)
class Unsolvable:
    """There is no solution: that is proved.

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
