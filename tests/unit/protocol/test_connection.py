from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from pasjans_protocol.connection import Connection
from pasjans_protocol.errors import Code, LocalProtocolError, ProtocolError
from pasjans_protocol.messages import (
    CLIENT_MESSAGES,
    MESSAGES,
    Ack,
    Command,
    Create,
    Delta,
    Finished,
    GuidedDelta,
    Heartbeat,
    Hello,
    Join,
    Leave,
    Left,
    Message,
    Ping,
    Pong,
    Presence,
    Refused,
    Resumed,
    Role,
    Snapshot,
    Welcome,
    name_of,
)
from pasjans_protocol.transitions import (
    CHANNEL,
    CONNECTION,
    ChannelState,
    ConnectionState,
    SeatState,
)

COMMAND = Command("c1", 1, 1, "54@14")


def refused(step: Callable[..., Any], *step_args: Any, dump: Callable[[Any], Any]) -> ProtocolError:
    """The error of a step, which changed nothing."""
    connection = step.__self__  # type: ignore[attr-defined]
    before = dump(connection)
    with pytest.raises(ProtocolError) as caught:
        step(*step_args)
    assert dump(connection) == before
    return caught.value


# The tables, row by row and gap by gap


def test_there_is_a_step_for_every_message() -> None:
    assert set(Connection._STEPS) == set(MESSAGES)


WITHOUT_CHANNELS = [
    (state, kind)
    for state, kind in product(ConnectionState, MESSAGES)
    if state is not ConnectionState.READY or kind in {Hello, Welcome, Refused}
]


@pytest.mark.parametrize(
    ("state", "kind"),
    WITHOUT_CHANNELS,
    ids=lambda part: name_of(part) if isinstance(part, type) else str(part),
)
def test_both_halves_follow_the_table_of_connections(
    state: ConnectionState, kind: type[Message], halves: Any, example: Any, dump: Any
) -> None:
    pair = halves()
    pair.to_connection_state(state)
    message = example(kind) if kind is not Refused else Refused(None, Code.BAD_TOKEN, "no")
    sender, receiver = pair.client, pair.server
    if kind not in CLIENT_MESSAGES:
        sender, receiver = receiver, sender
    after = CONNECTION.get((state, kind))
    if after is None:
        frame = sender._codec.encode(message)
        assert refused(sender.send, message, dump=dump).code is Code.UNEXPECTED
        assert refused(receiver.receive, frame, dump=dump).code is Code.UNEXPECTED
    else:
        assert receiver.receive(sender.send(message)) == message
        assert (sender.state, receiver.state) == (after, after)


def about(kind: type[Message], halves: Any) -> Any:
    """A message about channel 1 and the game "g" of the fixtures."""
    messages: dict[type[Message], Any] = {
        Delta: Delta(1, 1, (), 0),
        GuidedDelta: GuidedDelta(1, 1, (), 0, ()),
        Presence: Presence(1, 2),
        Heartbeat: Heartbeat(((1, 1, 0),)),
        Finished: Finished(1, 1, "resigned", 0, 1, None),
        Snapshot: halves.snapshot(None, 1, "g"),
    }
    return messages[kind]


@pytest.mark.parametrize("leaving", [False, True], ids=["taken", "leaving"])
@pytest.mark.parametrize("state", ChannelState)
@pytest.mark.parametrize(
    "kind", [Delta, GuidedDelta, Presence, Heartbeat, Finished, Snapshot], ids=name_of
)
def test_both_halves_follow_the_table_of_channels(
    state: ChannelState, kind: type[Message], leaving: bool, halves: Any, dump: Any
) -> None:
    pair = halves()
    pair.to_channel_state(state)
    if leaving and state is not ChannelState.ABSENT:
        pair.ask(Leave("leave", 1))
    message = about(kind, pair)
    # Row (ABSENT, Snapshot) is for the answer to a request; this snapshot is unasked.
    unasked = kind is Snapshot and state is ChannelState.ABSENT
    after = None if unasked else CHANNEL.get((state, kind))
    if after is None:
        frame = pair.server._codec.encode(message)
        error = refused(pair.server.send, message, dump=dump)
        assert (error.code, type(error)) == (Code.UNEXPECTED, LocalProtocolError)
        assert refused(pair.client.receive, frame, dump=dump).code is Code.UNEXPECTED
    else:
        assert pair.tell(message) == message
        for half in (pair.client, pair.server):
            assert half._channels.get(1).state is after


@pytest.mark.parametrize("state", ChannelState)
@pytest.mark.parametrize("request_", [COMMAND, Leave("l1", 1)])
def test_both_halves_follow_the_table_of_seats(
    state: ChannelState, request_: Any, halves: Any, dump: Any
) -> None:
    pair = halves()
    pair.to_channel_state(state)
    frame = pair.client._codec.encode(request_)
    if state is not ChannelState.ABSENT:
        assert pair.ask(request_) == request_
        if isinstance(request_, Command):
            pair.tell(Ack("c1", 2))
            pair.ask(Leave("l1", 1))
        assert pair.client._channels.get(1).seat is SeatState.LEAVING
    for step, argument in ((pair.client.send, request_), (pair.server.receive, frame)):
        error = refused(step, argument, dump=dump)
        assert (error.code, error.id) == (Code.NOT_JOINED, request_.id)


# What the server refuses


def test_a_command_before_hello_is_unexpected(halves: Any, dump: Any) -> None:
    pair = halves()
    frame = pair.client._codec.encode(COMMAND)
    error = refused(pair.server.receive, frame, dump=dump)

    assert (error.code, error.id) == (Code.UNEXPECTED, "c1")
    assert error.message == "no command while the connection is opening: say hello first"


def test_a_second_hello_is_unexpected(ready: Any, dump: Any) -> None:
    frame = ready.client._codec.encode(Hello("again"))

    error = refused(ready.server.receive, frame, dump=dump)

    assert (error.code, error.id) == (Code.UNEXPECTED, None)


def test_more_games_than_allowed_are_too_many(halves: Any, dump: Any) -> None:
    pair = halves(games=2)
    pair.greet()
    pair.join("g1")
    pair.ask(Create("a2", "polish"))
    for request in (Create("a3", "polish"), Join("a3", "g3")):
        frame = pair.client._codec.encode(request)
        error = refused(pair.server.receive, frame, dump=dump)
        assert (error.code, error.id) == (Code.TOO_MANY_GAMES, "a3")
        with pytest.raises(LocalProtocolError, match="too_many_games"):
            pair.client.send(request)


def test_a_connection_has_127_channels(halves: Any) -> None:
    pair = halves(games=127)
    pair.greet()
    channels = [pair.join(f"g{number}") for number in range(127)]

    assert channels == [*range(1, 128)]
    with pytest.raises(LocalProtocolError, match="too_many_games"):
        pair.client.send(Join("a", "one more"))


def test_a_channel_that_was_left_is_used_again(ready: Any) -> None:
    for game in ("g1", "g2", "g3"):
        ready.join(game)
    ready.ask(Leave("l", 2))
    ready.tell(Left("l"))

    assert ready.join("g4") == 2
    assert ready.server.games == ready.client.games == {"g1": 1, "g3": 3, "g4": 2}
    assert ready.server.game_on(2) == "g4"
    assert ready.server.game_on(5) is None


def test_a_game_that_is_joined_or_asked_for_is_already_joined(ready: Any, dump: Any) -> None:
    ready.join("g1")
    ready.ask(Join("a2", "g2"))
    for game in ("g1", "g2"):
        frame = ready.client._codec.encode(Join("a3", game))
        error = refused(ready.server.receive, frame, dump=dump)
        assert (error.code, error.id) == (Code.ALREADY_JOINED, "a3")


def test_a_refused_join_gives_its_place_back(halves: Any) -> None:
    pair = halves(games=1)
    pair.greet()
    pair.ask(Join("a1", "g1"))
    pair.tell(Refused("a1", Code.NO_SUCH_GAME, "no"))

    assert pair.join("g2") == 1


def test_a_frame_that_is_no_message_changes_nothing(ready: Any, dump: Any) -> None:
    assert refused(ready.server.receive, b"\xc1", dump=dump).code is Code.MALFORMED


# Requests and their answers


def test_an_id_in_use_is_unexpected_and_its_request_goes_on_waiting(ready: Any, dump: Any) -> None:
    ready.ask(Ping("a1"))
    for request in (Ping("a1"), Create("a1", "polish"), Join("a1", "g")):
        frame = ready.client._codec.encode(request)
        error = refused(ready.server.receive, frame, dump=dump)
        assert (error.code, error.id) == (Code.UNEXPECTED, "a1")
    ready.tell(Pong("a1"))

    assert not ready.client.pending


def test_an_id_may_be_used_again_after_its_answer(ready: Any) -> None:
    for _ in range(2):
        ready.ask(Ping("a1"))
        ready.tell(Pong("a1"))


def test_a_command_may_be_repeated_and_each_is_answered(ready: Any) -> None:
    ready.join()
    for _ in range(5):
        ready.ask(COMMAND)
    for _ in range(5):
        assert ready.server.pending == {"c1": COMMAND}
        ready.tell(Ack("c1", 2))

    assert not ready.server.pending
    assert not ready.client.pending
    with pytest.raises(LocalProtocolError, match="nothing waits for an answer"):
        ready.server.send(Ack("c1", 2))


def test_a_command_is_repeated_on_its_own_channel_only(ready: Any, dump: Any) -> None:
    ready.join("g1")
    ready.join("g2")
    ready.ask(COMMAND)
    frame = ready.client._codec.encode(Command("c1", 2, 1, "54@14"))

    assert refused(ready.server.receive, frame, dump=dump).code is Code.UNEXPECTED


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        (Ack("a1", 2), "ack came where a ping waits"),
        (Left("a1"), "left came where a ping waits"),
        (Pong("a2"), "pong came where nothing waits"),
        (Refused("a2", Code.ILLEGAL, "no"), "refused came where nothing waits"),
    ],
)
def test_an_answer_to_something_else_is_unexpected(
    reply: Any, text: str, ready: Any, dump: Any
) -> None:
    ready.ask(Ping("a1"))
    frame = ready.server._codec.encode(reply)

    assert text in refused(ready.client.receive, frame, dump=dump).message
    assert text in refused(ready.server.send, reply, dump=dump).message


def test_a_refusal_without_an_id_answers_nothing(ready: Any, dump: Any) -> None:
    ready.ask(Ping("a1"))
    before = dump(ready.client)
    ready.tell(Refused(None, Code.MALFORMED, "no"))

    assert dump(ready.client) == before


def test_refuse_answers_a_frame_that_was_not_taken(ready: Any) -> None:
    frame = ready.client.send(Ping("a1"))
    ready.client.receive(ready.server.refuse(Refused("a1", Code.RATE_LIMITED, "later", None, 50)))

    assert not ready.client.pending
    assert ready.server.receive(frame) == Ping("a1")


@pytest.mark.parametrize("state", [ChannelState.CATCHING_UP, ChannelState.LIVE, ChannelState.OVER])
def test_after_a_refused_leave_the_game_is_joined_as_before(
    state: ChannelState, halves: Any, dump: Any
) -> None:
    pair = halves()
    pair.to_channel_state(state)
    before = dump(pair.client), dump(pair.server)
    pair.ask(Leave("l", 1))
    pair.tell(Refused("l", Code.RATE_LIMITED, "later"))

    assert (dump(pair.client), dump(pair.server)) == before


def test_deltas_that_cross_a_leave_count(halves: Any) -> None:
    pair = halves()
    pair.to_channel_state(ChannelState.CATCHING_UP)
    leave = pair.client.send(Leave("l", 1))
    pair.tell(Delta(1, 1, (), 0))
    pair.server.receive(leave)
    pair.tell(Refused("l", Code.RATE_LIMITED, "later"))
    pair.tell(Delta(1, 2, (), 0))

    assert pair.client._channels.get(1).state is ChannelState.LIVE
    pair.tell(Presence(1, 1))


# Channels


def test_r11_nothing_speaks_of_a_game_before_the_answer_to_join(ready: Any, dump: Any) -> None:
    ready.ask(Join("a1", "g", version=1, check=0))
    for message in (Heartbeat(((1, 1, 0),)), Presence(1, 3), Delta(1, 1, (), 0)):
        error = refused(ready.server.send, message, dump=dump)
        assert isinstance(error, LocalProtocolError)


def test_r11_heartbeat_and_presence_wait_for_the_deltas_that_resumed_announced(
    ready: Any, dump: Any
) -> None:
    ready.join(owed=2)
    for base in (1, 2):
        for message in (
            Heartbeat(((1, 1, 0),)),
            Presence(1, 3),
            Finished(1, 3, "lost", 0, 1, None),
        ):
            refused(ready.server.send, message, dump=dump)
        ready.tell(Delta(1, base, (), 0))
    ready.tell(Presence(1, 3))
    ready.tell(Heartbeat(((1, 3, 0),)))


def test_a_delta_for_an_unknown_channel_is_unexpected(ready: Any, dump: Any) -> None:
    frame = ready.server._codec.encode(Delta(1, 1, (), 0))
    error = refused(ready.client.receive, frame, dump=dump)

    assert error.code is Code.UNEXPECTED
    assert error.message == "no delta while channel 1 is absent"


def test_a_heartbeat_is_refused_for_one_unknown_channel_among_known(ready: Any, dump: Any) -> None:
    ready.join()
    message = Heartbeat(((1, 1, 0), (2, 1, 0)))

    refused(ready.server.send, message, dump=dump)


def test_a_snapshot_gives_a_game_its_channel(ready: Any) -> None:
    ready.ask(Create("a1", "polish"))
    ready.tell(ready.snapshot("a1", 1, "new"))

    assert ready.client.games == {"new": 1}


@pytest.mark.parametrize(("channel", "game"), [(1, "g2"), (2, "g1")])
def test_a_channel_and_a_game_go_together_once(
    channel: int, game: str, ready: Any, dump: Any
) -> None:
    ready.join("g1")
    ready.ask(Create("a1", "polish"))
    message = ready.snapshot("a1", channel, game)

    error = refused(ready.server.send, message, dump=dump)

    assert "is in use already" in error.message


def test_resumed_does_not_run_backwards(ready: Any, dump: Any) -> None:
    ready.ask(Join("a1", "g", version=3, check=0))
    message = Resumed("a1", 1, "g", Role.PLAYER, 3, 2, 0)

    refused(ready.server.send, message, dump=dump)


def test_a_snapshot_comes_unasked_only_on_its_own_channel(ready: Any, dump: Any) -> None:
    ready.join("g1")
    assert isinstance(ready.tell(ready.snapshot(None, 1, "g1")), Snapshot)
    for channel, game in ((1, "g2"), (2, "g1")):
        message = ready.snapshot(None, channel, game)
        refused(ready.server.send, message, dump=dump)


def test_after_an_unasked_snapshot_a_game_goes_on(halves: Any) -> None:
    pair = halves()
    pair.to_channel_state(ChannelState.OVER)
    pair.tell(pair.snapshot(None, 1, "g"))
    pair.tell(Delta(1, 1, (), 0))


# The end


def test_what_was_not_answered_is_still_known_after_the_close(halves: Any) -> None:
    pair = halves()
    pair.greet()
    pair.join()
    pair.ask(COMMAND)
    pair.client.close()

    assert pair.client.state is ConnectionState.CLOSED
    assert pair.client.pending == {"c1": COMMAND}
    assert pair.client.games == {"g": 1}


def test_a_closed_connection_sends_nothing(halves: Any) -> None:
    pair = halves()
    pair.greet()
    pair.join()
    pair.server.close()

    for step, *arguments in (
        (pair.server.send, Presence(1, 2)),
        (pair.server.refuse, Refused(None, Code.MALFORMED, "no")),
    ):
        with pytest.raises(LocalProtocolError):
            step(*arguments)
