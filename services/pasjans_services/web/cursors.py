"""Where a page goes on, as text for addresses: base64 of some bytes, URL-safe, without padding."""

import base64
import re
from typing import Final

_CURSOR: Final = re.compile(r"[A-Za-z0-9_-]{1,400}")


def cursor_of(place: bytes) -> str:
    """The text for a place."""
    return base64.urlsafe_b64encode(place).decode().rstrip("=")


def place_of(text: str) -> bytes:
    """The place that a text is for.

    Raises:
        ValueError: It is for none.
    """
    if _CURSOR.fullmatch(text):
        place = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        if cursor_of(place) == text:
            return place
    raise ValueError(f"{text[:40]!r} is not a cursor")
