"""What each move of a game cost."""

import random
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pasjans_engine.game import Game, legal
from pasjans_engine.rules import Position, Rules
from pasjans_services.games.pars import Known
from pasjans_services.solver import costs as module
from pasjans_services.solver.advice import advice
from pasjans_services.solver.costs import Costs, TooMany, Weighed, costs
from pasjans_services.solver.judge import Judged, judge
from support.lines import after, dealt, random_line
from support.pars import deals_of


@dataclass
class Counting:
    """A solver that says the same of every position, and counts how often it is asked."""

    said: Judged = field(default_factory=lambda: Judged(Known.UNKNOWN, 1))
    asked: Counter[Position] = field(default_factory=Counter[Position])
    budgets: list[int] = field(default_factory=list[int])

    def __call__(self, _rules: Rules, position: Position, max_nodes: int) -> Judged:
        self.asked[position] += 1
        self.budgets.append(max_nodes)
        return self.said


def played(rules: str, deal: str, actions: list[str]) -> list[Game]:
    """The game at each version."""
    games = [dealt(rules, deal)]
    for action in actions:
        games.append(after(games[-1], action))
    return games


def line_of(seed: int, length: int = 20) -> list[Game]:
    line = random_line("polish", length, seed, undo=0.4)
    return played(line.rules, line.deal, list(line.actions))


def solved_with_detours(rules: str, deal: str, seed: int) -> list[Game]:
    """A game that leaves the best line now and then, comes back, and is solved."""
    chance, games = random.Random(seed), [dealt(rules, deal)]
    while not games[-1].over:
        game = games[-1]
        line = [game.rules.move_name(move) for move in game.line]
        said = advice(game.rules, deal, line, judge, 500_000)
        if said.undo:
            games.append(after(game, "undo"))
        elif len(games) < 40 and chance.random() < 0.5:
            actions = [*legal(game), *(["redo"] if game.redos else []), "hint"]
            games.append(after(game, chance.choice(actions)))
        else:
            assert said.best is not None
            games.append(after(game, said.best))
    return games


def standing(games: list[Game]) -> list[int]:
    """The versions whose events put the moves there that stand at the end."""
    versions: list[int] = []
    for before, game in pairwise(games):
        if game.moves > before.moves:
            versions.append(game.version)
        elif game.moves < before.moves:
            versions.pop()
    return versions


@pytest.mark.slow
@settings(max_examples=6, deadline=None)
@given(st.sampled_from(["polish", "russian"]), st.integers(0, 2), st.integers(0, 10_000))
def test_along_the_net_line_costs_add_up_to_the_moves_above_par(
    rules: str, number: int, seed: int
) -> None:
    deal, par = [one for one in deals_of(rules) if one[1] is not None][number]
    games = solved_with_detours(rules, deal, seed)
    outcome = costs(games, judge)
    assert isinstance(outcome, Costs)
    known = {one.version: one for one in outcome.versions}
    assert list(known) == [game.version for game in games]
    stood = [known[version].cost for version in standing(games)]
    assert all(cost is not None and cost >= 0 for cost in stood)
    assert sum(cost or 0 for cost in stood) == games[-1].moves - (par or 0)
    assert known[1] == Weighed(1, Known.SOLVED, par, None)
    assert known[len(games)].to_go == 0


def test_what_puts_no_move_onto_the_line_has_no_cost() -> None:
    line = random_line("polish", 4, seed=1, undo=0.0)
    games = played(line.rules, line.deal, [*line.actions, "undo", "hint", "redo", "hint", "resign"])
    outcome = costs(games, Counting(Judged(Known.SOLVED, 1, 9, None)))
    assert isinstance(outcome, Costs)
    assert [one.cost for one in outcome.versions] == [
        *(None, 1, 1, 1, 1),
        *(None, None, 1, None, None),
    ]


def test_where_either_side_is_not_known_there_is_no_cost() -> None:
    outcome = costs(line_of(1), Counting())
    assert isinstance(outcome, Costs)
    assert {(one.verdict, one.to_go, one.cost) for one in outcome.versions} == {
        (Known.UNKNOWN, None, None)
    }


@given(st.integers(0, 500))
def test_a_position_that_comes_again_is_looked_at_once(seed: int) -> None:
    games, solver = line_of(seed), Counting()
    costs(games, solver)
    assert solver.asked == Counter({game.position for game in games})


def test_a_game_has_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ALL_NODES", 25)
    solver = Counting(Judged(Known.UNKNOWN, 10))
    games = line_of(2)
    costs(games, solver, max_nodes=10)
    assert solver.budgets[:4] == [10, 10, 5, 0]


def test_a_game_of_too_many_positions_is_not_weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    games, solver = line_of(3), Counting()
    positions = len({game.position for game in games})
    monkeypatch.setattr(module, "MOST_POSITIONS", positions - 1)
    assert costs(games, solver) == TooMany(positions)
    assert not solver.asked
    monkeypatch.setattr(module, "MOST_POSITIONS", positions)
    assert isinstance(costs(games, solver), Costs)
