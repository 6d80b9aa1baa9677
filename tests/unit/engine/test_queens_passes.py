"""The solver of three passes as it is used: lines by the real rules, proofs, budgets, decks."""

import os
from collections.abc import Sequence
from itertools import islice

import pytest

from pasjans_engine.queens import QUEENS, QUEENS_3PASS, Move, Position, QueensRules, Size
from pasjans_engine.queens.passes import Solved, Unknown, Unsolvable, Verdict, compiled, solve
from pasjans_engine.queens.passes.kernels.arrays import FOUND, LOST, Limits
from pasjans_engine.queens.passes.kernels.search import MOST_CHILDREN
from pasjans_engine.queens.tables import build
from pasjans_engine.status import Status
from support import oracles
from support.exhaustive import searched
from support.queens import EASY_DEAL, table
from support.smallqueens import small_deals

pytestmark = pytest.mark.slow

DEALS = [case["deal"] for case in oracles.cases("deals-queens.jsonl")][:8]
SIZES = (
    Size(suits=1, ranks=5, columns=2, rounds=3, prisoners=1),
    Size(suits=1, ranks=6, columns=2, rounds=4, prisoners=1),
    Size(suits=1, ranks=7, columns=1, rounds=3, prisoners=1),
    Size(suits=2, ranks=3, columns=2, rounds=3, prisoners=3),
    Size(suits=2, ranks=4, columns=1, rounds=3, prisoners=3),
)
"""Sizes of which between one deal in ten and two in three cannot be solved."""
SMALL_DEALS = 12_000 if os.environ.get("PASJANS_HYPOTHESIS") == "long" else 900
"""How many small deals are searched in all."""

NEARLY = "QS QS QH QH QD QD QC TC"
"""The houses, but for the last jack and queen."""

each_size = pytest.mark.parametrize("size", SIZES, ids=str)
each_limit = pytest.mark.parametrize("redeals", [0, 1, 2])


def limited(size: Size, redeals: int) -> QueensRules:
    return QueensRules("small", build(size), max_redeals=redeals)


def end_of(rules: QueensRules, here: Position, line: Sequence[Move]) -> Position:
    for move in line:
        here = rules.play(here, move)
    return here


def assert_solves(rules: QueensRules, here: Position, verdict: Verdict) -> None:
    assert isinstance(verdict, Solved)
    assert rules.status(end_of(rules, here, verdict.line)) is Status.SOLVED


def names(verdict: Verdict) -> list[str]:
    assert isinstance(verdict, Solved)
    return [QUEENS_3PASS.move_name(move) for move in verdict.line]


@pytest.mark.parametrize("deal", DEALS)
def test_lines_solve_by_the_real_rules(deal: str) -> None:
    start = QUEENS_3PASS.start(deal)
    assert_solves(QUEENS_3PASS, start, solve(QUEENS_3PASS, start))


def test_what_is_solved_needs_no_move() -> None:
    here = table("QS QS QH QH QD QD QC QC")
    assert solve(QUEENS_3PASS, here, max_nodes=0) == Solved((), 0)


def test_a_redeal_is_taken_while_there_is_one() -> None:
    """Rule 3.4: "Redeals are unlimited (`queens`), or two, that is three passes"."""
    for redeals, answer in enumerate((Solved, Solved, Unsolvable)):
        # No column takes the queen, and the kings that lie there find no house.
        here = table(NEARLY, columns=["KS"] * 8, waste="JC QC", redeals=redeals)
        assert isinstance(solve(QUEENS_3PASS, here), answer)
    here = table(NEARLY, columns=["KS"] * 8, waste="JC QC", redeals=1)
    assert names(solve(QUEENS_3PASS, here)) == ["redeal", "draw", "w>h8", "draw", "w>h8"]


def test_the_order_of_the_waste_decides() -> None:
    here = table(NEARLY, columns=["KS"] * 8, waste="QC JC", redeals=2)
    assert names(solve(QUEENS_3PASS, here)) == ["w>h8", "w>h8"]


def test_without_a_redeal_a_column_has_to_help() -> None:
    here = table(NEARLY, waste="JC QC", redeals=2)
    assert names(solve(QUEENS_3PASS, here)) == ["w>c1", "w>h8", "c1>h8"]


def test_a_prisoner_under_the_house_that_waits_for_it_is_a_proof() -> None:
    """Rule 3.6: "When a house has 13 cards its prisoner opens."."""
    prisoners = "-- -- -- -- -- -- JC"
    here = table("QS QS QH QH QD QD TC QC", prisoners, stock="QC")
    assert isinstance(solve(QUEENS_3PASS, here), Unsolvable)


def test_the_answer_depends_on_the_arguments_alone() -> None:
    starts = [QUEENS_3PASS.start(deal) for deal in DEALS[:2]]
    first = [solve(QUEENS_3PASS, start) for start in starts]
    assert [solve(QUEENS_3PASS, start) for start in reversed(starts)] == first[::-1]


def test_positions_in_play_are_solved() -> None:
    start = QUEENS_3PASS.start(EASY_DEAL)
    verdict = solve(QUEENS_3PASS, start)
    assert isinstance(verdict, Solved)
    here = start
    for number, move in enumerate(verdict.line):
        if number % 40 == 0:
            assert_solves(QUEENS_3PASS, here, solve(QUEENS_3PASS, here))
        here = QUEENS_3PASS.play(here, move)


def test_the_budget_is_kept() -> None:
    start = QUEENS_3PASS.start(DEALS[0])
    assert solve(QUEENS_3PASS, start, max_nodes=0) == Unknown(0)
    for budget in (1, 100, 5_000):
        verdict = solve(QUEENS_3PASS, start, max_nodes=budget)
        assert isinstance(verdict, Unknown)
        assert budget <= verdict.nodes < budget + MOST_CHILDREN


def test_rules_without_a_limit_are_refused() -> None:
    with pytest.raises(ValueError, match="queens does not limit the redeals"):
        solve(QUEENS, QUEENS.start(DEALS[0]))


@each_limit
@each_size
def test_small_decks_are_answered_as_the_rules_alone_do(size: Size, redeals: int) -> None:
    rules = limited(size, redeals)
    deals = list(islice(small_deals(size, seed=redeals), SMALL_DEALS // (3 * len(SIZES))))
    answers = []
    for deal, (solvable, _) in zip(deals, searched(size, deals, redeals=redeals), strict=True):
        verdict = solve(rules, deal)
        answers.append(isinstance(verdict, Solved))
        assert not isinstance(verdict, Unknown)
        assert answers[-1] == solvable, rules.position_name(deal)
        if isinstance(verdict, Solved):
            assert_solves(rules, deal, verdict)
    assert 0 < sum(answers) < len(answers)


@each_size
def test_a_narrow_beam_proves_nothing_that_is_wrong(size: Size) -> None:
    """What it gave up it tells."""
    rules, deals = limited(size, 1), list(islice(small_deals(size, seed=5), 30))
    for deal, (solvable, _) in zip(deals, searched(size, deals, redeals=1), strict=True):
        counts = compiled.run(rules, deal, Limits(width=1, most=10_000)).counts
        assert solvable or counts[FOUND] < 0
        assert not solvable or counts[FOUND] >= 0 or counts[LOST]
