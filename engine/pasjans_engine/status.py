"""How a game stands."""

from enum import StrEnum


class Status(StrEnum):
    """How a game stands; the order of the members is their number in a view."""

    PLAYING = "playing"
    SOLVED = "solved"
    LOST = "lost"
    RESIGNED = "resigned"

    @property
    def over(self) -> bool:
        """Whether nothing can follow. A lost position can still be undone."""
        return self is Status.SOLVED or self is Status.RESIGNED
