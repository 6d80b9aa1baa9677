"""How deep a frame may nest, whatever the interpreter would bear.

Decoders skip what they do not know, and go as deep for that as their C stack is allowed to: some
hundred levels in one version of Python, ten thousand in another. So that every server refuses the
same frames, nesting is bounded here, before a frame is decoded. A frame of no more bytes than the
bound cannot exceed it, and so commands are never looked through.

Source: the MessagePack specification (2013), formats; RFC 8259 (2017), 2 and 7.
"""

import re
from typing import Final

from pasjans_protocol.limits import MAX_NESTING

_LENGTH_BYTES: Final = (
    dict(zip(range(0xC4, 0xC7), (1, 2, 4), strict=True))  # bin
    | dict(zip(range(0xC7, 0xCA), (1, 2, 4), strict=True))  # ext
    | dict(zip(range(0xD9, 0xDC), (1, 2, 4), strict=True))  # str
    | dict(zip(range(0xDC, 0xDE), (2, 4), strict=True))  # array
    | dict(zip(range(0xDE, 0xE0), (2, 4), strict=True))  # map
)
"""Bytes of the length that follows a first byte."""

_BODY_BYTES: Final = (
    {first: first & 0x1F for first in range(0xA0, 0xC0)}  # fixstr
    | dict(zip(range(0xCA, 0xCC), (4, 8), strict=True))  # float
    | dict(zip(range(0xCC, 0xD0), (1, 2, 4, 8), strict=True))  # uint
    | dict(zip(range(0xD0, 0xD4), (1, 2, 4, 8), strict=True))  # int
    | dict(zip(range(0xD4, 0xD9), (2, 3, 5, 9, 17), strict=True))  # fixext
)
"""Bytes that follow a first byte which says how many they are; none for the others."""

_VALUES: Final = {
    **{first: 2 * (first & 0x0F) for first in range(0x80, 0x90)},  # fixmap
    **{first: first & 0x0F for first in range(0x90, 0xA0)},  # fixarray
}
"""Values in a container whose first byte says how many they are."""

_VALUES_A_UNIT: Final = {0xDC: 1, 0xDD: 1, 0xDE: 2, 0xDF: 2}
"""Values in a container, for each unit of its length."""

_EXTS: Final = frozenset((0xC7, 0xC8, 0xC9))
_STRING_OR_BRACKET: Final = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[\]{}]', re.DOTALL)


def msgpack_too_deep(frame: bytes) -> bool:
    """Whether containers in a MessagePack frame are nested more than `MAX_NESTING` deep.

    Nothing is said of a frame that is cut short or malformed: the decoder refuses it.
    """
    if len(frame) <= MAX_NESTING:
        return False
    missing: list[int] = []  # how many values are still to come, for each open container
    at = 0
    while at < len(frame):
        at, values = _value(frame, at)
        if missing:
            missing[-1] -= 1
        if values:
            missing.append(values)
            if len(missing) > MAX_NESTING:
                return True
        while missing and not missing[-1]:
            missing.pop()
    return False


def _value(frame: bytes, at: int) -> tuple[int, int]:
    """Where the value that begins at `at` ends, or its first inner one begins; how many it has."""
    first = frame[at]
    at += 1
    size = _LENGTH_BYTES.get(first)
    if size is None:
        return at + _BODY_BYTES.get(first, 0), _VALUES.get(first, 0)
    length = int.from_bytes(frame[at : at + size], "big")
    at += size
    if first in _VALUES_A_UNIT:
        return at, _VALUES_A_UNIT[first] * length
    return at + length + (first in _EXTS), 0


def json_too_deep(frame: str) -> bool:
    """Whether arrays and objects in a JSON text are nested more than `MAX_NESTING` deep."""
    if frame.count("[") + frame.count("{") <= MAX_NESTING:
        return False
    depth = 0
    for match in _STRING_OR_BRACKET.finditer(frame):
        character = match[0][0]
        if character in "[{":
            depth += 1
            if depth > MAX_NESTING:
                return True
        elif character in "]}":
            depth -= 1
    return False
