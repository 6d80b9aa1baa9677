"""Replays on a connection (rules 12 to 14)."""

from typing import Any

import pytest

from pasjans_protocol.errors import Code
from pasjans_protocol.messages import (
    Ack,
    Advised,
    Command,
    Create,
    Delta,
    Finished,
    GuidedDelta,
    Heartbeat,
    Hint,
    Join,
    Leave,
    Left,
    Message,
    Presence,
    Refused,
    Replay,
    Resumed,
    Role,
    Snapshot,
    SnapshotReason,
    Steer,
    Steered,
    name_of,
)
from pasjans_protocol.transitions import REPLAY, ChannelState, SeatState

TOLD: list[type[Message]] = [
    *(Delta, GuidedDelta, Presence, Heartbeat, Finished, Snapshot, Steered),
]


def about(kind: type[Message], pair: Any) -> Any:
    """A message about channel 1 and the game "g" of the fixtures."""
    messages: dict[type[Message], Any] = {
        Delta: Delta(1, 1, (), 0),
        GuidedDelta: GuidedDelta(1, 1, (), 0, ()),
        Presence: Presence(1, 2),
        Heartbeat: Heartbeat(((1, 1, 0),)),
        Finished: Finished(1, 1, "resigned", 0, 1, None),
        Snapshot: pair.snapshot(None, 1, "g", SnapshotReason.REPLAY),
        Steered: Steered(None, 1, 2, 2, False, 100),
    }
    return messages[kind]


@pytest.mark.parametrize("leaving", [False, True], ids=["taken", "leaving"])
@pytest.mark.parametrize("state", [ChannelState.ABSENT, ChannelState.LIVE, ChannelState.OVER])
@pytest.mark.parametrize("kind", TOLD, ids=name_of)
def test_both_halves_follow_the_table_of_replays(
    state: ChannelState, kind: type[Message], leaving: bool, halves: Any, refuses: Any
) -> None:
    pair = halves()
    pair.to_replay_state(state)
    if leaving and state is not ChannelState.ABSENT:
        pair.ask(Leave("leave", 1))
    message = about(kind, pair)
    # Row (ABSENT, Snapshot) is for the answer to a request; this snapshot is unasked.
    unasked = kind is Snapshot and state is ChannelState.ABSENT
    after = None if unasked else REPLAY.get((state, kind))
    if after is None:
        assert refuses(pair, message).code is Code.UNEXPECTED
    else:
        assert pair.tell(message) == message
        for half in (pair.client, pair.server):
            assert half._channels.get(1).state is after


@pytest.mark.parametrize("state", [ChannelState.LIVE, ChannelState.OVER])
def test_p5_a_replay_is_steered_until_it_is_left(
    state: ChannelState, halves: Any, refuses: Any
) -> None:
    pair = halves()
    pair.to_replay_state(state)
    for _ in range(2):
        pair.ask(Steer("s1", 1, version=1))
        pair.tell(pair.snapshot(None, 1, "g", SnapshotReason.REPLAY))
        pair.tell(Steered("s1", 1, 1, 3, True, 100))
    pair.ask(Leave("l1", 1))
    for request in (Steer("s1", 1), Leave("l2", 1)):
        assert refuses(pair, request).code is Code.NOT_JOINED
    pair.tell(Refused("l1", Code.RATE_LIMITED, "later"))
    assert pair.client._channels.get(1).seat is SeatState.TAKEN
    pair.ask(Leave("l1", 1))
    pair.tell(Left("l1"))

    assert refuses(pair, Steer("s1", 1)).code is Code.NOT_JOINED
    assert refuses(pair, Steered(None, 1, 1, 3, True, 100)).code is Code.UNEXPECTED


def test_a_replay_takes_no_command(ready: Any, refuses: Any) -> None:
    ready.replay()
    error = refuses(ready, Command("c1", 1, 1, "54@14"))

    assert (error.code, error.id) == (Code.NOT_YOUR_GAME, "c1")
    assert error.message == "channel 1 is a replay of game g: join the game to play it"


@pytest.mark.parametrize("state", [ChannelState.LIVE, ChannelState.OVER])
def test_a_hint_may_be_asked_for_in_a_replay_until_it_is_left(
    state: ChannelState, halves: Any, refuses: Any
) -> None:
    # Rule 13: "On the channel of a replay the client steers, may ask for hints, and sends no
    # command."
    pair = halves()
    pair.to_replay_state(state)
    for _ in range(2):
        pair.ask(Hint("h1", 1, 1))
    pair.tell(Refused("h1", Code.NOT_OVER, "wait", 3))
    pair.ask(Leave("l1", 1))
    assert refuses(pair, Hint("h2", 1, 1)).code is Code.NOT_JOINED
    pair.tell(Left("l1"))
    pair.tell(Advised("h1", 1, "solved", 30, 0))

    assert not pair.client.pending


def test_a_joined_game_is_not_steered(ready: Any, refuses: Any) -> None:
    ready.join()
    error = refuses(ready, Steer("s1", 1))

    assert (error.code, error.id) == (Code.UNEXPECTED, "s1")
    assert error.message == "channel 1 has game g, not a replay: ask for a replay of it to steer"
    assert refuses(ready, Steered(None, 1, 1, 1, True, 100)).code is Code.UNEXPECTED


def test_a_channel_without_a_game_or_replay_says_which_to_ask_for(ready: Any, refuses: Any) -> None:
    for request, text in (
        (Command("c1", 99, 1, "54@14"), "channel 99 has no game here: join one first"),
        (Leave("c1", 99), "channel 99 has no game here: join one first"),
        (Hint("c1", 99, 1), "channel 99 has no game here: join one first"),
        (Steer("c1", 99), "channel 99 has no replay here: ask for one first"),
    ):
        error = refuses(ready, request)
        assert (error.code, error.id, error.message) == (Code.NOT_JOINED, "c1", text)


def test_a_channel_that_is_left_says_what_to_wait_for(ready: Any, refuses: Any) -> None:
    ready.join()
    ready.ask(Leave("l1", 1))
    for request in (Command("c1", 1, 1, "54@14"), Leave("c1", 1)):
        error = refuses(ready, request)
        assert error.code is Code.NOT_JOINED
        assert error.message == "channel 1 is being left: wait for the answer to leave"


def test_a_game_is_joined_and_replayed_more_than_once_at_a_time(ready: Any) -> None:
    channels = [ready.replay(), ready.join(), ready.replay()]

    assert channels == [1, 2, 3]
    assert ready.client.games == ready.server.games == {"g": 2}
    assert [ready.server.game_on(channel) for channel in channels] == ["g", "g", "g"]
    ready.tell(Heartbeat(((2, 1, 0),)))
    ready.ask(Command("c1", 2, 1, "54@14"))
    ready.tell(Ack("c1", 2))


def test_the_end_of_a_replay_leaves_the_game_joined(ready: Any) -> None:
    ready.join()
    ready.replay()
    ready.ask(Leave("l1", 2))
    ready.tell(Left("l1"))

    assert ready.client.games == ready.server.games == {"g": 1}
    assert ready.server.game_on(2) is None
    assert ready.replay("h") == 2


def test_the_end_of_a_game_leaves_its_replay(ready: Any) -> None:
    ready.replay()
    ready.join()
    ready.ask(Leave("l1", 2))
    ready.tell(Left("l1"))
    ready.tell(Delta(1, 1, (), 0))

    assert ready.client.games == ready.server.games == {}
    assert ready.join() == 2


def test_a_replay_that_is_asked_for_does_not_keep_the_game_from_being_joined(ready: Any) -> None:
    ready.ask(Replay("r1", "g"))
    ready.join()

    assert ready.client.games == {"g": 1}


def test_replays_count_among_the_games(halves: Any, refuses: Any) -> None:
    pair = halves(games=2)
    pair.greet()
    pair.replay()
    pair.ask(Replay("r1", "h"))
    for request in (Create("a3", "polish"), Join("a3", "i"), Replay("a3", "i")):
        error = refuses(pair, request)
        assert (error.code, error.id) == (Code.TOO_MANY_GAMES, "a3")
    pair.tell(Refused("r1", Code.NO_SUCH_GAME, "no"))

    assert pair.join() == 2


def test_a_replay_is_answered_by_a_snapshot_on_a_free_channel(ready: Any, refuses: Any) -> None:
    ready.join()
    ready.ask(Replay("r1", "g"))
    resumed = Resumed("r1", 2, "g", Role.WATCHER, 1, 1, 0)

    assert refuses(ready, resumed).code is Code.UNEXPECTED
    assert "is in use already" in refuses(ready, ready.snapshot("r1", 1, "g")).message
    ready.tell(ready.snapshot("r1", 2, "g", SnapshotReason.REPLAY))


def test_the_answer_to_steer_is_of_the_same_channel(ready: Any, refuses: Any) -> None:
    ready.replay()
    ready.replay()
    ready.ask(Steer("s1", 2, speed=200))
    error = refuses(ready, Steered("s1", 1, 1, 3, True, 200))

    assert error.message == "the answer to channel 2 speaks of channel 1"
    ready.tell(Steered("s1", 2, 1, 3, True, 200))
    assert not ready.client.pending


def test_an_answer_to_steer_needs_a_steer(ready: Any, refuses: Any) -> None:
    ready.replay()

    assert refuses(ready, Steered("s1", 1, 1, 3, True, 200)).code is Code.UNEXPECTED


def test_a_refused_steer_changes_nothing(ready: Any, dump: Any) -> None:
    ready.replay()
    before = dump(ready.client)
    ready.ask(Steer("s1", 1, version=9))
    ready.tell(Refused("s1", Code.NO_SUCH_VERSION, "versions are 1 to 3", 3))

    assert dump(ready.client) == before


def test_an_unasked_snapshot_is_of_the_replayed_game(ready: Any, refuses: Any) -> None:
    ready.replay()

    assert refuses(ready, ready.snapshot(None, 1, "h")).code is Code.UNEXPECTED
