"""The server's WebSocket side, with two things more that ASGI does not have.

1. `pasjans.abort` cuts a connection at once. A close waits behind what the peer has not taken, and
   so never reaches one that does not read.
2. `pasjans.write` puts one binary frame straight into the socket's buffer, if the connection is
   open and its buffer has room. The way through ASGI costs more, for each frame.

Both are extensions in the scope of a connection.
"""

from typing import Any, Final

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

ABORT_EXTENSION: Final = "pasjans.abort"
WRITE_EXTENSION: Final = "pasjans.write"
WRITE_BUFFER_BYTES: Final = 32_768

# RFC 6455, 5.2: FIN and opcode 2 (binary); then the payload's length in 7 bits, or 126 and 16 bits.
_FIN_BINARY: Final = 0x82
_SHORT_HEADERS: Final = tuple(bytes((_FIN_BINARY, size)) for size in range(126))
_LARGEST_WITH_16_BITS: Final = 65_535


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's own, with the extensions, and a small buffer before a reader counts as slow."""

    def handle_connect(self, event: Request) -> None:
        """Start the application for an opening handshake."""
        super().handle_connect(event)
        scope: dict[str, Any] | None = getattr(self, "scope", None)
        if scope is not None:
            self.transport.set_write_buffer_limits(high=WRITE_BUFFER_BYTES)
            scope["extensions"][ABORT_EXTENSION] = self.transport.abort
            scope["extensions"][WRITE_EXTENSION] = self.write_now

    async def send(self, message: Any) -> None:
        """Send as uvicorn does, but nothing into a connection that is lost.

        Raises:
            ClientDisconnected: It is lost. Of that the application hears later; until then asyncio
                would take each frame, throw it away, and complain in the log.
        """
        if message["type"] == "websocket.send" and self.transport.is_closing():
            raise ClientDisconnected
        await super().send(message)

    def write_now(self, payload: bytes) -> bool:
        """Write one binary frame, unless it would have to wait; whether it was written."""
        size = len(payload)
        if (
            size > _LARGEST_WITH_16_BITS
            or not self.writable.is_set()
            or self.close_sent
            or self.disconnected
            or self.transport.is_closing()
        ):
            return False
        if size < len(_SHORT_HEADERS):
            header = _SHORT_HEADERS[size]
        else:
            header = bytes((_FIN_BINARY, 126)) + size.to_bytes(2, "big")
        self.transport.write(header + payload)
        return True
