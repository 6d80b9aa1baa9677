"""The solvers, and what each of them tells: the one place where another game's is added.

Each tells a verdict and how many positions it opened, and of what is solved a line and some
figures. Which figures there are, and whether they are proved to be the least, is the solver's.
"""

import argparse
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from types import MappingProxyType
from typing import Any, Final, assert_never

from pasjans_engine import domino
from pasjans_engine.domino import POLISH, RUSSIAN, DominoRules
from pasjans_engine.domino.solver import (
    MAX_NODES,
    VERSION,
    Solved,
    Unknown,
    Unsolvable,
    prepare,
    solve,
)
from pasjans_engine.rules import Position, Rules
from pasjans_terminal.command import count


class Verdict(StrEnum):
    """One of three, never one for another."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a solver tells of a position.

    Attributes:
        verdict: solved, proved to be unsolvable, or unknown: the budget was reached before.
        nodes: positions that were opened.
        line: names of moves that solve it; none if it is not solved.
        figures: numbers told of that line, by the names in `Solver.figures`; none if it is not
            solved.
    """

    verdict: Verdict
    nodes: int
    line: tuple[str, ...] = ()
    figures: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Solver:
    """How the deals of some rules are solved.

    Attributes:
        rules: the rules.
        version: goes up when answers may change.
        max_nodes: the budget unless another one is given.
        figures: names of the numbers that are told of a solution.
        prepare: makes a process ready; takes no time the second time.
        solve: the answer for a position of these rules within a budget of nodes.
    """

    rules: Rules
    version: int
    max_nodes: int
    figures: tuple[str, ...]
    prepare: Callable[[], None]
    solve: Callable[[Any, int], Answer]

    def timed(self, position: Position, max_nodes: int) -> tuple[Answer, float]:
        """The answer, and the milliseconds that it took."""
        begun = time.perf_counter()
        answer = self.solve(position, max_nodes)
        return answer, round((time.perf_counter() - begun) * 1e3, 3)

    def fields(self, figures: tuple[int, ...]) -> dict[str, int | None]:
        """Figures by their names, each null if there are none."""
        if not figures:
            return dict.fromkeys(self.figures)
        return dict(zip(self.figures, figures, strict=True))


def prepare_all() -> None:
    """Make this process ready for whatever is to be solved."""
    for solver in SOLVERS.values():
        solver.prepare()


def add_options(parser: argparse.ArgumentParser, each: str) -> None:
    """Add the options of a command that solves many.

    Args:
        parser: the command's.
        each: what is solved, one after the other.
    """
    budgets = ", ".join(f"{name} {solver.max_nodes:,}" for name, solver in SOLVERS.items())
    parser.add_argument(
        "--workers", type=count, default=1, metavar="N", help="processes that solve (1)"
    )
    parser.add_argument(
        "--max-nodes",
        type=count,
        metavar="N",
        help=f"positions to open at most for each {each} ({budgets})",
    )


def _domino(rules: DominoRules) -> Solver:
    return Solver(
        rules=rules,
        version=VERSION,
        max_nodes=MAX_NODES,
        figures=("par", "windows"),
        prepare=prepare,
        solve=partial(_solve_domino, rules),
    )


def _solve_domino(rules: DominoRules, position: domino.Position, max_nodes: int) -> Answer:
    verdict = solve(rules, position, max_nodes=max_nodes)
    match verdict:
        case Solved(par=par, line=line, windows=windows, nodes=nodes):
            names = tuple(map(rules.move_name, line))
            return Answer(Verdict.SOLVED, nodes, names, (par, windows))
        case Unsolvable(nodes=nodes):
            return Answer(Verdict.UNSOLVABLE, nodes)
        case Unknown(nodes=nodes):
            return Answer(Verdict.UNKNOWN, nodes)
        case _:
            assert_never(verdict)


SOLVERS: Final[Mapping[str, Solver]] = MappingProxyType(
    {rules.id: _domino(rules) for rules in (POLISH, RUSSIAN)}
)
"""All solvers by the id of the rules."""
