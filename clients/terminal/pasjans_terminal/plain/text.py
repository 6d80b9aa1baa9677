"""A game in lines."""

from collections.abc import Sequence


def legal_line(legal: Sequence[str] | None) -> str:
    """What may be played."""
    if legal is None:
        return "what may be played is not known yet"
    return f"may be played: {' '.join(legal) or 'nothing'}"
