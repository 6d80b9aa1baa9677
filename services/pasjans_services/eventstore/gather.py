"""Group commit: requests that arrive while a round trip is under way share the next one."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from pasjans_services.eventstore.base import StoreUnavailable

Request = TypeVar("Request")

FIRST_PAUSE_S: Final = 0.01
LONGEST_PAUSE_S: Final = 0.3


@dataclass(slots=True, eq=False)
class _Waiting(Generic[Request]):
    request: Request
    answer: asyncio.Future[Any]
    until: float


class Gather(Generic[Request]):
    """Sends requests in round trips, one at a time, and tries again those that did not get through.

    1. All requests of one turn of the event loop go into one round trip; those that arrive while
       it is under way go into the next.
    2. A request that came back with StoreUnavailable is sent again, after pauses that double, until
       its time is over. So a request may be carried out more than once: it has to be idempotent.

    Args:
        round_trip: sends requests; returns for each of them, in order, the answer or an exception
            that is not raised.
        patience_s: how long one request is tried.
        most: most requests in one round trip.
    """

    def __init__(
        self,
        round_trip: Callable[[Sequence[Request]], Awaitable[Sequence[Any]]],
        patience_s: float,
        most: int = 512,
    ) -> None:
        self._round_trip = round_trip
        self._patience_s = patience_s
        self._most = most
        self._waiting: list[_Waiting[Request]] = []
        self._under_way: list[_Waiting[Request]] = []
        self._worker: asyncio.Task[None] | None = None
        self._closed = False

    async def ask(self, request: Request) -> Any:
        """The answer to a request.

        Raises:
            StoreUnavailable: it did not get through in time; it may have been carried out.
        """
        if self._closed:
            raise StoreUnavailable("the connection to the store is closed")
        loop = asyncio.get_running_loop()
        waiting = _Waiting(request, loop.create_future(), loop.time() + self._patience_s)
        self._waiting.append(waiting)
        if self._worker is None:
            self._worker = loop.create_task(self._work())
        return await waiting.answer

    async def close(self) -> None:
        """Send nothing more; what waits raises StoreUnavailable."""
        self._closed = True
        if self._worker is not None:
            self._worker.cancel()
            await asyncio.wait([self._worker])
        self._drop(StoreUnavailable("the connection to the store is closed"))

    async def _work(self) -> None:
        pause_s = FIRST_PAUSE_S
        try:
            while batch := self._next():
                answers = await self._round_trip([waiting.request for waiting in batch])
                self._under_way = self._settle(batch, answers)
                if self._under_way:
                    await asyncio.sleep(pause_s)
                    pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
                else:
                    pause_s = FIRST_PAUSE_S
        except Exception as error:
            self._drop(error)
            raise
        finally:
            self._worker = None

    def _drop(self, error: Exception) -> None:
        for waiting in self._under_way + self._waiting:
            _fail(waiting, error)
        self._under_way, self._waiting = [], []

    def _next(self) -> list[_Waiting[Request]]:
        waiting = [one for one in self._under_way + self._waiting if not one.answer.done()]
        self._under_way, self._waiting = waiting[: self._most], waiting[self._most :]
        return self._under_way

    @staticmethod
    def _settle(batch: list[_Waiting[Request]], answers: Sequence[Any]) -> list[_Waiting[Request]]:
        """Hand the answers out; what has to be sent again."""
        again: list[_Waiting[Request]] = []
        now = asyncio.get_running_loop().time()
        for waiting, answer in zip(batch, answers, strict=True):
            if not isinstance(answer, Exception):
                if not waiting.answer.done():
                    waiting.answer.set_result(answer)
            elif isinstance(answer, StoreUnavailable) and now < waiting.until:
                again.append(waiting)
            else:
                _fail(waiting, answer)
        return again


def _fail(waiting: _Waiting[Any], error: Exception) -> None:
    if not waiting.answer.done():
        waiting.answer.set_exception(error)
