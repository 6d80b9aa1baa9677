"""The WebSocket endpoint: opening handshake, the reading loop, and the end of a socket.

It is a plain ASGI application, since Starlette's WebSocket class costs a tenth of a message's
time. What the messages mean is the session's affair.
"""

import asyncio
import itertools
from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

import structlog
from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send

from pasjans_protocol.close_codes import CloseCode
from pasjans_protocol.codec import SERVER_CODECS, ServerCodec
from pasjans_protocol.subprotocols import agree
from pasjans_services import telemetry
from pasjans_services.gateway.gateway import Gateway
from pasjans_services.gateway.outbox import Outbox
from pasjans_services.gateway.session import Session
from pasjans_services.gateway.wsprotocol import ABORT_EXTENSION, WRITE_EXTENSION

CLOSE_S: Final = 3.0
"""Seconds that a peer has to take what waits for it before its socket is cut."""

FRAMES_A_TURN: Final = 64

_numbers = itertools.count()

log = structlog.get_logger(__name__)


class SocketEndpoint:
    """Accepts sockets for a gateway."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket, from its opening handshake to its end."""
        await receive()
        headers = Headers(scope=scope)
        subprotocol = agree(scope["subprotocols"])
        if subprotocol is None:
            await _deny(send)
            return
        await send({"type": "websocket.accept", "subprotocol": subprotocol})
        # Whom a browser is to tell why, it tells by a close code, not by a failed handshake.
        if not self._origin_allowed(headers):
            await send(_close(CloseCode.ORIGIN))
        elif len(self._gateway.sockets) >= self._gateway.limits.connections:
            await send(_close(CloseCode.TRY_AGAIN_LATER))
        else:
            codec = SERVER_CODECS[subprotocol]
            socket = Socket(self._gateway, scope, receive, send, codec)
            # In a task of its own, so that no step of it passes through the frames of the routing.
            await asyncio.create_task(socket.serve())

    def _origin_allowed(self, headers: Headers) -> bool:
        """Browsers name the page's origin, and other programs need not: those may come."""
        origin = headers.get("origin")
        if origin is None or origin in self._gateway.settings.origins:
            return True
        try:
            return urlsplit(origin).netloc == headers.get("host")
        except ValueError:
            return False


class Socket:
    """One accepted socket.

    Attributes:
        number: Counts the sockets of this process; gives each its moment for heartbeats.
        outbox: The way out.
        session: The conversation.
        ended: Done when the socket is gone and everything it held is given back.
    """

    def __init__(
        self, gateway: Gateway, scope: Scope, receive: Receive, send: Send, codec: ServerCodec
    ) -> None:
        self._gateway = gateway
        self.number = next(_numbers)
        self._receive = receive
        self._send = send
        self._abort: Callable[[], None] = scope["extensions"][ABORT_EXTENSION]
        limits = gateway.limits
        self.outbox = Outbox(
            send,
            limits.queue_frames,
            limits.queue_bytes,
            self._too_slow,
            scope["extensions"][WRITE_EXTENSION],
        )
        client = scope.get("client")
        address = client[0] if client else "local"
        self.session = Session(gateway, codec, self.outbox, address)
        self._closing: asyncio.Task[None] | None = None
        self.ended: asyncio.Future[None] = gateway.loop.create_future()

    async def serve(self) -> None:
        """Read frames until the socket ends, whoever ends it."""
        self._gateway.sockets.add(self)
        telemetry.CONNECTIONS.inc()
        try:
            await self._read()
        except Exception:
            log.exception("session_failed", player=self.session.player)
            self.close(CloseCode.INTERNAL_ERROR)
        finally:
            self.session.end()
            if self._closing is not None:
                await self._closing
            await self.outbox.close()
            self._gateway.sockets.discard(self)
            telemetry.CONNECTIONS.dec()
            self.ended.set_result(None)

    async def _read(self) -> None:
        hello = self._gateway.loop.call_later(self._gateway.limits.hello_timeout_s, self._no_hello)
        frames = 0
        try:
            while self._closing is None:
                message = await self._receive()
                frames += 1
                if frames % FRAMES_A_TURN == 0:
                    # What came in one piece is read without waiting: give the others a turn.
                    await asyncio.sleep(0)
                if message["type"] == "websocket.disconnect":
                    return
                end = await self.session.take(_payload(message))
                if end is not None:
                    self.close(end)
        finally:
            hello.cancel()

    def heartbeat(self) -> None:
        """Tell the version and check of each game, so that a lost frame is noticed."""
        self.session.heartbeat()

    def _no_hello(self) -> None:
        if not self.session.ready:
            self.close(CloseCode.IDLE)

    def _too_slow(self) -> None:
        self.close(CloseCode.TOO_SLOW)

    def close(self, code: CloseCode) -> None:
        """Say why and end the socket; cut it when the peer does not listen."""
        if self._closing is None:
            telemetry.CLOSES.labels(int(code)).inc()
            self.session.end()
            self._closing = asyncio.ensure_future(self._close(code))

    async def _close(self, code: CloseCode) -> None:
        try:
            async with asyncio.timeout(CLOSE_S):
                await self.outbox.close(drain_s=CLOSE_S)
                await self._send(_close(code))
        except Exception:  # noqa: BLE001 - a peer that does not take even that is cut
            self._abort()


def _payload(message: Message) -> bytes | str:
    data: bytes | None = message.get("bytes")
    text: str = message.get("text", "")
    return text if data is None else data


def _close(code: CloseCode) -> Message:
    return {"type": "websocket.close", "code": int(code), "reason": code.reason}


async def _deny(send: Send) -> None:
    """Refuse the handshake of a peer that offers nothing that is spoken here."""
    offers = " or ".join(SERVER_CODECS)
    body = f"offer a WebSocket subprotocol that is spoken here: {offers}".encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "websocket.http.response.start", "status": 400, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": body})
