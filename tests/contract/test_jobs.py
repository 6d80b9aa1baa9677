"""The queue of jobs, on one server and on a cluster."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack

import pytest

from pasjans_services.solver.jobs import Job, Jobs, Later
from support.wire import PATIENCE_S, poll

pytestmark = pytest.mark.slow

Open = Callable[..., Jobs]


class Noted:
    """Keeps the jobs that were told; the first is put off, the second fails."""

    def __init__(self, *troubles: Exception) -> None:
        self.jobs: list[Job] = []
        self._told = asyncio.Event()
        self._troubles = list(troubles)

    async def work(self, job: Job) -> None:
        self.jobs.append(job)
        self._told.set()
        if self._troubles:
            raise self._troubles.pop(0)

    async def until(self, count: int) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while len(self.jobs) < count:
                self._told.clear()
                await self._told.wait()


@pytest.fixture(params=["server", "cluster"])
def url(request: pytest.FixtureRequest) -> str:
    if request.param == "server":
        single: str = request.getfixturevalue("server").url
        return single
    first: str = request.getfixturevalue("cluster")[0].url
    return first.replace("redis:", "redis+cluster:")


@pytest.fixture
async def opened() -> AsyncIterator[AsyncExitStack]:
    async with AsyncExitStack() as stack:
        yield stack


async def started(opened: AsyncExitStack, url: str, noted: Noted) -> Jobs:
    jobs = Jobs(url, noted.work)
    await jobs.start()
    opened.push_async_callback(jobs.close)
    return jobs


async def until_done(jobs: Jobs) -> None:
    await poll(jobs.waiting, lambda waiting: not waiting)


async def test_jobs_are_told_once_to_one_of_the_workers(opened: AsyncExitStack, url: str) -> None:
    first, second = Noted(), Noted()
    jobs = await started(opened, url, first)
    await started(opened, url, second)
    some = [Job("polish", f"deal {number}", number) for number in range(20)]
    for job in some:
        await jobs.put(job)
    await until_done(jobs)
    told = [*first.jobs, *second.jobs]
    assert sorted(told, key=lambda job: job.budget) == some


async def test_what_is_put_off_or_fails_is_told_again(opened: AsyncExitStack, url: str) -> None:
    noted = Noted(Later(10), MemoryError("too large"))
    jobs = await started(opened, url, noted)
    await jobs.put(Job("polish", "deal"))
    await noted.until(3)
    assert noted.jobs == [Job("polish", "deal")] * 3
    await until_done(jobs)


async def test_jobs_wait_for_a_worker(opened: AsyncExitStack, url: str) -> None:
    asking, noted = Jobs(url, Noted().work), Noted()
    await asking.put(Job("russian", "deal"))
    assert await asking.waiting() == 1
    await asking.close()
    jobs = await started(opened, url, noted)
    await noted.until(1)
    await until_done(jobs)
