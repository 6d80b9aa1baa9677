"""All messages, by direction and by kind. This is the module to import them from."""

from collections.abc import Mapping
from typing import Final, TypeAlias, get_args

from pasjans_protocol.advised import Advised, Suggestion
from pasjans_protocol.from_client import (
    Claim,
    Command,
    Create,
    Hello,
    Hint,
    Join,
    Leave,
    Ping,
    Replay,
    Steer,
    Subscribe,
    Unsubscribe,
)
from pasjans_protocol.from_server import (
    Ack,
    Claimed,
    Delta,
    Finished,
    GuidedDelta,
    Heartbeat,
    Left,
    Pong,
    Presence,
    Refused,
    Resumed,
    Snapshot,
    Steered,
)
from pasjans_protocol.message import Message, name_of, tag_of
from pasjans_protocol.standings import Row, Standings, Unsubscribed
from pasjans_protocol.welcome import Limits, Welcome
from pasjans_protocol.words import Capability, Question, Role, SnapshotReason

__all__ = [
    "CHANNEL_MESSAGES",
    "CLIENT_MESSAGES",
    "MESSAGES",
    "NAMES",
    "PROTOCOL_VERSION",
    "SERVER_MESSAGES",
    "TAGS",
    "Ack",
    "Advised",
    "AnyMessage",
    "Capability",
    "ChannelMessage",
    "Claim",
    "Claimed",
    "ClientMessage",
    "Command",
    "Create",
    "Delta",
    "Finished",
    "GuidedDelta",
    "Heartbeat",
    "Hello",
    "Hint",
    "Join",
    "Leave",
    "Left",
    "Limits",
    "Message",
    "Ping",
    "Pong",
    "Presence",
    "Question",
    "Refused",
    "Replay",
    "Reply",
    "Request",
    "Resumed",
    "Role",
    "Row",
    "ServerMessage",
    "Snapshot",
    "SnapshotReason",
    "Standings",
    "Steer",
    "Steered",
    "Subscribe",
    "Suggestion",
    "Unsubscribe",
    "Unsubscribed",
    "Welcome",
    "name_of",
    "tag_of",
]

PROTOCOL_VERSION: Final = 1

Request: TypeAlias = (
    Create | Join | Leave | Command | Claim | Ping | Replay | Steer | Subscribe | Unsubscribe | Hint
)
ClientMessage: TypeAlias = Hello | Request
Reply: TypeAlias = (
    Snapshot
    | Resumed
    | Ack
    | Left
    | Claimed
    | Pong
    | Steered
    | Standings
    | Unsubscribed
    | Advised
    | Refused
)
ChannelMessage: TypeAlias = Delta | GuidedDelta | Presence | Finished
ServerMessage: TypeAlias = Welcome | Reply | ChannelMessage | Heartbeat
AnyMessage: TypeAlias = ClientMessage | ServerMessage


def _by_tag(union: object) -> tuple[type[Message], ...]:
    return tuple(sorted(get_args(union), key=tag_of))


CLIENT_MESSAGES: Final = _by_tag(ClientMessage)
SERVER_MESSAGES: Final = _by_tag(ServerMessage)
CHANNEL_MESSAGES: Final = _by_tag(ChannelMessage)
MESSAGES: Final = CLIENT_MESSAGES + SERVER_MESSAGES
NAMES: Final[Mapping[str, type[Message]]] = {name_of(kind): kind for kind in MESSAGES}
TAGS: Final[Mapping[int, type[Message]]] = {tag_of(kind): kind for kind in MESSAGES}
