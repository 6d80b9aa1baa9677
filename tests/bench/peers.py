"""WebSocket clients for a load generator: no more work for each frame than a count.

They keep to RFC 6455 as far as a trusted server needs: client frames are masked with a key of
zeros, which leaves the payload as it is; server frames are taken to be whole messages.
"""

import asyncio
import time
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import random
from typing import Final, TypeVar, cast
from urllib.parse import urlsplit

from pasjans_protocol.codec import CLIENT_CODECS
from pasjans_protocol.messages import (
    Ack,
    ClientMessage,
    Command,
    Delta,
    Refused,
    ServerMessage,
    tag_of,
)
from pasjans_protocol.subprotocols import Subprotocol

CODEC: Final = CLIENT_CODECS[Subprotocol.MSGPACK]
BINARY: Final = 0x82
CLOSE, PING, PONG = 0x88, 0x89, 0x8A
_KEY: Final = bytes(4)
_NONCE: Final = "AAAAAAAAAAAAAAAAAAAAAA=="

M = TypeVar("M")
now = time.perf_counter


def client_frame(payload: bytes, opcode: int = BINARY) -> bytes:
    """A whole frame from a client; at most 65,535 bytes of payload."""
    size = len(payload)
    if size < 126:
        return bytes((opcode, 0x80 | size)) + _KEY + payload
    return bytes((opcode, 0xFE)) + size.to_bytes(2, "big") + _KEY + payload


def payload(message: ClientMessage) -> bytes:
    """A message, encoded."""
    return cast("bytes", CODEC.encode(message))


class Gone(ConnectionError):
    """The server closed a connection of the load generator."""


class Peer(asyncio.Protocol):
    """One connection. It is set up message by message with `ask`; then `take` may be replaced.

    Attributes:
        take: Called with the payload of each frame.
        opened: Done when the opening handshake is over.
    """

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self.host, self.port = parts.hostname or "", parts.port or 80
        lines = (
            f"GET {parts.path} HTTP/1.1",
            f"Host: {parts.netloc}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {_NONCE}",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Protocol: {Subprotocol.MSGPACK}",
        )
        self._upgrade = "".join(f"{line}\r\n" for line in (*lines, "")).encode()
        self._rest = b""
        self._reads: Callable[[bytes], None] = self._read_handshake
        self._answer: asyncio.Future[ServerMessage] | None = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.take: Callable[[bytes], None] = self._take_answer
        self.transport: asyncio.WriteTransport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.WriteTransport", transport)
        self.transport.write(self._upgrade)

    def connection_lost(self, exc: Exception | None) -> None:
        for waiting in (self.opened, self._answer):
            if waiting is not None and not waiting.done():
                waiting.set_exception(Gone(str(exc or "the server closed the connection")))

    def data_received(self, data: bytes) -> None:
        self._reads(data)

    def _read_handshake(self, data: bytes) -> None:
        head, blank, rest = (self._rest + data).partition(b"\r\n\r\n")
        if self.opened.done():
            return
        if not blank:
            self._rest = head
        elif b" 101 " not in head[:20]:
            self.opened.set_exception(Gone(head.decode("latin-1")))
        else:
            self._rest = b""
            self._reads = self._read_frames
            self.opened.set_result(None)
            self._read_frames(rest)

    def _read_frames(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
        at, size = 0, len(data)
        while size - at >= 2:
            start, length = at + 2, data[at + 1]
            if length > 125:
                start += 2 if length == 126 else 8
                length = int.from_bytes(data[at + 2 : start], "big") if start <= size else size
            end = start + length
            if end > size:
                break
            if data[at] == BINARY:
                self.take(data[start:end])
            elif data[at] == PING:
                self.transport.write(client_frame(data[start:end], PONG))
            at = end
        self._rest = data[at:]

    def _take_answer(self, payload: bytes) -> None:
        message = CODEC.decode(payload)
        # What has no id (presence, heartbeats) answers nothing. A welcome has none either.
        if self._answer is not None and (hasattr(message, "id") or hasattr(message, "token")):
            self._answer.set_result(message)
            self._answer = None

    async def ask(self, request: ClientMessage, kind: type[M]) -> M:
        """Send a request; its answer."""
        self._answer = asyncio.get_running_loop().create_future()
        self.transport.write(client_frame(payload(request)))
        answer = await self._answer
        if not isinstance(answer, kind):
            raise TypeError(f"{request} was answered by {answer}")
        return answer


@dataclass(slots=True, eq=False)
class Tally:
    """What all peers of a run count together.

    Attributes:
        latencies: Seconds from each command to its acknowledgement.
        seen_after: Seconds from each command to its delta, at each watcher.
        deltas: Delta frames that players got.
        delta_bytes: Their payloads, together.
        refusals: What was refused; there should be nothing.
        dry: Called when a player has no commands left.
    """

    latencies: "array[float]" = field(default_factory=lambda: array("d"))
    seen_after: "array[float]" = field(default_factory=lambda: array("d"))
    deltas: int = 0
    delta_bytes: int = 0
    refusals: list[str] = field(default_factory=list[str])
    dry: Callable[[], None] = lambda: None

    def clear(self) -> None:
        """Forget what was counted; refusals stay."""
        del self.latencies[:]
        del self.seen_after[:]
        self.deltas = self.delta_bytes = 0


_ACK, _DELTA, _REFUSED, _COMMAND = (tag_of(kind) for kind in (Ack, Delta, Refused, Command))


class Player(Peer):
    """Sends a command as soon as the one before is acknowledged, or after a pause.

    Against an echo, the command itself is the acknowledgement.
    """

    def __init__(self, url: str, tally: Tally, pause_s: float = 0.0) -> None:
        super().__init__(url)
        self._tally = tally
        self._pause_s = pause_s
        self._frames: Sequence[bytes] = ()
        self._next = 0
        self._sent = 0.0
        self.sent: list[float] = []
        self._watched = False

    def start(self, frames: Sequence[bytes], *, watched: bool) -> None:
        """Play: `frames` are the commands; `sent` gets the time of each if anybody watches."""
        self._frames = frames
        self._watched = watched
        self.take = self._play
        # Players who take their time do not all begin at once.
        asyncio.get_running_loop().call_later(random() * self._pause_s, self._send)

    def _send(self) -> None:
        if self._next == len(self._frames):
            self._tally.dry()
            return
        self.transport.write(self._frames[self._next])
        self._next += 1
        self._sent = now()
        if self._watched:
            self.sent.append(self._sent)

    def _play(self, payload: bytes) -> None:
        # An array of less than 16 elements has one byte of head; then comes the tag.
        tag = payload[1]
        if tag in {_ACK, _COMMAND}:
            self._tally.latencies.append(now() - self._sent)
            if self._pause_s:
                asyncio.get_running_loop().call_later(self._pause_s, self._send)
            else:
                self._send()
        elif tag == _DELTA:
            self._tally.deltas += 1
            self._tally.delta_bytes += len(payload)
        elif tag == _REFUSED:
            self._tally.refusals.append(str(CODEC.decode(payload)))
            self._tally.dry()


class Watcher(Peer):
    """Gets the deltas of one player's games."""

    def __init__(self, url: str, tally: Tally, player: Player) -> None:
        super().__init__(url)
        self._tally = tally
        self._player = player
        self._seen = 0

    def start(self) -> None:
        """Watch from now on."""
        self.take = self._watch

    def _watch(self, payload: bytes) -> None:
        if payload[1] == _DELTA:
            self._tally.seen_after.append(now() - self._player.sent[self._seen])
            self._seen += 1
