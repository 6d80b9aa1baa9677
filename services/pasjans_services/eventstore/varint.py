"""Whole numbers in as few bytes as they need, and a reader of bytes.

A number is LEB128: seven bits a byte, the lowest first; a signed one in zigzag. Archives are
written so, and are read for ever: this never changes.
"""


def leb128(number: int) -> bytes:
    """A number, 0 or more: seven bits a byte, the lowest first."""
    groups = bytearray()
    while number > 0x7F:
        groups.append(number & 0x7F | 0x80)
        number >>= 7
    groups.append(number)
    return bytes(groups)


def zigzag(number: int) -> int:
    """A number of either sign as one that is 0 or more, and small when it is near 0."""
    return number << 1 if number >= 0 else (-number << 1) - 1


def unzigzag(number: int) -> int:
    """The number that `zigzag` made this of."""
    return -(number >> 1) - 1 if number & 1 else number >> 1


class Reader:
    """Reads bytes one after the other; raises IndexError at the end."""

    __slots__ = ("_at", "_data")

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    @property
    def at_end(self) -> bool:
        """Whether nothing is left."""
        return self._at == len(self._data)

    def byte(self) -> int:
        """The next byte."""
        self._at += 1
        return self._data[self._at - 1]

    def bytes(self, length: int) -> bytes:
        """The next bytes."""
        self._at += length
        if self._at > len(self._data):
            raise IndexError("the end is missing")
        return self._data[self._at - length : self._at]

    def number(self) -> int:
        """The next number."""
        number = shift = 0
        while True:
            group = self.byte()
            number |= (group & 0x7F) << shift
            if group <= 0x7F:
                return number
            shift += 7
