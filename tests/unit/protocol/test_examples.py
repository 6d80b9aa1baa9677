"""The examples tell the truth about one game."""

from typing import Any

import pytest

from pasjans_engine.domino import POLISH
from pasjans_engine.domino.solver import Solved, solve
from pasjans_engine.errors import Illegal
from pasjans_engine.events import Dealt
from pasjans_engine.game import Game, decide, evolve, legal, replay
from pasjans_engine.notation import parse_command
from pasjans_engine.shuffle import commitment
from pasjans_engine.view import check, diff, view
from pasjans_protocol.examples import DEAL, EXAMPLES, MOVE, SEED
from pasjans_protocol.follow import Follower
from pasjans_protocol.messages import (
    MESSAGES,
    Advised,
    Delta,
    Finished,
    GuidedDelta,
    Heartbeat,
    Hint,
    Join,
    Refused,
    Resumed,
    Snapshot,
)


def moved(game: Game, action: str) -> Game:
    for event in decide(game, parse_command(game.rules, action)):
        game = evolve(game, event)
    return game


def test_there_is_one_of_each_type() -> None:
    assert tuple(map(type, EXAMPLES)) == MESSAGES


def test_the_snapshot_and_the_delta_are_the_engines(example: Any) -> None:
    snapshot, delta, guided = example(Snapshot), example(Delta), example(GuidedDelta)
    game = replay([Dealt("polish", 1, DEAL, commitment(bytes.fromhex(SEED)))])
    after = moved(game, MOVE)

    assert snapshot.commitment == commitment(bytes.fromhex(SEED))
    assert snapshot.version == game.version == delta.base
    assert (snapshot.view, snapshot.check) == (view(game), check(view(game)))
    assert snapshot.legal == legal(game)
    assert (delta.changes, delta.check) == (diff(view(game), view(after)), check(view(after)))
    assert guided == GuidedDelta(1, delta.base, delta.changes, delta.check, legal(after))


def test_the_refusal_is_the_engines(example: Any) -> None:
    refused = example(Refused)
    game = moved(replay([Dealt("polish", 1, DEAL, None)]), MOVE)
    with pytest.raises(Illegal) as caught:
        moved(game, "54@50")

    assert refused.version == game.version
    assert refused.fits == caught.value.fits
    assert refused.message == str(caught.value)


@pytest.mark.slow
def test_the_hint_is_a_right_one(example: Any) -> None:
    hint, advised = example(Hint), example(Advised)
    game = moved(replay([Dealt("polish", 1, DEAL, None)]), MOVE)
    hinted = moved(game, "hint")
    position = POLISH.play(POLISH.start(DEAL), POLISH.parse_move(MOVE))
    told = solve(POLISH, position)

    assert (hint.version, advised.version) == (game.version, hinted.version)
    assert isinstance(told, Solved)
    assert (advised.id, advised.to_go, advised.undo) == (hint.id, told.par, 0)
    assert [suggestion.action for suggestion in advised.suggestions] == [
        POLISH.move_name(told.line[0])
    ]


def test_the_parts_agree(example: Any) -> None:
    snapshot, delta = example(Snapshot), example(Delta)
    follower = Follower.of(snapshot)
    follower.apply(delta)

    assert example(Heartbeat).games == ((1, follower.version, follower.check),)
    assert example(Join).check == snapshot.check
    assert (example(Resumed).base, example(Resumed).head) == (1, follower.version)
    assert example(Finished).seed == SEED
