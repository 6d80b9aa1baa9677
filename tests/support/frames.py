"""The frames of a WebSocket server in a stream of bytes, so that single deltas can be lost."""

from collections.abc import Set as AbstractSet

from pasjans_protocol.messages import Delta, GuidedDelta, tag_of

HANDSHAKE_END = b"\r\n\r\n"
DELTA_TAGS = frozenset({tag_of(Delta), tag_of(GuidedDelta)})


class FrameSplitter:
    """Passes on a server's bytes without the deltas whose numbers are given.

    Args:
        lost: numbers of deltas in MessagePack, 0 being the connection's first.
    """

    def __init__(self, lost: AbstractSet[int]) -> None:
        self._lost = lost
        self._buffer = b""
        self._opened = False
        self._deltas = 0

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
        while (sizes := _sizes(self._buffer)) is not None and sum(sizes) <= len(self._buffer):
            header, payload = self._take(sizes[0]), self._take(sizes[1])
            if not self._is_lost(payload):
                kept += header + payload
        return kept

    def _is_lost(self, payload: bytes) -> bool:
        # A message is a MessagePack array: one byte says so, the next is its number.
        if len(payload) < 2 or payload[1] not in DELTA_TAGS:
            return False
        self._deltas += 1
        return self._deltas - 1 in self._lost

    def _take(self, size: int) -> bytes:
        taken, self._buffer = self._buffer[:size], self._buffer[size:]
        return taken


def _sizes(data: bytes) -> tuple[int, int] | None:
    """Bytes of header and payload of the unmasked frame that begins here, when they are known."""
    # RFC 6455, 5.2: the payload's length is 7 bits, or 126 and 16 bits, or 127 and 64 bits.
    if len(data) < 2:
        return None
    short = data[1] & 0x7F
    extended = {126: 2, 127: 8}.get(short, 0)
    if len(data) < 2 + extended:
        return None
    size = int.from_bytes(data[2 : 2 + extended], "big") if extended else short
    return 2 + extended, size
