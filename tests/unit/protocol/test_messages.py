from typing import Any

import msgspec
import pytest

from pasjans_protocol import describe
from pasjans_protocol.messages import (
    CHANNEL_MESSAGES,
    CLIENT_MESSAGES,
    MESSAGES,
    NAMES,
    SERVER_MESSAGES,
    TAGS,
    Create,
    Join,
    Limits,
    Message,
    Row,
    Suggestion,
    name_of,
    tag_of,
)


def test_numbers_are_permanent() -> None:
    assert {tag: kind.__name__ for tag, kind in TAGS.items()} == {
        1: "Hello",
        2: "Create",
        3: "Join",
        4: "Leave",
        5: "Command",
        6: "Claim",
        7: "Ping",
        8: "Replay",
        9: "Steer",
        10: "Subscribe",
        11: "Unsubscribe",
        12: "Hint",
        32: "Welcome",
        33: "Refused",
        34: "Snapshot",
        35: "Resumed",
        36: "Delta",
        37: "GuidedDelta",
        38: "Ack",
        39: "Presence",
        40: "Heartbeat",
        41: "Finished",
        42: "Left",
        43: "Claimed",
        44: "Pong",
        45: "Steered",
        46: "Standings",
        47: "Unsubscribed",
        48: "Advised",
    }


def test_names_are_in_lower_case() -> None:
    assert [*NAMES] == [
        *("hello", "create", "join", "leave", "command", "claim", "ping"),
        *("replay", "steer", "subscribe", "unsubscribe", "hint"),
        *("welcome", "refused", "snapshot", "resumed", "delta", "guided_delta", "ack"),
        *("presence", "heartbeat", "finished", "left", "claimed", "pong"),
        *("steered", "standings", "unsubscribed", "advised"),
    ]


def test_each_message_has_one_direction() -> None:
    assert set(CLIENT_MESSAGES).isdisjoint(SERVER_MESSAGES)
    assert all(tag_of(kind) < 32 for kind in CLIENT_MESSAGES)
    assert all(32 <= tag_of(kind) < 128 for kind in SERVER_MESSAGES)
    assert MESSAGES == CLIENT_MESSAGES + SERVER_MESSAGES


@pytest.mark.parametrize("kind", CHANNEL_MESSAGES)
def test_the_channel_is_the_first_field(kind: type[Message]) -> None:
    assert kind.__struct_fields__[0] == "channel"


@pytest.mark.parametrize("kind", [*MESSAGES, Limits, Row, Suggestion])
def test_every_field_is_described(kind: type[msgspec.Struct]) -> None:
    assert tuple(describe.fields(kind)) == kind.__struct_fields__
    assert all(text.endswith(".") for text in describe.fields(kind).values())
    assert describe.description(kind).startswith(describe.summary(kind))


@pytest.mark.parametrize("kind", MESSAGES)
def test_messages_are_immutable(kind: type[Message]) -> None:
    assert kind.__struct_config__.frozen
    assert kind.__struct_config__.array_like


def test_name_of_two_words() -> None:
    assert name_of(NAMES["guided_delta"]) == "guided_delta"


@pytest.mark.parametrize(
    "wishes",
    [
        {"deal": "21 00", "daily": True},
        {"deal": "21 00", "level": "easy"},
        {"daily": True, "level": "easy"},
    ],
)
def test_a_deal_is_given_or_the_daily_one_or_of_a_level(wishes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="one of `deal`, `daily` and `level` at most"):
        Create("a1", "polish", **wishes)
    for wish, value in wishes.items():
        assert getattr(Create("a1", "polish", **{wish: value}), wish) == value


@pytest.mark.parametrize(("version", "check"), [(1, None), (None, 1)])
def test_a_version_without_its_check_proves_nothing(version: int | None, check: int | None) -> None:
    with pytest.raises(ValueError, match="go together"):
        Join("a1", "g", version=version, check=check)
