"""What games, players and deals can be called: what fits into keys, rows and addresses."""

import re
import secrets
from typing import Final

_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")


def is_name(text: str) -> bool:
    """Whether something can be called so: 1 to 64 letters, digits, `-` and `_`."""
    return _NAME.fullmatch(text) is not None


def new_name(random_bytes: int) -> str:
    """A random name, which no command line takes for an option: it does not begin with `-`.

    Args:
        random_bytes: How many bytes of randomness it has; four characters stand for three.
    """
    while (name := secrets.token_urlsafe(random_bytes)).startswith("-"):
        pass
    return name
