"""Games of any length, with undo and redo: what always holds."""

from collections import Counter
from itertools import pairwise

from hypothesis import given

from pasjans_engine.errors import Illegal
from pasjans_engine.game import (
    Dealt,
    Event,
    Game,
    Status,
    Undo,
    decide,
    evolve,
    legal,
    replay,
    restore,
)
from pasjans_engine.notation import parse_command
from pasjans_engine.view import check, diff, patch, view
from support.strategies import domino_streams, lines, possible, streams

ASIDE = ("00", "11", "22")


def live(events: list[Event]) -> list[Game]:
    """The game after each event."""
    games = [evolve(None, events[0])]
    for event in events[1:]:
        games.append(evolve(games[-1], event))
    return games


@given(domino_streams)
def test_tiles_are_conserved(events: list[Event]) -> None:
    for game in live(events):
        names = game.rules.position_name(game.position).replace("/", " ").split(" ")
        windows = names.count("--")
        assert sorted([*names, *ASIDE[:windows]]) == sorted(
            [*game.deal.replace("/", " ").split(" "), *["--"] * windows]
        )
        assert max(Counter(name for name in names if name != "--").values()) == 1


@given(streams)
def test_replay_gives_the_live_game(events: list[Event]) -> None:
    assert replay(events) == live(events)[-1]


@given(streams)
def test_the_version_is_the_number_of_events(events: list[Event]) -> None:
    assert [game.version for game in live(events)] == list(range(1, len(events) + 1))


@given(streams)
def test_the_line_leads_from_the_deal_to_the_position(events: list[Event]) -> None:
    game = replay(events)
    here = game.rules.start(game.deal)
    for move in game.line:
        here = game.rules.play(here, move)
    assert here == game.position
    assert len(game.line) == game.moves + game.draws
    for move in game.redo_line:
        here = game.rules.play(here, move)
    assert len(game.redo_line) == game.redos


@given(streams)
def test_restore_gives_what_replay_gives(events: list[Event]) -> None:
    game = replay(events)
    dealt = events[0]
    assert isinstance(dealt, Dealt)
    again = restore(
        dealt.rules,
        dealt.deal,
        dealt.commitment,
        game.line,
        game.redo_line,
        game.undos,
        game.version,
        resigned=game.status is Status.RESIGNED,
    )
    assert again == game
    assert view(again) == view(game)
    assert legal(again) == legal(game)


@given(streams)
def test_undo_then_redo_is_nothing_but_two_events(events: list[Event]) -> None:
    game = replay(events)
    if game.over or not game.line:
        return
    undone = evolve(game, *decide(game, Undo()))
    there = evolve(undone, *decide(undone, parse_command(game.rules, "redo")))
    assert there.position == game.position
    assert there.status == game.status
    assert (there.line, there.redo_line) == (game.line, game.redo_line)
    assert (there.version, there.undos) == (game.version + 2, game.undos + 1)


@given(lines)
def test_undo_at_every_ply(games: list[Game]) -> None:
    game = games[-1]
    if game.over:
        return
    for earlier in reversed(games[:-1]):
        game = evolve(game, *decide(game, Undo()))
        assert (game.position, game.status) == (earlier.position, earlier.status)
        assert game.line == earlier.line
    assert game.redos == game.undos == len(games) - 1


@given(streams)
def test_what_is_decided_always_happens(events: list[Event]) -> None:
    game = replay(events)
    for command in possible(game, resign=True):
        decided = decide(game, command)
        assert len(decided) == 1
        assert evolve(game, decided[0]).version == game.version + 1


@given(domino_streams)
def test_what_is_not_legal_is_refused(events: list[Event]) -> None:
    game = replay(events)
    allowed = set(legal(game))
    for text in ("open", "66@06", "60@00", "54@14", "10@51", "21@41", "32@22", "00@60"):
        try:
            decide(game, parse_command(game.rules, text))
        except Illegal:
            assert text not in allowed
        else:
            assert text in allowed


@given(streams)
def test_patch_undoes_diff(events: list[Event]) -> None:
    games = live(events)
    for before, after in pairwise(games):
        one, other = view(before), view(after)
        assert patch(one, diff(one, other)) == other
        assert patch(other, diff(other, one)) == one
        assert (check(one) == check(other)) == (one == other)
