from typing import Any

import pytest

from pasjans_protocol.errors import Code, LocalProtocolError
from pasjans_protocol.messages import (
    Command,
    Create,
    Delta,
    Finished,
    Heartbeat,
    Hello,
    Join,
    Leave,
    Left,
    Presence,
    Refused,
    Resumed,
    Role,
    Snapshot,
)
from pasjans_protocol.transitions import (
    ChannelState,
    ConnectionState,
)
from support.steps import refused

COMMAND = Command("c1", 1, 1, "54@14")


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
