"""The way out of one socket: never blocks the sender, never grows without bound.

1. A frame goes straight to the server when nothing waits before it; no task is made for it.
2. When the peer reads too slowly, frames wait here, in order, and one task writes them.
3. When more waits than the limits allow, the overflow callback is called once, and nothing
   more is taken: the peer is to be closed with "too slow, resume".
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator
from types import coroutine
from typing import Any, cast

from starlette.types import Message, Send


@coroutine
def _rest(started: Coroutine[Any, Any, None], waits_for: Any) -> Generator[Any, None, None]:
    """The rest of a coroutine that was started by hand and waits for `waits_for`."""
    while True:
        yield waits_for
        try:
            waits_for = started.send(None)
        except StopIteration:
            return


def _never(_frame: bytes) -> bool:
    return False


class Outbox:
    """Frames on their way to one peer.

    Args:
        send: The ASGI server's way to send one message.
        max_frames: Frames that may wait.
        max_bytes: Bytes that may wait.
        overflow: Called once, soon after more would have had to wait.
        write_now: A quicker way for one binary frame that need not wait; tells whether it took it.
    """

    __slots__ = (
        "_closed",
        "_max_bytes",
        "_max_frames",
        "_overflow",
        "_send",
        "_waiting",
        "_waiting_bytes",
        "_write_now",
        "_writer",
    )

    def __init__(
        self,
        send: Send,
        max_frames: int,
        max_bytes: int,
        overflow: Callable[[], None],
        write_now: Callable[[bytes], bool] = _never,
    ) -> None:
        self._send = send
        self._write_now = write_now
        self._max_frames = max_frames
        self._max_bytes = max_bytes
        self._overflow = overflow
        self._waiting: deque[bytes | str] = deque()
        self._waiting_bytes = 0
        self._writer: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def waiting_bytes(self) -> int:
        """Bytes that wait for the peer to read."""
        return self._waiting_bytes

    def push(self, frame: bytes | str, *, unbounded: bool = False) -> None:
        """Send a frame after those that wait; drop it when the outbox is closed.

        Args:
            frame: Bytes for a binary frame, text for a text frame.
            unbounded: Part of an answer whose size is bounded elsewhere (the deltas of a resume):
                it may wait beyond the limits.
        """
        if self._closed:
            return
        if self._writer is None:
            if not (isinstance(frame, bytes) and self._write_now(frame)):
                self._send_now(frame)
            return
        full = len(self._waiting) >= self._max_frames or self._waiting_bytes >= self._max_bytes
        if full and not unbounded:
            self._closed = True
            self._drop_waiting()
            # Not at once: whoever pushes is in the middle of telling many, and this ends a session.
            asyncio.get_running_loop().call_soon(self._overflow)
            return
        self._waiting.append(frame)
        self._waiting_bytes += len(frame)

    def _send_now(self, frame: bytes | str) -> None:
        sending = cast("Coroutine[Any, Any, None]", self._send(_message(frame)))
        try:
            waits_for = sending.send(None)
        except StopIteration:
            return
        except Exception:  # noqa: BLE001 - whatever a server raises here means: the peer is gone
            self._closed = True
            return
        self._writer = asyncio.ensure_future(self._write(_rest(sending, waits_for)))

    async def _write(self, first: Awaitable[None]) -> None:
        try:
            await first
            while self._waiting:
                frame = self._waiting.popleft()
                self._waiting_bytes -= len(frame)
                await self._send(_message(frame))
        except Exception:  # noqa: BLE001 - as above: the reader's side ends the session
            self._closed = True
        finally:
            self._writer = None

    async def close(self, drain_s: float = 0.0) -> None:
        """Take nothing more; give what waits up to `drain_s` seconds to go out, drop the rest."""
        self._closed = True
        writer = self._writer
        if writer is not None:
            await asyncio.wait([writer], timeout=drain_s)
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)
        self._drop_waiting()

    def _drop_waiting(self) -> None:
        self._waiting.clear()
        self._waiting_bytes = 0


def _message(frame: bytes | str) -> Message:
    if isinstance(frame, bytes):
        return {"type": "websocket.send", "bytes": frame}
    return {"type": "websocket.send", "text": frame}
