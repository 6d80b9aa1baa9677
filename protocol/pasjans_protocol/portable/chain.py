"""The hash at the end of each line: SHA-256 over the hash before it and the line's own bytes."""

import re
from hashlib import sha256
from typing import Final

START: Final = bytes(32)
"""What stands in for the hash before the first line."""

_KEY: Final = b',"hash":"'
_END: Final = b'"}\n'
_CR_LF: Final = b"\r\n"
_TAIL: Final = re.compile(re.escape(_KEY) + rb"([0-9a-f]{64})" + re.escape(_END))
_TAIL_BYTES: Final = len(_KEY) + 64 + len(_END)


def digest(before: bytes, body: bytes) -> bytes:
    """The hash of a line.

    Args:
        before: the hash of the line before it, 32 bytes; `START` for the first.
        body: the line's bytes up to its hash.
    """
    return sha256(before + body).digest()


def sealed(body: bytes, own: bytes) -> bytes:
    """A line with its hash."""
    return body + _KEY + own.hex().encode() + _END


def split(line: bytes) -> tuple[bytes, bytes]:
    """A line's bytes up to its hash, and the hash.

    Raises:
        ValueError: it does not end with a hash and a line feed, as it should.
    """
    if not line.endswith(b"\n"):
        raise ValueError("it does not end with a line feed: it was cut off, or added to")
    if line.endswith(_CR_LF):
        raise ValueError(
            "lines end with CR LF: the file went through a program for Windows; "
            "take the file anew, or make every CR LF a LF"
        )
    tail = _TAIL.fullmatch(line, max(0, len(line) - _TAIL_BYTES))
    if tail is None:
        raise ValueError('it does not end with "hash", 64 hexadecimal digits and a brace')
    return line[: tail.start()], bytes.fromhex(tail[1].decode())


def hash_of(line: bytes) -> str:
    """The hash that a line ends with; a file's last one stands for the whole file.

    Raises:
        ValueError: it does not end with one.
    """
    return split(line)[1].hex()
