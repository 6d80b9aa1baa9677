"""The frames of a WebSocket server in a stream of bytes, so that single ones can be lost."""

from collections.abc import Set as AbstractSet

HANDSHAKE_END = b"\r\n\r\n"


class FrameSplitter:
    """Passes on a server's bytes without the frames whose numbers are given.

    Args:
        lost: numbers of frames, 0 being the first after the opening handshake.
    """

    def __init__(self, lost: AbstractSet[int]) -> None:
        self._lost = lost
        self._buffer = b""
        self._opened = False
        self._number = 0

    def kept(self, data: bytes) -> bytes:
        """What of the stream can be passed on now."""
        self._buffer += data
        kept = b""
        if not self._opened:
            end = self._buffer.find(HANDSHAKE_END)
            if end < 0:
                return kept
            self._opened = True
            kept = self._take(end + len(HANDSHAKE_END))
        while (size := _frame_bytes(self._buffer)) is not None and size <= len(self._buffer):
            frame = self._take(size)
            if self._number not in self._lost:
                kept += frame
            self._number += 1
        return kept

    def _take(self, size: int) -> bytes:
        taken, self._buffer = self._buffer[:size], self._buffer[size:]
        return taken


def _frame_bytes(data: bytes) -> int | None:
    """Length of the unmasked frame that begins here, header included; None when unknown as yet."""
    # RFC 6455, 5.2: the payload's length is 7 bits, or 126 and 16 bits, or 127 and 64 bits.
    if len(data) < 2:
        return None
    short = data[1] & 0x7F
    extended = {126: 2, 127: 8}.get(short, 0)
    if len(data) < 2 + extended:
        return None
    size = int.from_bytes(data[2 : 2 + extended], "big") if extended else short
    return 2 + extended + size
