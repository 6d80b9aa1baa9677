"""The background tasks of one client, none of which outlives it."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

from pasjans.errors import ClientClosed, PasjansError

T = TypeVar("T")

log = logging.getLogger("pasjans")


class Tasks:
    """Starts tasks; `close` ends them."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()
        self._closed = False

    def spawn(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Start something that goes on by itself."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._done)
        if self._closed:
            task.cancel()
        return task

    async def close(self) -> None:
        """End what still runs, and return when it has ended."""
        self._closed = True
        running = tuple(self._running)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is not None and not isinstance(error, PasjansError):
            log.error("a fault in pasjans itself, please report it", exc_info=error)


async def outcome(task: "asyncio.Task[T]") -> T:
    """What a task gives, which goes on when the one who waits for it is cancelled.

    Raises:
        ClientClosed: the client ended the task.
    """
    waiter = asyncio.current_task()
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        if task.cancelled() and waiter is not None and not waiter.cancelling():
            raise ClientClosed from None
        raise
