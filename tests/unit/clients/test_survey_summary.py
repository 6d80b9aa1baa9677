"""What a survey counts, what follows from it, and how it is shown."""

import io
import json
from itertools import pairwise
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasjans_terminal.solvers import Verdict
from pasjans_terminal.surveying.deals import Record
from pasjans_terminal.surveying.histogram import histogram
from pasjans_terminal.surveying.measures import _Z_95, percentile, share_of
from pasjans_terminal.surveying.progress import reported
from pasjans_terminal.surveying.summary import json_of, summary_of
from pasjans_terminal.surveying.tally import Tally
from pasjans_terminal.surveying.text import text_of
from support.surveys import NATURALS, SURVEY, record, records

COUNTS = st.dictionaries(st.integers(0, 10**9), st.integers(1, 10**6), min_size=1, max_size=60)


def tallied(*some: Record) -> Tally:
    tally = Tally(SURVEY.solver.figures)
    for each in some:
        tally.add(each)
    return tally


# What is counted


@pytest.mark.parametrize(
    ("count", "sample", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_as_printed(count: int, sample: int, low: float, high: float) -> None:
    # Newcombe, 1998, Statistics in Medicine 17, page 861, table I, method 3.
    share = share_of(count, sample)
    assert share.share == count / sample
    assert share.low == pytest.approx(low, abs=5e-5)
    assert share.high == pytest.approx(high, abs=5e-5)


@pytest.mark.slow
@given(st.data(), st.integers(1, 10**7))
def test_wilson_by_its_definition(data: st.DataObject, sample: int) -> None:
    """At both ends the sample is as far from the truth as it is 5 times in 100."""
    count = data.draw(st.integers(0, sample))
    share = share_of(count, sample)
    assert 0 <= share.low <= share.share <= share.high <= 1
    for end in (share.low, share.high):
        variance = end * (1 - end) / sample
        assert (end - share.share) ** 2 == pytest.approx(_Z_95**2 * variance, rel=1e-4, abs=1e-15)
    other = share_of(sample - count, sample)
    assert (other.low, other.high) == pytest.approx((1 - share.high, 1 - share.low), abs=1e-12)


@pytest.mark.slow
@given(st.lists(NATURALS, min_size=1), st.integers(1, 100))
def test_a_percentile_by_its_definition(values: list[int], percent: int) -> None:
    # Surveys: "A percentile is the least value that so many of a hundred deals do not exceed".
    ordered = sorted(values)
    found = percentile(ordered, percent)

    def reached(value: float) -> bool:
        return 100 * sum(each <= value for each in values) >= percent * len(values)

    assert reached(found)
    assert not reached(max((each for each in values if each < found), default=-inf))


def test_percentiles_of_a_hundred() -> None:
    assert [percentile(range(1, 101), at) for at in (1, 25, 50, 90, 99, 100)] == [
        *(1, 25, 50, 90, 99, 100),
    ]


@pytest.mark.slow
@given(records())
def test_a_summary_counts_each_deal_once(some: list[Record]) -> None:
    summary = summary_of(SURVEY, 10, tallied(*some))
    assert summary.deals == len(some)
    assert sum(share.count for share in summary.shares.values()) == len(some)
    solved = [each.figures for each in some if each.verdict is Verdict.SOLVED]
    assert summary.shares[Verdict.SOLVED].count == len(solved)
    for at, spread in enumerate(summary.spreads.values()):
        if spread is None:
            assert not solved
            continue
        values = [figures[at] for figures in solved]
        assert (spread.min, spread.max) == (min(values), max(values))
        assert spread.mean == pytest.approx(sum(values) / len(values))
        assert dict(spread.counts) == {value: values.count(value) for value in values}
    assert summary.nodes.max == max(each.nodes for each in some)
    assert summary.ms.max == max(each.ms for each in some)


def test_a_summary_for_programs() -> None:
    tally = tallied(record(0, 40, 2), record(1, None), record(2, 43, 3, nodes=9))
    fields = json.loads(json.dumps(json_of(summary_of(SURVEY, 5, tally))))
    verdicts = fields.pop("verdicts")
    assert list(verdicts) == ["solved", "unsolvable", "unknown"]
    assert list(verdicts["unknown"]) == ["count", "share", "low", "high"]
    assert [verdict["count"] for verdict in verdicts.values()] == [2, 1, 0]
    assert fields == {
        "rules": "polish",
        "rules_version": 1,
        "solver": SURVEY.solver.version,
        "max_nodes": 1000,
        "survey": "a seed: ż",
        "asked": 5,
        "deals": 3,
        "par": {
            "min": 40,
            "p25": 40,
            "median": 40,
            "p75": 43,
            "max": 43,
            "mean": 41.5,
            "counts": {"40": 1, "43": 1},
        },
        "windows": {
            "min": 2,
            "p25": 2,
            "median": 2,
            "p75": 3,
            "max": 3,
            "mean": 2.5,
            "counts": {"2": 1, "3": 1},
        },
        "nodes": {"median": 7, "p90": 9, "p99": 9, "max": 9},
        "ms": {"median": 0.5, "p90": 0.5, "p99": 0.5, "max": 0.5},
    }


def test_nothing_solved_has_no_figures() -> None:
    summary = summary_of(SURVEY, 1, tallied(record(0, None)))
    assert json_of(summary)["par"] is None
    text = text_of(summary, blocks=True)
    assert "par" not in text
    assert "unsolvable      1  100.00 %  20.65 to 100.00 %" in text


# How it is shown


@pytest.mark.slow
@given(COUNTS, st.booleans())
def test_a_histogram_has_each_deal_in_its_row(counts: dict[int, int], blocks: bool) -> None:
    rows = histogram(counts.items(), blocks=blocks)
    assert len(rows) <= 40
    shown = [int(row.deals.replace(",", "")) for row in rows]
    ends = [tuple(map(int, row.values.split("-"))) for row in rows]
    assert shown == [
        sum(deals for value, deals in counts.items() if end[0] <= value <= end[-1]) for end in ends
    ]
    assert sum(shown) == sum(counts.values())
    assert all(after[0] == end[-1] + 1 for end, after in pairwise(ends))
    bars = [len(row.bar) for row in rows]
    assert max(bars) == 50
    assert [bool(bar) for bar in bars] == [bool(deals) for deals in shown]
    assert sorted(bars) == [bar for _, bar in sorted(zip(shown, bars, strict=True))]
    assert blocks or {"", "#"} >= {letter for row in rows for letter in row.bar}


def test_bars_have_eighths() -> None:
    rows = histogram({1: 400, 2: 7, 3: 1, 4: 9}.items(), blocks=True)
    assert [row.bar for row in rows] == ["█" * 50, "▉", "▏", "█▏"]


def test_text() -> None:
    some = (*(record(number, 40 + number // 2, 3) for number in range(6)), record(6, None))
    text = text_of(summary_of(SURVEY, 8, tallied(*some, record(7, 45, 2))), blocks=False)
    assert text == (
        """\
polish, 8 of 8 deals of the seed 'a seed: \\u017c', solver 1, 1,000 nodes a deal at most

            deals    share     95 % interval
solved          7  87.50 %  52.91 to 97.76 %
unsolvable      1  12.50 %   2.24 to 47.09 %
unknown         0   0.00 %   0.00 to 32.44 %

of solved deals  min  25 %  median  75 %  max   mean
par               40    40      41    42   45  41.57
windows            2     3       3     3    3   2.86

of all deals  median  90 %  99 %  max
nodes              7     7     7    7
ms               0.5   0.5   0.5  0.5

par  deals
40       2  ##################################################
41       2  ##################################################
42       2  ##################################################
43       0
44       0
45       1  #########################

windows  deals
2            1  ########
3            6  ##################################################"""
    )


def test_progress() -> None:
    times = iter([100.0, 100.4, 101.0, 101.1, 5101.1])
    log = io.StringIO()
    some = [record(number) for number in range(5, 10)]
    assert list(reported(some, 10, 5, log, lambda: next(times))) == some
    assert log.getvalue().splitlines() == [
        "8 of 10 deals, 2.0 a second, 1 s left",
        "10 of 10 deals, 0.0 a second, done",
    ]


@pytest.mark.parametrize(
    ("asked", "left"),
    [(61, "59 s"), (3601, "59 min 59 s"), (3602, "1 h 0 min"), (7269, "2 h 1 min")],
)
def test_progress_tells_the_time_left(asked: int, left: str) -> None:
    times = iter([0.0, 1.0])
    log = io.StringIO()
    list(reported([record(0), record(1)], asked, 0, log, lambda: next(times)))
    assert log.getvalue() == f"2 of {asked:,} deals, 1.0 a second, {left} left\n"
