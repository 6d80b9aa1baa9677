"""The queue of deals that wait for a worker: dramatiq over the Redis of the service.

1. A job is told to one worker. When that one dies its job is told to another, some seconds later:
   each worker says that it lives whenever it looks for jobs.
2. A job that fails is told again, later and later; in the end it is laid aside.
3. All keys of the queue have one hash tag, so that a cluster holds them in one slot.

When a worker is gone the queue's script looks for what it left with `KEYS`, which holds the server
up when there are millions of keys. The embedded server has a database for the queue alone.
"""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from typing import Any, Final

import msgspec
from dramatiq import Actor, Worker, actor
from dramatiq.brokers.redis import RedisBroker
from dramatiq.errors import DramatiqError, Retry
from dramatiq.middleware import Middleware
from dramatiq.middleware.retries import Retries

from pasjans_services.eventstore.base import StoreUnavailable
from pasjans_services.eventstore.link import FAULTS, connect_blocking

NAMESPACE: Final = "{pasjans-jobs}"
QUEUE: Final = "deals"
GONE_MS: Final = 6_000
"""How long a worker may be silent before its jobs are told to others."""

LOOKS_FOR_THE_GONE: Final = 200_000
"""Of a million commands to the queue, those that also look for workers that are gone."""

MAX_RETRIES: Final = 40
FIRST_PAUSE_MS: Final = 1_000
LONGEST_PAUSE_MS: Final = 60_000
POLL_MS: Final = 500
STOP_MS: Final = 2_000
EMBEDDED_DATABASE: Final = 1


class Job(msgspec.Struct, frozen=True):
    """A deal to solve.

    Attributes:
        rules: Id of its rules.
        deal: Its text.
        budget: Which of the budgets it is tried with, from 0.
    """

    rules: str
    deal: str
    budget: int = 0


class Later(Exception):
    """The job is to be told again.

    Attributes:
        pause_ms: How much later.
    """

    def __init__(self, pause_ms: int) -> None:
        super().__init__(f"again in {pause_ms} ms")
        self.pause_ms = pause_ms


Work = Callable[[Job], Awaitable[None]]


class Jobs:
    """See the module. Threads of its own wait for jobs; the work is done on the loop that made it.

    Args:
        redis_url: The Redis of the service.
        work: Does a job; it may raise Later, and anything when it fails.
        at_once: How many jobs are done at a time.
    """

    def __init__(self, redis_url: str, work: Work, at_once: int = 1) -> None:
        self._client = connect_blocking(redis_url, embedded_database=EMBEDDED_DATABASE)
        made_by: Any = RedisBroker
        broker: Any = made_by(
            client=self._client,
            namespace=NAMESPACE,
            middleware=_middleware(),
            heartbeat_timeout=GONE_MS,
            maintenance_chance=LOOKS_FOR_THE_GONE,
        )
        self._broker = broker
        self._work = work
        self._loop = asyncio.get_running_loop()
        self._actor: Actor[[str, str, int], None] = actor(
            broker=broker, actor_name="solve", queue_name=QUEUE
        )(self._told)
        self._worker = Worker(broker, worker_timeout=POLL_MS, worker_threads=at_once)
        # A worker takes no more than it can do now: others may be idle.
        self._worker.queue_prefetch = at_once

    async def start(self) -> None:
        """Take jobs from now on."""
        await asyncio.to_thread(self._worker.start)

    async def put(self, job: Job) -> None:
        """Let some worker do a job.

        Raises:
            StoreUnavailable: The queue cannot be reached; put it again.
        """
        try:
            await asyncio.to_thread(self._actor.send, job.rules, job.deal, job.budget)
        except (*FAULTS, DramatiqError) as error:
            raise StoreUnavailable("the queue of jobs cannot be reached") from error

    async def waiting(self) -> int:
        """How many jobs are not done.

        Raises:
            StoreUnavailable: The queue cannot be reached.
        """
        try:
            count: int = await asyncio.to_thread(self._broker.do_qsize, QUEUE)
        except (*FAULTS, DramatiqError) as error:
            raise StoreUnavailable("the queue of jobs cannot be reached") from error
        return count

    async def close(self) -> None:
        """Take no more jobs; those that are not done by then are told to another worker."""
        await asyncio.to_thread(self._worker.stop, STOP_MS)
        await asyncio.to_thread(self._client.close)

    def _told(self, rules: str, deal: str, budget: int) -> None:
        """Do a job: called in a thread of the queue."""
        coroutine = self._done(Job(rules, deal, budget))
        future: Future[None] = asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        future.result()

    async def _done(self, job: Job) -> None:
        try:
            await self._work(job)
        except Later as later:
            raise Retry(str(later), delay=later.pause_ms) from later


def _middleware() -> list[Middleware]:
    return [
        Retries(max_retries=MAX_RETRIES, min_backoff=FIRST_PAUSE_MS, max_backoff=LONGEST_PAUSE_MS)
    ]
