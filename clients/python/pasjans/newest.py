"""The newest of a thing that changes, for those who follow it."""

from typing import Generic, Self, TypeVar

from pasjans.pulse import Pulse

T = TypeVar("T")


class Newest(Generic[T]):
    """What a thing is whenever it has changed, from now on, for one `async for`.

    Who reads slowly gets only the newest.
    """

    def __init__(self) -> None:
        self._waiting: list[T] = []
        self._pulse = Pulse()
        self._ended = False
        self._error: Exception | None = None

    def push(self, value: T) -> None:
        """Give what the thing is now to the reader."""
        self._waiting = [value]
        self._pulse.beat()

    def end(self, error: Exception | None) -> None:
        """Nothing follows; with an error, that is raised after the last value."""
        self._ended = True
        self._error = error
        self._pulse.beat()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> T:
        while not self._waiting:
            if self._ended:
                if self._error is not None:
                    raise self._error.with_traceback(None)
                raise StopAsyncIteration
            await self._pulse.wait()
        return self._waiting.pop()
