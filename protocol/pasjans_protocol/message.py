"""What all messages have in common: one struct each, and nowhere else are their fields written.

In MessagePack a message is an array: its number (the tag), then the fields in the order of the
class. In JSON it is an object of the same fields with `type`, the class name in lower case
(`guided_delta`). Fields are added at the end, with a default: readers skip elements and names
they do not know, and may be given fewer than they know.

`id` is the client's, and names a request: it comes back in the one reply to it. `channel` is the
small number by which one connection knows one game. `version` is the number of events of a game,
the first being 1. `check` is the CRC-32 of the position's canonical bytes.
"""

import re

from msgspec import Struct


class Message(Struct, array_like=True, frozen=True, gc=False):
    """Base of all messages."""


def tag_of(kind: type[Message]) -> int:
    """The number of a message type: the first element of its array."""
    tag = kind.__struct_config__.tag
    assert isinstance(tag, int)  # noqa: S101 - narrows what msgspec types as int or str
    return tag


def name_of(kind: type[Message]) -> str:
    """The name of a message type in JSON, such as `guided_delta`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()
