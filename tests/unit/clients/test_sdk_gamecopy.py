import msgspec
import pytest

import pasjans
from pasjans.gamecopy import GameCopy, Result
from pasjans.updates import UpdateKind
from pasjans_engine.game import Game, decide, evolve, legal
from pasjans_engine.notation import parse_command
from pasjans_engine.status import Status
from pasjans_engine.view import check, diff, view
from pasjans_protocol.errors import OutOfSync
from pasjans_protocol.messages import (
    Delta,
    Finished,
    GuidedDelta,
    Presence,
    Resumed,
    Role,
    SnapshotReason,
)
from support.scripted import GAME, dealt, snapshot


def after(game: Game, action: str) -> Game:
    for event in decide(game, parse_command(game.rules, action)):
        game = evolve(game, event)
    return game


def delta(before: Game, now: Game) -> Delta:
    seen = view(now)
    return Delta(1, before.version, diff(view(before), seen), check(seen))


def guided(before: Game, now: Game) -> GuidedDelta:
    plain = delta(before, now)
    return GuidedDelta(1, plain.base, plain.changes, plain.check, legal(now))


def test_a_copy_begins_with_a_snapshot() -> None:
    game = dealt()
    copy = GameCopy(snapshot(game, "1"))
    assert (copy.version, copy.view, copy.legal) == (1, view(game), legal(game))
    assert (copy.status, copy.moves, copy.windows, copy.undos, copy.redos) == (
        "playing",
        0,
        1,
        0,
        0,
    )
    assert (copy.role, copy.watching, copy.result) == (Role.PLAYER, 1, None)


def test_deltas_move_it_on() -> None:
    game = dealt()
    copy = GameCopy(snapshot(game, "1"))
    moved = after(game, legal(game)[0])
    update = copy.take(guided(game, moved))
    assert (update.kind, update.version, update.view) == (UpdateKind.MOVED, 2, view(moved))
    assert (update.legal, copy.legal) == (legal(moved), legal(moved))
    undone = after(moved, "undo")
    copy.take(guided(moved, undone))
    assert (copy.version, copy.moves, copy.undos, copy.redos) == (3, 0, 1, 1)


def test_a_delta_that_does_not_fit_changes_nothing() -> None:
    game = dealt()
    copy = GameCopy(snapshot(game, "1"))
    moved = after(game, legal(game)[0])
    twice = after(moved, "undo")
    for wrong in (
        guided(moved, twice),
        Delta(1, 1, delta(game, moved).changes, 5),
        Delta(1, 1, (200, 3), 0),
    ):
        with pytest.raises(OutOfSync):
            copy.take(wrong)
        assert (copy.version, copy.view, copy.legal) == (1, view(game), legal(game))
    with pytest.raises(OutOfSync):
        copy.take(Finished(1, 2, "resigned", 0, 1, None))
    assert copy.result is None
    copy.compare(1, check(view(game)))
    with pytest.raises(OutOfSync):
        copy.compare(2, check(view(moved)))


def test_legal_moves_of_a_resume_are_those_of_its_head() -> None:
    game = dealt()
    copy = GameCopy(snapshot(game, "1"))
    moved = after(game, legal(game)[0])
    undone = after(moved, "undo")
    resumed = Resumed("2", 3, GAME, Role.WATCHER, 1, 3, 4, ("only", "these"))
    copy.resume(resumed)
    assert (copy.role, copy.watching, copy.legal) == (Role.WATCHER, 4, None)
    assert copy.take(delta(game, moved)).legal is None
    assert copy.take(delta(moved, undone)).legal == ("only", "these")


def test_presence_and_result() -> None:
    game = dealt()
    copy = GameCopy(snapshot(game, "1"))
    assert copy.take(Presence(1, 9)).watching == 9
    resigned = after(game, "resign")
    copy.take(guided(game, resigned))
    assert (copy.status, copy.result) == (Status.RESIGNED, None)
    update = copy.take(Finished(1, 2, "resigned", 0, 1, "0" * 64))
    assert update.kind is UpdateKind.FINISHED
    assert copy.result == Result(Status.RESIGNED, 0, 1, 2, "0" * 64)


def test_a_diverged_snapshot_replaces_it() -> None:
    game = dealt()
    moved = after(game, legal(game)[0])
    copy = GameCopy(snapshot(moved, "1"))
    update = copy.replace(snapshot(game, None, reason=SnapshotReason.DIVERGED))
    assert (update.kind, update.version, update.view) == (UpdateKind.DIVERGED, 1, view(game))
    patched = list(view(moved))
    for slot, value in update.changes:
        patched[slot] = value
    assert tuple(patched) == view(game)
    assert copy.divergences == 1


def test_hints_are_counted_in_a_slot_of_their_own() -> None:
    game = dealt()
    hinted = after(game, "hint")
    copy = GameCopy(snapshot(game, "1"))
    assert copy.hints == 0
    update = copy.take(delta(game, hinted))
    assert (update.changes, copy.hints, copy.version) == (((33, 1),), 1, 2)
    undone = after(after(hinted, legal(hinted)[0]), "undo")
    copy.replace(snapshot(undone, "1"))
    assert (copy.hints, copy.undos) == (1, 1)


def test_a_snapshot_without_the_slot_of_hints_has_none() -> None:
    game = dealt()
    copy = GameCopy(snapshot(after(game, "hint"), "1"))
    update = copy.replace(snapshot(game, None, reason=SnapshotReason.DIVERGED))
    assert (update.changes, copy.hints) == (((33, 0),), 0)


def test_games_of_unknown_rules_are_followed_and_not_counted() -> None:
    facts = msgspec.structs.replace(snapshot(dealt(), "1"), rules="knights")
    copy = GameCopy(facts)
    assert copy.status is Status.PLAYING
    with pytest.raises(pasjans.Unsupported, match="cannot read knights games: update it"):
        _ = copy.moves
    assert copy.take(Finished(1, 1, "solved", 0, 1, None)).status is Status.SOLVED
