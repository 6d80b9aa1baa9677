"""Laws of the solver of queens: what can never turn an answer into another one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pasjans_engine.queens import QUEENS, Position, Put, QueensRules, Size
from pasjans_engine.queens.solver import Solved, Unknown, Unsolvable, solve
from pasjans_engine.status import Status
from support.smallqueens import SIZES, small_deals, small_rules

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
"""Compiling takes most of the time of what runs first, on a busy machine."""

seeds = st.binary(min_size=32, max_size=32)
small = st.tuples(st.sampled_from(SIZES), st.integers(0, 10_000))


def wandered(rules: QueensRules, start: Position, choices: list[int]) -> Position:
    """Where some moves lead, cards before draws while there are any."""
    here = start
    for choice in choices:
        moves = rules.legal_moves(here)
        if moves:
            here = rules.play(here, moves[choice % len(moves)])
    return here


def small_deal(drawn: tuple[Size, int]) -> tuple[QueensRules, Position]:
    size, seed = drawn
    return small_rules(size), next(small_deals(size, seed))


@settings(max_examples=20)
@given(seeds, st.lists(st.integers(0, 100), max_size=60))
def test_a_line_solves_by_the_rules_from_anywhere(seed: bytes, choices: list[int]) -> None:
    here = wandered(QUEENS, QUEENS.start(QUEENS.deal(seed)), choices)
    verdict = solve(QUEENS, here, max_nodes=3_000)
    if isinstance(verdict, Solved):
        for move in verdict.line:
            assert QUEENS.status(here) is Status.PLAYING
            here = QUEENS.play(here, move)
        assert QUEENS.status(here) is Status.SOLVED


@settings(max_examples=12)
@given(seeds, st.integers(0, 64), st.permutations(range(8)))
def test_the_order_of_columns_and_the_turn_of_the_stock_do_not_matter(
    seed: bytes, drawn: int, order: list[int]
) -> None:
    start = QUEENS.start(QUEENS.deal(seed))
    here = Position(
        start.houses,
        start.prisoners,
        tuple(start.columns[column] for column in order),
        start.stock[:drawn],
        start.stock[drawn:],
    )
    one, other = solve(QUEENS, start), solve(QUEENS, here)
    assert not isinstance(one, Unknown)
    assert type(one) is type(other)


@settings(max_examples=60)
@given(small, st.lists(st.integers(0, 100), max_size=30))
def test_nothing_that_is_played_makes_an_unsolvable_deal_solvable(
    drawn: tuple[Size, int], choices: list[int]
) -> None:
    rules, start = small_deal(drawn)
    verdict = solve(rules, start)
    assert not isinstance(verdict, Unknown)
    here = wandered(rules, start, choices)
    if isinstance(solve(rules, here), Solved):
        assert isinstance(verdict, Solved)


@settings(max_examples=60)
@given(small)
def test_some_move_keeps_a_solvable_position_solvable(drawn: tuple[Size, int]) -> None:
    rules, here = small_deal(drawn)
    if isinstance(solve(rules, here), Unsolvable):
        after = [rules.play(here, move) for move in rules.legal_moves(here)]
        assert all(isinstance(solve(rules, there), Unsolvable) for there in after)
        return
    verdict = solve(rules, here)
    assert isinstance(verdict, Solved)
    for move in verdict.line:
        if isinstance(move, Put):
            assert isinstance(solve(rules, here), Solved)
        here = rules.play(here, move)


@settings(max_examples=60)
@given(small, st.integers(0, 60))
def test_a_small_budget_never_changes_an_answer(drawn: tuple[Size, int], budget: int) -> None:
    rules, here = small_deal(drawn)
    verdict = solve(rules, here, max_nodes=budget)
    if isinstance(verdict, Unknown):
        assert verdict.nodes == budget
    else:
        assert verdict == solve(rules, here)
