"""The server's WebSocket side, with one thing more: a socket can be cut.

ASGI has no way to end a connection whose peer does not read: a close waits behind what the peer
has not taken. The scope's extension `pasjans.abort` ends it at once.
"""

from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

ABORT_EXTENSION: Final = "pasjans.abort"
WRITE_BUFFER_BYTES: Final = 32_768


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's own, with the extension, and a small buffer before a reader counts as slow."""

    def handle_connect(self, event: Request) -> None:
        """Start the application for an opening handshake."""
        super().handle_connect(event)
        scope: dict[str, Any] | None = getattr(self, "scope", None)
        if scope is not None:
            self.transport.set_write_buffer_limits(high=WRITE_BUFFER_BYTES)
            scope["extensions"][ABORT_EXTENSION] = self.transport.abort
