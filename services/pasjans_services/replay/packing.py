"""Names in few bytes, for entries of the index; `varint` says how numbers are written.

A name is a byte that is its length, and its letters; or a byte of `_PACKED` and what its letters
stand for. The names that this service makes are packed.
"""

import base64
import binascii
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pasjans_services.eventstore import varint

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


def size_of(mark: int) -> int:
    """How many bytes of a packed name follow its first one."""
    packing = _PACKED.get(mark)
    return mark if packing is None else packing.size


class Reader(varint.Reader):
    """Reads names too."""

    __slots__ = ()

    def name(self) -> str:
        """The next name."""
        mark = self.byte()
        packing = _PACKED.get(mark)
        if packing is not None:
            return packing.unpack(self.bytes(packing.size))
        return self.bytes(mark).decode("ascii")

    def signed(self) -> int:
        """The next number, of either sign."""
        return varint.unzigzag(self.number())
