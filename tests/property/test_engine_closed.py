"""`closed` is right: against its own words, searched without any shortcut."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pasjans_engine.game import Game, Status
from pasjans_engine.rules import rules_named
from support import naive, oracles
from support.strategies import domino_lines, straight

DOMINO = ("polish", "russian")


def agrees(game: Game) -> bool:
    text = game.rules.position_name(game.position)
    return game.rules.closed(game.position) == naive.closed(game.rules.id, text)


@pytest.mark.slow
@settings(max_examples=60)
@given(domino_lines, st.data())
def test_closed_is_what_its_words_say(games: list[Game], data: st.DataObject) -> None:
    assert agrees(data.draw(st.sampled_from(games)))


@pytest.mark.slow
@pytest.mark.parametrize("name", DOMINO)
def test_closed_is_right_all_along_many_games(name: str) -> None:
    """Games of many moves, so that positions with two and three windows come too."""
    by_windows = [0, 0, 0]
    for seed in range(12):
        games = straight(rules_named(name), bytes([seed]) * 32, [7 * seed + k for k in range(60)])
        for game in games[::9]:
            assert agrees(game), game.rules.position_name(game.position)
            by_windows[len(game.rules.position_name(game.position).split("--")) - 2] += 1
    assert min(by_windows) > 5


@pytest.mark.parametrize("name", DOMINO)
def test_the_naive_words_agree_with_the_oracle(name: str) -> None:
    for case in oracles.cases(f"closed-{name}.jsonl")[:10]:
        assert naive.closed(name, case["position"]) == case["closed"]


@given(domino_lines)
def test_the_exit_and_defeat_follow_closed(games: list[Game]) -> None:
    game = games[-1]
    closed = game.rules.closed(game.position)
    windows = game.rules.position_name(game.position).count("--")
    names = [game.rules.move_name(move) for move in game.rules.legal_moves(game.position)]
    assert ("open" in names) == (closed and windows < 3)
    assert (game.status is Status.LOST) == (closed and windows == 3)
    if not closed and game.status is Status.PLAYING:
        assert names
