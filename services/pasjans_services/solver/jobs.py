"""The queues of jobs that wait for a worker: dramatiq over the Redis of the service.

1. A job is told to one worker. When that one dies its job is told to another, some seconds later:
   each worker says that it lives whenever it looks for jobs.
2. A job that fails is told again, later and later; in the end it is laid aside.
3. No more jobs wait than a queue may hold, give or take those that are put at the same moment.
4. All keys of the queues have one hash tag, so that a cluster holds them in one slot.

When a worker is gone the queue's script looks for what it left with `KEYS`, which holds the server
up when there are millions of keys. The embedded server has a database for the queues alone.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

import msgspec
from dramatiq import Actor, Worker, actor
from dramatiq.brokers.redis import RedisBroker
from dramatiq.errors import DramatiqError, Retry
from dramatiq.middleware import Middleware
from dramatiq.middleware.retries import Retries

from pasjans_services.eventstore.base import StoreUnavailable
from pasjans_services.eventstore.link import FAULTS, connect_blocking

NAMESPACE: Final = "{pasjans-jobs}"
GONE_MS: Final = 6_000
"""How long a worker may be silent before its jobs are told to others."""

LOOKS_FOR_THE_GONE: Final = 200_000
"""Of a million commands to a queue, those that also look for workers that are gone."""

MAX_RETRIES: Final = 40
FIRST_PAUSE_MS: Final = 1_000
LONGEST_PAUSE_MS: Final = 60_000
STOP_MS: Final = 2_000
EMBEDDED_DATABASE: Final = 1

AWAY: Final = "the queue of jobs cannot be reached"

J = TypeVar("J", bound=msgspec.Struct)
Work = Callable[[J], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Lane(Generic[J]):
    """A queue for one kind of job.

    Attributes:
        queue: Its name.
        actor: The name of what is done there.
        job: The kind of job: a struct that is an array in JSON.
        most: How many jobs may wait.
        poll_ms: How long a job may wait before an idle worker sees it.
    """

    queue: str
    actor: str
    job: type[J]
    most: int
    poll_ms: int


class Later(Exception):
    """The job is to be told again.

    Attributes:
        pause_ms: How much later.
    """

    def __init__(self, pause_ms: int) -> None:
        super().__init__(f"again in {pause_ms} ms")
        self.pause_ms = pause_ms


class Full(Exception):
    """As many jobs wait as may; the message says so."""


class Jobs(Generic[J]):
    """See the module. Threads of its own wait for jobs; the work is done on the loop that made it.

    `open_jobs` makes one.

    Args:
        client: A client of the Redis of the service, for threads.
        lane: The queue.
        work: Does a job; it may raise Later, and anything when it fails. None for whoever only
            puts jobs.
        at_once: How many jobs are done at a time.
    """

    def __init__(
        self, client: Any, lane: Lane[J], work: Work[J] | None = None, at_once: int = 1
    ) -> None:
        self._client = client
        made_by: Any = RedisBroker
        broker: Any = made_by(
            client=self._client,
            namespace=NAMESPACE,
            middleware=_middleware(),
            heartbeat_timeout=GONE_MS,
            maintenance_chance=LOOKS_FOR_THE_GONE,
        )
        self._broker = broker
        self._lane = lane
        self._work = work
        self._loop = asyncio.get_running_loop()
        self._actor: Actor[..., None] = actor(
            broker=broker, actor_name=lane.actor, queue_name=lane.queue
        )(self._told)
        # At the level `debug` it tells its arguments: deals, of which some are secret.
        self._actor.logger.setLevel(logging.INFO)
        self._worker = Worker(broker, worker_timeout=lane.poll_ms, worker_threads=at_once)
        # A worker takes no more than it can do now: others may be idle.
        self._worker.queue_prefetch = at_once

    @property
    def name(self) -> str:
        """The queue's name."""
        return self._lane.queue

    async def start(self) -> None:
        """Take jobs from now on."""
        await asyncio.to_thread(self._worker.start)

    async def put(self, job: J, most: int | None = None) -> None:
        """Let some worker do a job.

        Args:
            job: What is to be done.
            most: How many may wait for it to be put; as many as the queue may hold unless given.

        Raises:
            Full: As many wait.
            StoreUnavailable: The queue cannot be reached; put it again.
        """
        most = self._lane.most if most is None else most
        if (waiting := await self.waiting()) >= most:
            raise Full(f"{waiting} jobs wait in the queue of {self._lane.queue}")
        try:
            await asyncio.to_thread(self._actor.send, *msgspec.to_builtins(job))
        except (*FAULTS, DramatiqError) as error:
            raise StoreUnavailable(AWAY) from error

    async def waiting(self) -> int:
        """How many jobs are not done.

        Raises:
            StoreUnavailable: The queue cannot be reached.
        """
        try:
            count: int = await asyncio.to_thread(self._broker.do_qsize, self._lane.queue)
        except (*FAULTS, DramatiqError) as error:
            raise StoreUnavailable(AWAY) from error
        return count

    async def close(self) -> None:
        """Take no more jobs; those that are not done by then are told to another worker."""
        await asyncio.to_thread(self._worker.stop, STOP_MS)
        await asyncio.to_thread(self._client.close)

    def _told(self, *fields: Any) -> None:
        """Do a job: called in a thread of the queue."""
        job = msgspec.convert(fields, self._lane.job)
        future: Future[None] = asyncio.run_coroutine_threadsafe(self._done(job), self._loop)
        future.result()

    async def _done(self, job: J) -> None:
        if self._work is None:
            raise RuntimeError(f"nothing is done here with jobs of {self._lane.queue}")
        try:
            await self._work(job)
        except Later as later:
            raise Retry(str(later), delay=later.pause_ms) from later


async def open_jobs(
    redis_url: str, lane: Lane[J], work: Work[J] | None = None, at_once: int = 1
) -> Jobs[J]:
    """A queue on the Redis at `redis_url`; the rest is as for `Jobs`.

    Raises:
        StoreUnavailable: A cluster that cannot be reached.
    """
    try:
        client = await asyncio.to_thread(
            connect_blocking, redis_url, embedded_database=EMBEDDED_DATABASE
        )
    except FAULTS as error:
        raise StoreUnavailable(AWAY) from error
    return Jobs(client, lane, work, at_once)


def _middleware() -> list[Middleware]:
    return [
        Retries(max_retries=MAX_RETRIES, min_backoff=FIRST_PAUSE_MS, max_backoff=LONGEST_PAUSE_MS)
    ]
