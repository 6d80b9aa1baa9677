"""What games, players and deals can be called: what fits into keys, rows and addresses."""

import re
from typing import Final

_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")


def is_name(text: str) -> bool:
    """Whether something can be called so: 1 to 64 letters, digits, `-` and `_`."""
    return _NAME.fullmatch(text) is not None
