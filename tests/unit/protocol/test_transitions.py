import pytest

from pasjans_protocol.messages import (
    CHANNEL_MESSAGES,
    CLIENT_MESSAGES,
    SERVER_MESSAGES,
    Command,
    Heartbeat,
    Hello,
    Hint,
    Leave,
    Message,
    Presence,
    Refused,
    Snapshot,
    Standings,
    Steer,
    Steered,
    Welcome,
)
from pasjans_protocol.transitions import (
    ANSWERS,
    BOARD,
    CHANNEL,
    CONNECTION,
    REPLAY,
    REPLAY_SEAT,
    SEAT,
    BoardState,
    ChannelState,
    ConnectionState,
    SeatState,
)


def test_every_message_can_come_somewhere() -> None:
    assert {kind for _, kind in CONNECTION} == {*CLIENT_MESSAGES, *SERVER_MESSAGES}


def test_hello_and_welcome_come_once() -> None:
    assert [state for state, kind in CONNECTION if kind is Hello] == [ConnectionState.OPENING]
    assert [state for state, kind in CONNECTION if kind is Welcome] == [ConnectionState.GREETED]


def test_nothing_comes_after_the_close() -> None:
    assert not [kind for state, kind in CONNECTION if state is ConnectionState.CLOSED]


def test_before_ready_only_greetings_and_refusals() -> None:
    early = {kind for state, kind in CONNECTION if state is not ConnectionState.READY}

    assert early == {Hello, Welcome, Refused}


def test_every_channel_state_can_be_reached() -> None:
    reached, seen = {ChannelState.ABSENT}, set[ChannelState]()
    while reached != seen:
        seen = set(reached)
        reached |= {after for (before, _), after in CHANNEL.items() if before in seen}

    assert reached == set(ChannelState)


def test_a_channel_moves_by_the_servers_messages_and_a_seat_by_the_clients() -> None:
    assert {kind for _, kind in CHANNEL} <= {*SERVER_MESSAGES}
    assert {kind for state, kind in SEAT if state is SeatState.TAKEN} == {Command, Hint, Leave}
    assert {kind for state, kind in SEAT if state is SeatState.LEAVING} == {*ANSWERS[Leave]}


def test_nothing_speaks_of_a_channel_before_its_answer() -> None:
    about_a_channel: set[type[Message]] = {*CHANNEL_MESSAGES, Heartbeat}

    assert not {kind for state, kind in CHANNEL if state is ChannelState.ABSENT} & about_a_channel


def test_no_heartbeat_or_presence_while_deltas_are_owed() -> None:
    assert (ChannelState.CATCHING_UP, Heartbeat) not in CHANNEL
    assert (ChannelState.CATCHING_UP, Presence) not in CHANNEL


@pytest.mark.parametrize("kind", [Command, Hint])
def test_commands_and_hints_move_no_seat(kind: type[Message]) -> None:
    assert all(before is after for (before, asked), after in SEAT.items() if asked is kind)


def test_a_replay_goes_on_after_its_end_only_from_somewhere_else() -> None:
    over = {kind for state, kind in REPLAY if state is ChannelState.OVER}

    assert over == {Snapshot, Steered}


def test_a_replay_is_steered_where_a_game_is_commanded() -> None:
    steered = {Steer if kind is Command else kind for _, kind in SEAT}

    assert {kind for _, kind in REPLAY_SEAT} == steered
    assert not {kind for _, kind in REPLAY} & {Presence, Heartbeat}


def test_every_board_state_can_be_left_and_standings_come_until_the_end() -> None:
    assert {after for (before, _), after in BOARD.items() if before is not after} == {*BoardState}
    shown = {state for state, kind in BOARD if kind is Standings}
    assert shown == {*BoardState} - {BoardState.UNKNOWN}


def test_every_client_message_has_answers_that_can_refuse() -> None:
    assert set(ANSWERS) == set(CLIENT_MESSAGES)
    assert all(kinds[-1] is Refused for kinds in ANSWERS.values())


def test_a_reply_and_its_request_have_an_id() -> None:
    for kind, answers in ANSWERS.items():
        if kind is not Hello:
            assert {of.__struct_fields__[0] for of in (kind, *answers)} == {"id"}
