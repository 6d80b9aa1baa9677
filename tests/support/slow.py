"""Sockets that read too slowly."""

import socket
from typing import Any
from urllib.parse import urlsplit

from pasjans_protocol.codec import SERVER_CODECS
from pasjans_protocol.errors import Code
from pasjans_protocol.messages import Refused
from pasjans_protocol.subprotocols import Subprotocol
from pasjans_services.gateway.socket import Socket
from support.inprocess import Running
from support.wire import Wire

_LARGE = SERVER_CODECS[Subprotocol.MSGPACK].encode(Refused(None, Code.INVALID, "x" * 512))


def narrow(url: str) -> dict[str, Any]:
    """Options of a socket that takes little before it counts as slow."""
    parts = urlsplit(url)
    socket_ = socket.socket()
    socket_.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    socket_.connect((parts.hostname, parts.port))
    socket_.setblocking(False)
    return {"sock": socket_, "max_queue": 1, "close_timeout": 0.1}


def server_side(running: Running, wire: Wire) -> Socket:
    """The gateway's end of a test's socket."""
    (found,) = (
        one
        for one in running.gateway.sockets
        if isinstance(one, Socket)
        and one.session.player is not None
        and one.session.player.id == wire.welcome.player
    )
    return found


def stuff(running: Running, wire: Wire) -> Socket:
    """Fill what may wait for a peer that does not read, so that one frame more is too many."""
    end = server_side(running, wire)
    limits = running.gateway.limits
    for _ in range(1_000_000):
        if end.outbox.waiting_bytes >= limits.queue_bytes:
            return end
        end.outbox.push(_LARGE)
    raise AssertionError("a peer that reads nothing was never behind")


def hold_up(running: Running, wire: Wire) -> Socket:
    """Send a peer that does not read so much that something has to wait for it."""
    end = server_side(running, wire)
    for _ in range(1_000_000):
        if end.outbox.waiting_bytes:
            return end
        end.outbox.push(_LARGE)
    raise AssertionError("a peer that reads nothing was never behind")


def overflow(running: Running, wire: Wire) -> Socket:
    """Send a peer that does not read one frame too many."""
    end = stuff(running, wire)
    end.outbox.push(_LARGE)
    return end
