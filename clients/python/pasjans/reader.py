"""One reader of what happens, as an asynchronous iterator."""

from collections import deque
from typing import Generic, Self, TypeVar

from pasjans.pulse import Pulse

T = TypeVar("T")


class Reader(Generic[T]):
    """Values in order, for one `async for`, until the end."""

    def __init__(self) -> None:
        self._waiting: deque[T] = deque()
        self._pulse = Pulse()
        self._ended = False
        self._error: Exception | None = None

    def push(self, value: T) -> None:
        """Give a value to the reader."""
        self._waiting.append(value)
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
        return self._waiting.popleft()
