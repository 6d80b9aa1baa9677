"""The names under which WebSocket's handshake agrees on an encoding."""

from collections.abc import Iterable
from enum import StrEnum


class Subprotocol(StrEnum):
    """The WebSocket subprotocols: the same messages in two encodings."""

    MSGPACK = "pasjans.1.msgpack"
    JSON = "pasjans.1.json"


def agree(offered: Iterable[str]) -> Subprotocol | None:
    """The first subprotocol offered that is spoken here; None if there is none."""
    spoken = frozenset(Subprotocol)
    return next((Subprotocol(name) for name in offered if name in spoken), None)
