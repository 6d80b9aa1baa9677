"""Laws of par: what one move can do to it, and what cannot matter."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pasjans_engine.domino import POLISH, RUSSIAN, DominoRules, Position
from pasjans_engine.domino.solver import Solved, Unknown, Unsolvable, solve
from pasjans_engine.game import Game
from pasjans_engine.status import Status
from pasjans_engine.tiles import tile_of
from support.strategies import domino_lines

pytestmark = pytest.mark.slow

RULES: dict[str, DominoRules] = {rules.id: rules for rules in (POLISH, RUSSIAN)}
some_games = domino_lines.flatmap(st.sampled_from)
EQUAL_PIPS = [(tile_of(4, 0), tile_of(3, 1)), (tile_of(5, 1), tile_of(3, 3))]


def here(game: Game) -> tuple[DominoRules, Position]:
    assert isinstance(game.position, Position)
    return RULES[game.rules.id], game.position


@settings(max_examples=60)
@given(some_games)
def test_a_best_line_solves_by_the_rules_in_par_moves(game: Game) -> None:
    rules, position = here(game)
    verdict = solve(rules, position)
    assert not isinstance(verdict, Unknown)
    if isinstance(verdict, Solved):
        assert len(verdict.line) == verdict.par
        for number, move in enumerate(verdict.line):
            assert rules.status(position) is Status.PLAYING, number
            position = rules.play(position, move)
        assert rules.status(position) is Status.SOLVED
        assert position.opened == verdict.windows


@settings(max_examples=30)
@given(some_games)
def test_no_move_gains_more_than_one_and_the_best_one_gains_it(game: Game) -> None:
    rules, position = here(game)
    before = solve(rules, position)
    moves = rules.legal_moves(position)
    after = [solve(rules, rules.play(position, move)) for move in moves]
    if isinstance(before, Unsolvable):
        assert all(isinstance(verdict, Unsolvable) for verdict in after)
        return
    assert isinstance(before, Solved)
    pars = [verdict.par for verdict in after if isinstance(verdict, Solved)]
    assert min(pars, default=-1) == before.par - 1
    if before.par:
        best = after[moves.index(before.line[0])]
        assert isinstance(best, Solved)
        assert best.par == before.par - 1


@settings(max_examples=30)
@given(some_games, st.sampled_from(EQUAL_PIPS))
def test_tiles_of_equal_pips_may_change_places_by_russian_rules(
    game: Game, pair: tuple[int, int]
) -> None:
    _, position = here(game)
    a, b = (bytes((tile,)) for tile in pair)
    exchanged = position.cells.translate(bytes.maketrans(a + b, b + a))
    verdict = solve(RUSSIAN, position)
    other = solve(RUSSIAN, Position(exchanged, position.opened))
    assert type(other) is type(verdict)
    assert getattr(other, "par", None) == getattr(verdict, "par", None)


@settings(max_examples=30)
@given(some_games, st.integers(0, 300))
def test_a_small_budget_never_changes_an_answer(game: Game, budget: int) -> None:
    rules, position = here(game)
    verdict = solve(rules, position, max_nodes=budget)
    if isinstance(verdict, Unknown):
        assert verdict.nodes == budget
    else:
        assert verdict == solve(rules, position)
