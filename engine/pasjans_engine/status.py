"""How a game stands."""

from enum import StrEnum


class Status(StrEnum):
    """How a game stands.

    Attributes:
        number: the status in a view; the first member is 0.
        over: whether nothing can follow. A lost position can still be undone.
    """

    PLAYING = "playing"
    SOLVED = "solved"
    LOST = "lost"
    RESIGNED = "resigned"

    number: int
    over: bool

    def __init__(self, value: str) -> None:
        self.number = len(type(self).__members__)
        self.over = value in {"solved", "resigned"}
