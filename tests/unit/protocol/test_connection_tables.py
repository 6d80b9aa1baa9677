"""The tables of connections, channels and seats, row by row and gap by gap."""

from itertools import product
from typing import Any

import pytest

from pasjans_protocol.connection import Connection
from pasjans_protocol.errors import Code, LocalProtocolError
from pasjans_protocol.messages import (
    CLIENT_MESSAGES,
    MESSAGES,
    Ack,
    Advised,
    Command,
    Delta,
    Finished,
    GuidedDelta,
    Heartbeat,
    Hello,
    Hint,
    Leave,
    Message,
    Presence,
    Refused,
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
from support.steps import refused

COMMAND = Command("c1", 1, 1, "54@14")
HINT = Hint("h1", 1, 1)
ANSWERS = {"c1": Ack("c1", 2), "h1": Advised("h1", 2, "solved", 3, 0)}


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
@pytest.mark.parametrize(
    "request_", [COMMAND, HINT, Leave("l1", 1)], ids=lambda request: name_of(type(request))
)
def test_both_halves_follow_the_table_of_seats(
    state: ChannelState, request_: Any, halves: Any, dump: Any
) -> None:
    pair = halves()
    pair.to_channel_state(state)
    frame = pair.client._codec.encode(request_)
    if state is not ChannelState.ABSENT:
        assert pair.ask(request_) == request_
        if not isinstance(request_, Leave):
            pair.tell(ANSWERS[request_.id])
            pair.ask(Leave("l1", 1))
        assert pair.client._channels.get(1).seat is SeatState.LEAVING
    for step, argument in ((pair.client.send, request_), (pair.server.receive, frame)):
        error = refused(step, argument, dump=dump)
        assert (error.code, error.id) == (Code.NOT_JOINED, request_.id)
