"""What a survey's answers come to."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from pasjans_terminal.solvers import Verdict
from pasjans_terminal.surveying.deals import Survey
from pasjans_terminal.surveying.measures import Share, percentile, share_of
from pasjans_terminal.surveying.tally import Tally


@dataclass(frozen=True, slots=True)
class Spread:
    """How a figure is distributed among the deals that have it.

    Attributes:
        min: the least.
        p25: the first quartile.
        median: the second.
        p75: the third.
        max: the greatest.
        mean: the mean.
        counts: how many deals have each value, ascending.
    """

    min: int
    p25: int
    median: int
    p75: int
    max: int
    mean: float
    counts: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Cost:
    """What deals cost, of all of them: solved, unsolvable and unknown.

    Attributes:
        median: what half of them do not exceed.
        p90: what 90 of 100 do not exceed.
        p99: what 99 of 100 do not exceed.
        max: the most.
    """

    median: float
    p90: float
    p99: float
    max: float


@dataclass(frozen=True, slots=True)
class Summary:
    """What is known after some deals, 1 or more.

    Attributes:
        survey: what was looked into.
        asked: how many deals were to be solved.
        deals: how many were.
        shares: of each verdict.
        spreads: of each figure, by name; None if nothing was solved.
        nodes: positions opened for a deal.
        ms: milliseconds for a deal.
    """

    survey: Survey
    asked: int
    deals: int
    shares: dict[Verdict, Share]
    spreads: dict[str, Spread | None]
    nodes: Cost
    ms: Cost


def summary_of(survey: Survey, asked: int, tally: Tally) -> Summary:
    """What a tally of 1 deal or more comes to."""
    return Summary(
        survey=survey,
        asked=asked,
        deals=tally.deals,
        shares={name: share_of(count, tally.deals) for name, count in tally.verdicts.items()},
        spreads={name: _spread(counts) for name, counts in tally.figures.items()},
        nodes=_cost(tally.nodes),
        ms=_cost(tally.ms),
    )


def json_of(summary: Summary) -> dict[str, object]:
    """The same as an object for programs."""
    survey = summary.survey
    return {
        "rules": survey.rules,
        "rules_version": survey.solver.rules.version,
        "solver": survey.solver.version,
        "max_nodes": survey.max_nodes,
        "survey": survey.seed,
        "asked": summary.asked,
        "deals": summary.deals,
        "verdicts": {name: asdict(share) for name, share in summary.shares.items()},
        **{name: spread and _fields(spread) for name, spread in summary.spreads.items()},
        "nodes": asdict(summary.nodes),
        "ms": asdict(summary.ms),
    }


def _fields(spread: Spread) -> dict[str, object]:
    return {**asdict(spread), "counts": dict(spread.counts)}


def _spread(counts: Counter[int]) -> Spread | None:
    if not counts:
        return None
    ordered = sorted(counts.elements())
    return Spread(
        min=ordered[0],
        p25=percentile(ordered, 25),
        median=percentile(ordered, 50),
        p75=percentile(ordered, 75),
        max=ordered[-1],
        mean=sum(ordered) / len(ordered),
        counts=tuple(sorted(counts.items())),
    )


def _cost(values: Sequence[int] | Sequence[float]) -> Cost:
    ordered = sorted(values)
    return Cost(*(percentile(ordered, percent) for percent in (50, 90, 99, 100)))
