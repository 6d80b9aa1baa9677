"""Group commit: requests that arrive while a round trip is under way share the next one."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, Generic, TypeVar

Request = TypeVar("Request")

MOST: Final = 512
"""Most requests in one round trip."""


class Gather(Generic[Request]):
    """Sends requests in round trips, one at a time.

    All requests of one turn of the event loop go into one round trip; those that arrive while it
    is under way go into the next, in the order in which they were asked.

    Args:
        round_trip: sends requests; returns for each of them, in order, the answer, or an exception
            in its place.
    """

    def __init__(self, round_trip: Callable[[Sequence[Request]], Awaitable[Sequence[Any]]]) -> None:
        self._round_trip = round_trip
        self._waiting: list[tuple[Request, asyncio.Future[Any]]] = []
        self._under_way: list[tuple[Request, asyncio.Future[Any]]] = []
        self._worker: asyncio.Task[None] | None = None

    def ask(self, request: Request) -> asyncio.Future[Any]:
        """What a request is answered with, or the exception that came in place of an answer.

        When the future is cancelled before the round trip begins, the request is not sent.
        """
        loop = asyncio.get_running_loop()
        answer = loop.create_future()
        self._waiting.append((request, answer))
        if self._worker is None:
            self._worker = loop.create_task(self._work())
        return answer

    async def close(self, error: Exception) -> None:
        """End the round trip that is under way; whoever waits gets the error."""
        if self._worker is not None:
            self._worker.cancel()
            await asyncio.wait([self._worker])
        self._drop(error)

    async def _work(self) -> None:
        try:
            while batch := self._next():
                answers = await self._round_trip([request for request, _ in batch])
                for (_, future), answer in zip(batch, answers, strict=True):
                    _settle(future, answer)
        except Exception as error:
            self._drop(error)
            raise
        finally:
            self._worker = None

    def _next(self) -> list[tuple[Request, asyncio.Future[Any]]]:
        waiting = [one for one in self._waiting if not one[1].done()]
        self._under_way, self._waiting = waiting[:MOST], waiting[MOST:]
        return self._under_way

    def _drop(self, error: Exception) -> None:
        for _, future in self._under_way + self._waiting:
            _settle(future, error)
        self._under_way, self._waiting = [], []


def _settle(future: asyncio.Future[Any], answer: Any) -> None:
    if future.done():
        return
    if isinstance(answer, Exception):
        future.set_exception(answer)
    else:
        future.set_result(answer)
