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

from pasjans_engine.domino import POLISH, RUSSIAN, DominoRules
from pasjans_engine.domino import Position as DominoPosition
from pasjans_engine.domino import solver as domino
from pasjans_engine.queens import passes, verdict
from pasjans_engine.queens import solver as unlimited
from pasjans_engine.queens.layout import Position as QueensPosition
from pasjans_engine.queens.rules import QUEENS, QUEENS_3PASS, QueensRules
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
        """The answer, and the milliseconds that it took when all was ready."""
        self.prepare()
        begun = time.perf_counter()
        answer = self.solve(position, max_nodes)
        return answer, round((time.perf_counter() - begun) * 1e3, 3)

    def fields(self, figures: tuple[int, ...]) -> dict[str, int | None]:
        """Figures by their names, each null if there are none."""
        if not figures:
            return dict.fromkeys(self.figures)
        return dict(zip(self.figures, figures, strict=True))


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
        version=domino.VERSION,
        max_nodes=domino.MAX_NODES,
        figures=("par", "windows"),
        prepare=domino.prepare,
        solve=partial(_solve_domino, rules),
    )


def _solve_domino(rules: DominoRules, position: DominoPosition, max_nodes: int) -> Answer:
    found = domino.solve(rules, position, max_nodes=max_nodes)
    match found:
        case domino.Solved(par=par, line=line, windows=windows, nodes=nodes):
            names = tuple(map(rules.move_name, line))
            return Answer(Verdict.SOLVED, nodes, names, (par, windows))
        case domino.Unsolvable(nodes=nodes):
            return Answer(Verdict.UNSOLVABLE, nodes)
        case domino.Unknown(nodes=nodes):
            return Answer(Verdict.UNKNOWN, nodes)
        case _:
            assert_never(found)


def _cards(
    rules: QueensRules,
    version: int,
    max_nodes: int,
    prepare: Callable[[], None],
    solve: Callable[..., verdict.Verdict],
) -> Solver:
    def told(position: QueensPosition, most: int) -> Answer:
        return _told(rules, solve(rules, position, max_nodes=most))

    return Solver(rules, version, max_nodes, _OF_A_LINE_OF_CARDS, prepare, told)


def _told(rules: QueensRules, found: verdict.Verdict) -> Answer:
    match found:
        case verdict.Solved(line=line, nodes=nodes):
            names = tuple(map(rules.move_name, line))
            moves = sum(map(rules.scored, line))
            return Answer(Verdict.SOLVED, nodes, names, (moves, len(line) - moves))
        case verdict.Unsolvable(nodes=nodes):
            return Answer(Verdict.UNSOLVABLE, nodes)
        case verdict.Unknown(nodes=nodes):
            return Answer(Verdict.UNKNOWN, nodes)
        case _:
            assert_never(found)


_OF_A_LINE_OF_CARDS: Final = ("score", "draws")

SOLVERS: Final[Mapping[str, Solver]] = MappingProxyType(
    {
        POLISH.id: _domino(POLISH),
        RUSSIAN.id: _domino(RUSSIAN),
        QUEENS.id: _cards(
            QUEENS,
            unlimited.VERSION,
            unlimited.MAX_NODES,
            unlimited.prepare,
            unlimited.solve,
        ),
        QUEENS_3PASS.id: _cards(
            QUEENS_3PASS, passes.VERSION, passes.MAX_NODES, passes.prepare, passes.solve
        ),
    }
)
"""All solvers by the id of the rules."""
