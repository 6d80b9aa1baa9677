"""Deals by lot that anybody can draw again, and their answers."""

from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from pasjans_terminal.solvers import SOLVERS, Solver, Verdict

PREFIX: Final = "pasjans/survey/1"


@dataclass(frozen=True, slots=True)
class Survey:
    """What is looked into.

    Attributes:
        rules: id of rules that have a solver.
        seed: any text; with a number it decides a deal.
        max_nodes: how many positions may be opened for a deal.
    """

    rules: str
    seed: str
    max_nodes: int

    @property
    def solver(self) -> Solver:
        """What solves these deals."""
        return SOLVERS[self.rules]


@dataclass(frozen=True, slots=True)
class Question:
    """A deal to solve.

    Attributes:
        survey: which it belongs to.
        number: which of its deals, 0-based.
    """

    survey: Survey
    number: int


@dataclass(frozen=True, slots=True)
class Record:
    """What was found out of a deal.

    Attributes:
        number: which deal, 0-based.
        verdict: solved, unsolvable, or unknown.
        figures: numbers told of its line, as the solver names them; none if it is not solved.
        nodes: positions that were opened.
        ms: milliseconds that it took.
    """

    number: int
    verdict: Verdict
    figures: tuple[int, ...]
    nodes: int
    ms: float


def deal_seed(seed: str, number: int) -> bytes:
    """The 32 bytes that decide a deal, whatever the rules.

    Source: docs/solver.md of this project, "Surveys".
    """
    # Surveys: "The seed of deal i is the SHA-256 of the text `pasjans/survey/1:S:i`".
    return sha256(f"{PREFIX}:{seed}:{number}".encode()).digest()


def examined(question: Question) -> Record:
    """The answer for a deal."""
    survey, number = question.survey, question.number
    rules = survey.solver.rules
    position = rules.start(rules.deal(deal_seed(survey.seed, number)))
    answer, ms = survey.solver.timed(position, survey.max_nodes)
    return Record(number, answer.verdict, answer.figures, answer.nodes, ms)
