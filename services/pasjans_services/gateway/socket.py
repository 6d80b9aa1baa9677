"""The WebSocket endpoint: opening handshake, the reading loop, and the end of a socket.

It is a plain ASGI application, since Starlette's WebSocket class costs a tenth of a message's
time. What the messages mean is the session's affair.
"""

import asyncio
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
from pasjans_services.gateway.wsprotocol import ABORT_EXTENSION

CLOSE_S: Final = 3.0
"""Seconds that a peer has to take what waits for it before its socket is cut."""

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
        if not self._origin_allowed(headers):
            await _deny(send, 403, "this page's origin is not allowed to play here")
        elif subprotocol is None:
            offers = " or ".join(SERVER_CODECS)
            await _deny(send, 400, f"offer a WebSocket subprotocol that is spoken here: {offers}")
        elif len(self._gateway.sockets) >= self._gateway.limits.connections:
            await _deny(send, 503, "too many connections; try again in a minute", retry_after_s=60)
        else:
            await send({"type": "websocket.accept", "subprotocol": subprotocol})
            codec = SERVER_CODECS[subprotocol]
            await Socket(self._gateway, scope, receive, send, codec).serve()

    def _origin_allowed(self, headers: Headers) -> bool:
        """Browsers name the page's origin, and other programs need not: those may come."""
        origin = headers.get("origin")
        if origin is None or origin in self._gateway.settings.origins:
            return True
        return urlsplit(origin).netloc == headers.get("host")


class Socket:
    """One accepted socket.

    Attributes:
        outbox: The way out.
        session: The conversation.
        ended: Done when the socket is gone and everything it held is given back.
    """

    def __init__(
        self, gateway: Gateway, scope: Scope, receive: Receive, send: Send, codec: ServerCodec
    ) -> None:
        self._gateway = gateway
        self._receive = receive
        self._send = send
        self._abort: Callable[[], None] | None = scope["extensions"].get(ABORT_EXTENSION)
        limits = gateway.limits
        self.outbox = Outbox(send, limits.queue_frames, limits.queue_bytes, self._too_slow)
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
            self.close(CloseCode.GOING_AWAY, CloseCode.GOING_AWAY.reason)
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
        try:
            while self._closing is None:
                message = await self._receive()
                if message["type"] == "websocket.disconnect":
                    return
                end = await self.session.take(_payload(message))
                if end is not None:
                    self.close(end.code, end.reason)
        finally:
            hello.cancel()

    def _no_hello(self) -> None:
        if not self.session.ready:
            self.close(CloseCode.IDLE, CloseCode.IDLE.reason)

    def _too_slow(self) -> None:
        self.close(CloseCode.TOO_SLOW, CloseCode.TOO_SLOW.reason)

    def close(self, code: CloseCode, reason: str) -> None:
        """Say why and end the socket; cut it when the peer does not listen."""
        if self._closing is None:
            telemetry.CLOSES.labels(int(code)).inc()
            self.session.end()
            self._closing = asyncio.ensure_future(self._close(code, reason))

    async def _close(self, code: CloseCode, reason: str) -> None:
        try:
            async with asyncio.timeout(CLOSE_S):
                await self.outbox.close(drain_s=CLOSE_S)
                await self._send({"type": "websocket.close", "code": int(code), "reason": reason})
        except Exception:  # noqa: BLE001 - a peer that does not take even that is cut
            if self._abort is not None:
                self._abort()


def _payload(message: Message) -> bytes | str:
    data: bytes | None = message.get("bytes")
    text: str = message.get("text", "")
    return text if data is None else data


async def _deny(send: Send, status: int, reason: str, retry_after_s: int | None = None) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    if retry_after_s is not None:
        headers.append((b"retry-after", str(retry_after_s).encode()))
    await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": reason.encode()})
