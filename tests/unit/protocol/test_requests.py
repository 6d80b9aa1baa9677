"""Requests and their answers (rules 2, 3 and 7)."""

from typing import Any

import msgspec
import pytest

from pasjans_protocol.errors import Code, LocalProtocolError
from pasjans_protocol.messages import (
    Ack,
    Advised,
    Command,
    Create,
    Delta,
    Hint,
    Join,
    Leave,
    Left,
    Ping,
    Pong,
    Presence,
    Refused,
)
from pasjans_protocol.transitions import (
    ChannelState,
)
from support.steps import refused

COMMAND = Command("c1", 1, 1, "54@14")
HINT = Hint("h1", 1, 1)


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


# Rule 3: "Only a command or a hint may be repeated meanwhile, on the same channel; each repetition
# has an answer of its own."


@pytest.mark.parametrize(
    ("request_", "answer"), [(COMMAND, Ack("c1", 2)), (HINT, Advised("h1", 2, "solved", 3, 0))]
)
def test_a_command_or_hint_may_be_repeated_and_each_is_answered(
    request_: Any, answer: Any, ready: Any
) -> None:
    ready.join()
    for _ in range(5):
        ready.ask(request_)
    for _ in range(5):
        assert ready.server.pending == {request_.id: request_}
        ready.tell(answer)

    assert not ready.server.pending
    assert not ready.client.pending
    with pytest.raises(LocalProtocolError, match="nothing waits for an answer"):
        ready.server.send(answer)


@pytest.mark.parametrize("request_", [COMMAND, HINT])
def test_a_command_or_hint_is_repeated_on_its_own_channel_only(
    request_: Any, ready: Any, dump: Any
) -> None:
    ready.join("g1")
    ready.join("g2")
    ready.ask(request_)
    frame = ready.client._codec.encode(msgspec.structs.replace(request_, channel=2))

    assert refused(ready.server.receive, frame, dump=dump).code is Code.UNEXPECTED


@pytest.mark.parametrize(("first", "second"), [("c", "h"), ("h", "c")])
def test_a_hint_does_not_repeat_a_command(first: str, second: str, ready: Any, dump: Any) -> None:
    ready.join()
    same = {"c": COMMAND, "h": msgspec.structs.replace(HINT, id="c1")}
    ready.ask(same[first])
    frame = ready.client._codec.encode(same[second])

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
