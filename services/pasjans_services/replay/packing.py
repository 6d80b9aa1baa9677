"""Names and numbers in few bytes, for entries of the index.

name      a byte that is its length, and its letters; or a byte of `_PACKED` and what its letters
stand for. The names that this service makes are packed
number    LEB128; a signed one in zigzag
"""

import base64
import binascii
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

MAX_NAME: Final = 64


@dataclass(frozen=True, slots=True)
class _Packing:
    """How names of so many characters are packed into so many bytes."""

    chars: int
    size: int
    pack: Callable[[str], bytes]
    unpack: Callable[[bytes], str]


def _base32(name: str) -> bytes:
    return base64.b32decode(name.upper())


def _from_base32(packed: bytes) -> str:
    return base64.b32encode(packed).decode().lower()


def _from_base64(packed: bytes) -> str:
    return base64.urlsafe_b64encode(packed).decode()


_PACKED: Final = {
    0x80: _Packing(12, 9, base64.urlsafe_b64decode, _from_base64),
    0x81: _Packing(16, 10, _base32, _from_base32),
}


def packed(name: str) -> bytes:
    """A name in as few bytes as there is a way.

    Raises:
        ValueError: it is empty, longer than `MAX_NAME`, or not ASCII.
    """
    for mark, packing in _PACKED.items():
        if len(name) == packing.chars:
            try:
                short = packing.pack(name)
            except (binascii.Error, ValueError):
                continue
            if len(short) == packing.size and packing.unpack(short) == name:
                return bytes((mark,)) + short
    if not 1 <= len(name) <= MAX_NAME:
        raise ValueError(f"names have 1 to {MAX_NAME} characters, not {len(name)}")
    return bytes((len(name),)) + name.encode("ascii")


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

    def name(self) -> str:
        """The next name."""
        mark = self.byte()
        packing = _PACKED.get(mark)
        if packing is not None:
            return packing.unpack(self.bytes(packing.size))
        return self.bytes(mark).decode("ascii")

    def number(self) -> int:
        """The next number."""
        number = shift = 0
        while True:
            group = self.byte()
            number |= (group & 0x7F) << shift
            if group <= 0x7F:
                return number
            shift += 7

    def signed(self) -> int:
        """The next number, of either sign."""
        number = self.number()
        return -(number >> 1) - 1 if number & 1 else number >> 1
