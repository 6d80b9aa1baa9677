"""The public name of a deal that lies open: what boards, logs and files call it."""

import hashlib
import re
from base64 import b32encode
from typing import Final

ID_CHARS: Final = 16
_ID: Final = re.compile(rf"[a-z2-7]{{{ID_CHARS}}}")


def deal_id(family: str, deal: str) -> str:
    """The name of a layout: 16 lower-case letters and digits, 80 bits of its SHA-256.

    Equal layouts have equal names, and the name says nothing about the seed. Whoever wants an easy
    deal to pass for a hard one would have to find another layout with its name.

    Args:
        family: the family of the rules, `domino` for instance.
        deal: the deal's text.
    """
    digest = hashlib.sha256(f"{family}:{deal}".encode()).digest()
    return b32encode(digest).decode()[:ID_CHARS].lower()


def is_deal_id(text: str) -> bool:
    """Whether a text looks like the name of a layout."""
    return _ID.fullmatch(text) is not None
