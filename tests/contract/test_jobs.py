"""The queues of jobs, on one server and on a cluster."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from pasjans_services.solver.jobs import Full, Jobs, Later, open_jobs
from pasjans_services.solver.lanes import DEALS, HINTS, AdviceJob, DealJob
from support.wire import PATIENCE_S, poll

pytestmark = pytest.mark.slow


class Noted:
    """Keeps the jobs that were told; the first is put off, the second fails."""

    def __init__(self, *troubles: Exception) -> None:
        self.jobs: list[DealJob] = []
        self._told = asyncio.Event()
        self._troubles = list(troubles)

    async def work(self, job: DealJob) -> None:
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


async def started(opened: AsyncExitStack, url: str, noted: Noted) -> Jobs[DealJob]:
    jobs = await open_jobs(url, DEALS, noted.work)
    await jobs.start()
    opened.push_async_callback(jobs.close)
    return jobs


async def until_done(jobs: Jobs[DealJob]) -> None:
    await poll(jobs.waiting, lambda waiting: not waiting)


async def test_jobs_are_told_once_to_one_of_the_workers(opened: AsyncExitStack, url: str) -> None:
    first, second = Noted(), Noted()
    jobs = await started(opened, url, first)
    await started(opened, url, second)
    some = [DealJob("polish", f"deal {number}", number) for number in range(20)]
    for job in some:
        await jobs.put(job)
    await until_done(jobs)
    told = [*first.jobs, *second.jobs]
    assert sorted(told, key=lambda job: job.budget) == some


async def test_what_is_put_off_or_fails_is_told_again(opened: AsyncExitStack, url: str) -> None:
    noted = Noted(Later(10), MemoryError("too large"))
    jobs = await started(opened, url, noted)
    await jobs.put(DealJob("polish", "deal"))
    await noted.until(3)
    assert noted.jobs == [DealJob("polish", "deal")] * 3
    await until_done(jobs)


async def test_jobs_wait_for_a_worker(opened: AsyncExitStack, url: str) -> None:
    asking, noted = await open_jobs(url, DEALS), Noted()
    await asking.put(DealJob("russian", "deal"))
    assert await asking.waiting() == 1
    await asking.close()
    jobs = await started(opened, url, noted)
    await noted.until(1)
    await until_done(jobs)


async def test_a_queue_that_is_full_takes_no_job(opened: AsyncExitStack, url: str) -> None:
    asking, noted = await open_jobs(url, DEALS), Noted()
    opened.push_async_callback(asking.close)
    for number in range(3):
        await asking.put(DealJob("polish", f"deal {number}"), most=3)
    with pytest.raises(Full, match="3 jobs wait in the queue of deals"):
        await asking.put(DealJob("polish", "deal 3"), most=3)
    assert await asking.waiting() == 3
    await until_done(await started(opened, url, noted))
    await asking.put(DealJob("polish", "deal 4"), most=1)
    await noted.until(4)


async def test_what_takes_long_does_not_hold_up_another_queue(
    opened: AsyncExitStack, url: str
) -> None:
    begun, over, answered = asyncio.Event(), asyncio.Event(), asyncio.Event()
    question = AdviceJob("polish", "deal", ("30@32", "open"))

    async def take_long(_job: DealJob) -> None:
        begun.set()
        await over.wait()

    async def reply(job: AdviceJob) -> None:
        assert job == question
        answered.set()

    deals = await open_jobs(url, DEALS, take_long)
    hints = await open_jobs(url, HINTS, reply)
    for jobs in (deals, hints):
        await jobs.start()
        opened.push_async_callback(jobs.close)
    await deals.put(DealJob("polish", "deal"))
    async with asyncio.timeout(PATIENCE_S):
        await begun.wait()
        await hints.put(question)
        await answered.wait()
    over.set()
    await until_done(deals)
