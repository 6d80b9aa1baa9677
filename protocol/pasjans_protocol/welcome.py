"""What servers say first."""

from msgspec import Struct

from pasjans_protocol.limits import (
    Channel,
    Id,
    Positive,
    Text,
    Words,
)
from pasjans_protocol.message import Message


class Limits(Struct, frozen=True, gc=False):
    """What a client must keep to. An object in both encodings.

    Attributes:
        frame_bytes: the largest frame the server takes.
        games: how many games a connection may have at a time, 1 to 127.
        requests_per_second: how many requests a second may go on being sent.
        burst: how many requests may be sent at once after a pause.
        events: how many events a game may have.
    """

    frame_bytes: Positive
    games: Channel
    requests_per_second: Positive
    burst: Positive
    events: Positive


class Welcome(Message, frozen=True, tag=32):
    """The answer to hello.

    Attributes:
        server: name and version of the program.
        protocol: version of the protocol, 1.
        player: the id of this client's player.
        name: the player's claimed name, or null.
        token: proves who the player is; to be kept, and given in the next hello.
        capabilities: optional parts of the protocol that this server offers, such as `guide`.
            Clients skip words they do not know.
        heartbeat_ms: heartbeats come at least this often; a client that hears nothing for three
            times as long should close the connection and come back.
        limits: what the client must keep to.
    """

    server: Id
    protocol: Positive
    player: Id
    name: Text | None
    token: Text
    capabilities: Words
    heartbeat_ms: Positive
    limits: Limits
