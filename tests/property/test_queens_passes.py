"""Laws of few passes: what may change without another answer, and what can only help."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pasjans_engine.cards import kind_of
from pasjans_engine.queens import Position, QueensRules, Size
from pasjans_engine.queens.passes import Solved, Unknown, Unsolvable, solve
from pasjans_engine.queens.tables import build
from support.smallqueens import small_deals

pytestmark = pytest.mark.slow

SIZE = Size(suits=2, ranks=4, columns=2, rounds=4, prisoners=3)
PASSES = [QueensRules("small", build(SIZE), max_redeals=redeals) for redeals in range(4)]


def in_play(seed: int, moves: int) -> Position:
    """A position of a game that is played by lot, with one redeal at most."""
    chance = random.Random(seed)
    here = next(small_deals(SIZE, seed))
    for _ in range(moves):
        possible = PASSES[1].legal_moves(here)
        if possible:
            here = PASSES[1].play(here, chance.choice(possible))
    return here


positions = st.builds(in_play, st.integers(0, 10_000), st.integers(0, 12))


def solvable(redeals: int, here: Position) -> bool:
    verdict = solve(PASSES[redeals], here)
    assert not isinstance(verdict, Unknown)
    return isinstance(verdict, Solved)


@settings(max_examples=40)
@given(positions)
def test_one_more_pass_never_hurts(here: Position) -> None:
    answers = [solvable(redeals, here) for redeals in range(1, 4)]
    assert answers == sorted(answers)


@settings(max_examples=40)
@given(positions)
def test_the_order_of_columns_is_nothing(here: Position) -> None:
    turned = Position(
        here.houses, here.prisoners, here.columns[::-1], here.waste, here.stock, here.redeals
    )
    assert solvable(1, turned) == solvable(1, here)


@settings(max_examples=40)
@given(positions)
def test_suits_may_change_places(here: Position) -> None:
    spades = bytes(range(SIZE.ranks))
    hearts = bytes(kind_of(1, rank) for rank in range(SIZE.ranks))
    names = bytes.maketrans(spades + hearts, hearts + spades)
    exchanged = Position(
        here.houses.translate(names),
        here.prisoners.translate(names),
        tuple(cards.translate(names) for cards in here.columns),
        here.waste.translate(names),
        here.stock.translate(names),
        here.redeals,
    )
    assert solvable(1, exchanged) == solvable(1, here)


@settings(max_examples=40)
@given(positions)
def test_a_position_is_solvable_if_one_after_it_is(here: Position) -> None:
    after = [PASSES[1].play(here, move) for move in PASSES[1].legal_moves(here)]
    if after:
        assert solvable(1, here) == any(solvable(1, there) for there in after)


@settings(max_examples=40)
@given(positions, st.integers(0, 200))
def test_a_small_budget_never_changes_an_answer(here: Position, budget: int) -> None:
    verdict = solve(PASSES[1], here, max_nodes=budget)
    if not isinstance(verdict, Unknown):
        assert isinstance(verdict, Solved) == solvable(1, here)
        assert isinstance(verdict, Unsolvable) == (not solvable(1, here))
