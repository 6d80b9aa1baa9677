"""The solver of queens as it is used: oracles, lines by the real rules, budgets, small decks."""

import os
from collections.abc import Sequence
from itertools import islice

import pytest

from pasjans_engine.queens import DRAW, NONE, QUEENS, REDEAL, Move, Position, QueensRules, Size
from pasjans_engine.queens.solver import Solved, Unknown, Unsolvable, Verdict, compiled, solve
from pasjans_engine.queens.solver.kernels import forced
from pasjans_engine.status import Status
from support import oracles
from support.exhaustive import searched
from support.queens import EASY_DEAL, table
from support.smallqueens import SIZES, small_deals, small_rules

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
"""Compiling takes most of the time of what runs first, on a busy machine."""

DEALS = [case["deal"] for case in oracles.cases("deals-queens.jsonl")]
UNSOLVABLE = [case["deal"] for case in oracles.cases("unsolvable-queens.jsonl")]
SMALL_DEALS = 20_000 if os.environ.get("PASJANS_HYPOTHESIS") == "long" else 2_400
"""How many small deals are searched in all."""


def end_of(rules: QueensRules, here: Position, line: Sequence[Move]) -> Position:
    for move in line:
        here = rules.play(here, move)
    return here


def assert_solves(rules: QueensRules, here: Position, verdict: Verdict) -> None:
    assert isinstance(verdict, Solved)
    assert rules.status(end_of(rules, here, verdict.line)) is Status.SOLVED


@pytest.mark.parametrize("deal", DEALS)
def test_lines_solve_by_the_real_rules(deal: str) -> None:
    start = QUEENS.start(deal)
    assert_solves(QUEENS, start, solve(QUEENS, start))


def test_unsolvable_deals_are_proved() -> None:
    """Few positions are enough, all of them together."""
    verdicts = [solve(QUEENS, QUEENS.start(deal)) for deal in UNSOLVABLE]
    assert len(verdicts) == 2
    for verdict in verdicts:
        assert isinstance(verdict, Unsolvable)
        assert verdict.nodes < 10_000


def test_the_search_that_proves_needs_no_restarts() -> None:
    nodes = []
    for deal in UNSOLVABLE:
        verdict = compiled.prove(QUEENS, QUEENS.start(deal), max_nodes=10_000)
        assert isinstance(verdict, Unsolvable)
        nodes.append(verdict.nodes)
    assert max(nodes) < 2_000


def test_what_is_solved_needs_no_move() -> None:
    assert solve(QUEENS, table("QS QS QH QH QD QD QC QC"), max_nodes=0) == Solved((), 0)


def test_a_card_is_drawn_and_redealt_for() -> None:
    here = table("QS QS QH QH QD QD QC TC", waste="JC", stock="QC")
    verdict = solve(QUEENS, here)
    assert_solves(QUEENS, here, verdict)
    assert verdict == Solved(
        tuple(QUEENS.parse_move(name) for name in ("w>h8", "draw", "w>h8")), verdict.nodes
    )
    here = table("QS QS QH QH QD QD QC TC", waste="QC", stock="JC")
    verdict = solve(QUEENS, here)
    assert isinstance(verdict, Solved)
    assert [QUEENS.move_name(move) for move in verdict.line] == ["draw", "w>h8", "w>h8"]
    here = table("QS QS QH QH QD QD QC TC", waste="JC QC")
    verdict = solve(QUEENS, here)
    assert isinstance(verdict, Solved)
    assert verdict.line[:2] == (REDEAL, DRAW)


def test_the_answer_depends_on_the_arguments_alone() -> None:
    starts = [QUEENS.start(deal) for deal in DEALS[:6]]
    first = [solve(QUEENS, start) for start in starts]
    assert [solve(QUEENS, start) for start in reversed(starts)] == first[::-1]


def test_positions_in_play_are_solved() -> None:
    start = QUEENS.start(EASY_DEAL)
    verdict = solve(QUEENS, start)
    assert isinstance(verdict, Solved)
    here = start
    for number, move in enumerate(verdict.line):
        if number % 25 == 0:
            assert_solves(QUEENS, here, solve(QUEENS, here))
        here = QUEENS.play(here, move)


def test_the_budget_is_kept() -> None:
    start = QUEENS.start(UNSOLVABLE[0])
    whole = solve(QUEENS, start)
    assert isinstance(whole, Unsolvable)
    assert solve(QUEENS, start, max_nodes=whole.nodes) == whole
    for budget in (0, 1, 100, whole.nodes - 1):
        assert solve(QUEENS, start, max_nodes=budget) == Unknown(budget)


def test_a_search_that_outgrows_its_room_goes_on() -> None:
    """The room is for a few thousand positions at first."""
    start = QUEENS.start(DEALS[0])
    stopped = 0
    for deal in DEALS[:8]:
        start = QUEENS.start(deal)
        verdict = compiled.prove(QUEENS, start, max_nodes=20_000)
        if isinstance(verdict, Solved):
            assert_solves(QUEENS, start, verdict)
        else:
            assert verdict == Unknown(20_000)
            stopped += 1
    assert stopped > 0


def wrong(size: Size, count: int, laws: int) -> int:
    """How many small deals are answered wrongly when these laws are kept to."""
    rules, deals = small_rules(size), list(islice(small_deals(size), count))
    found = 0
    for deal, (solvable, _) in zip(deals, searched(size, deals), strict=True):
        verdict = compiled.prove(rules, deal, max_nodes=100_000, laws=laws)
        assert not isinstance(verdict, Unknown)
        found += isinstance(verdict, Solved) != solvable
    return found


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_small_decks_are_answered_as_the_rules_alone_do(size: Size) -> None:
    assert wrong(size, SMALL_DEALS // len(SIZES) + 1, forced.PROOF) == 0


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_small_decks_are_solved_by_the_real_rules(size: Size) -> None:
    rules = small_rules(size)
    for deal in islice(small_deals(size, seed=2), 60):
        verdict = solve(rules, deal)
        if not isinstance(verdict, Unsolvable):
            assert_solves(rules, deal, verdict)


def test_small_decks_tell_when_a_base_is_forgotten() -> None:
    """D5 without (B): a card goes to the house that others still need to lie on."""
    assert wrong(SIZES[2], 400, forced.TWIN) > 0


def test_small_decks_tell_when_the_twin_is_forgotten() -> None:
    """D5 without (L): a card goes to the house in the place of its twin."""
    assert wrong(SIZES[4], 400, forced.BASE) > 0


@pytest.mark.parametrize("size", [SIZES[0], SIZES[4]], ids=str)
def test_the_exhaustive_search_meets_what_the_rules_reach(size: Size) -> None:
    rules, deals = small_rules(size), list(islice(small_deals(size, seed=3), 4))
    for deal, (solvable, met) in zip(deals, searched(size, deals, whole=True), strict=True):
        reached, ahead = {deal}, [deal]
        while ahead:
            here = ahead.pop()
            for move in rules.legal_moves(here):
                there = rules.play(here, move)
                if there not in reached:
                    reached.add(there)
                    ahead.append(there)
        assert len(reached) == met
        assert any(rules.solved(here) for here in reached) == solvable


def test_houses_are_numbered_when_one_is_full() -> None:
    """D6: which of two level houses leads is decided by the prisoner that is wanted first."""
    size = Size(suits=1, ranks=3, columns=2, rounds=2, prisoners=1)
    rules = small_rules(size)
    three, two, ace = 2, 1, 0
    houses = bytes((NONE, NONE))
    here = Position(
        houses, bytes((two,)), (bytes((two,)), b""), b"", bytes((three, three, ace, ace))
    )
    verdict = solve(rules, here)
    assert_solves(rules, here, verdict)
    locked = Position(
        houses, bytes((ace,)), (bytes((two, two)), b""), b"", bytes((three, three, ace))
    )
    assert_solves(rules, locked, solve(rules, locked))
