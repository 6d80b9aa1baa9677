"""The public name of a deal: what boards, logs and files call it."""

import hashlib
import re
from base64 import b32encode
from typing import Final

from pasjans_engine.rules import Rules

ID_CHARS: Final = 16
_ID: Final = re.compile(rf"[a-z2-7]{{{ID_CHARS}}}")
_SEALED: Final = b"pasjans/deal-id"


def deal_id(family: str, deal: str) -> str:
    """The name of a layout: 16 lower-case letters and digits, 80 bits of its SHA-256.

    Equal layouts have equal names, and the name says nothing about the seed. Whoever wants an easy
    deal to pass for a hard one would have to find another layout with its name.

    Args:
        family: the family of the rules, `domino` for instance.
        deal: the deal's text.
    """
    return _name(f"{family}:{deal}".encode())


def sealed_deal_id(seed: bytes) -> str:
    """The name of a deal that is hidden and was made from a seed; it says nothing of the deal.

    Were it made of the layout, seven prisoners could be found by trying 5,040 orders. Whoever is
    told the seed can check it.
    """
    return _name(_SEALED + seed)


def name_of_deal(rules: Rules, deal: str, seed: bytes | None) -> str | None:
    """The name of a deal by some rules: of its layout, or of its seed where cards lie face down.

    None for a deal with cards face down that somebody wrote down: it has no seed to seal its name,
    so each of its games has a random one.

    Args:
        rules: the rules.
        deal: the deal's text.
        seed: what it was made from; None for a given deal.
    """
    if not rules.hidden:
        return deal_id(rules.family, deal)
    return None if seed is None else sealed_deal_id(seed)


def is_deal_id(text: str) -> bool:
    """Whether a text looks like the name of a deal."""
    return _ID.fullmatch(text) is not None


def _name(content: bytes) -> str:
    return b32encode(hashlib.sha256(content).digest()).decode()[:ID_CHARS].lower()
