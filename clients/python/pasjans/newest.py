"""The newest of a thing that changes, for those who follow it."""

from typing import TypeVar

from pasjans.reader import Reader

T = TypeVar("T")


class Newest(Reader[T]):
    """What a thing is whenever it has changed, from now on, for one `async for`.

    Who reads slowly gets only the newest.
    """

    def push(self, value: T) -> None:
        """Give what the thing is now to the reader."""
        self._waiting.clear()
        super().push(value)
