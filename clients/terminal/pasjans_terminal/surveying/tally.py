"""Counting a survey's answers, however many."""

from array import array
from collections import Counter
from collections.abc import Sequence

from pasjans_terminal.solvers import Verdict
from pasjans_terminal.surveying.deals import Record


class Tally:
    """What was told so far.

    Attributes:
        verdicts: how many deals of each.
        figures: for each figure of the solver, how many solved deals have which value.
        nodes: positions opened for each deal.
        ms: milliseconds that each took.
    """

    def __init__(self, figures: Sequence[str]) -> None:
        self.verdicts = Counter(dict.fromkeys(Verdict, 0))
        self.figures = {name: Counter[int]() for name in figures}
        self.nodes = array("q")
        self.ms = array("d")

    @property
    def deals(self) -> int:
        """How many deals."""
        return len(self.nodes)

    def add(self, record: Record) -> None:
        """Count one more."""
        self.verdicts[record.verdict] += 1
        self.nodes.append(record.nodes)
        self.ms.append(record.ms)
        for counts, value in zip(self.figures.values(), record.figures, strict=False):
            counts[value] += 1
