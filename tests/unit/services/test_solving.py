"""What a worker does with a job: a deal is solved once, with growing budgets."""

import asyncio
import threading
from dataclasses import replace

import pytest

from pasjans_engine.rules import Rules
from pasjans_services.eventstore.base import Stored
from pasjans_services.eventstore.memory import Memory, MemoryRegistry
from pasjans_services.eventstore.records import encode_dealt
from pasjans_services.games.pars import Known, Par, Pars
from pasjans_services.solver import worker
from pasjans_services.solver.jobs import Full, Later
from pasjans_services.solver.lanes import DealJob
from pasjans_services.solver.projection import MOST_GIVEN, Asking
from pasjans_services.solver.worker import Solving
from support.pars import deals_of, name_of, solved
from support.solves import header

BUDGETS = (10, 100, 1_000)
DEAL = deals_of("polish")[0][0]


class Bench:
    """Workers on one registry, whose solver is the test's."""

    def __init__(self) -> None:
        self.registry = MemoryRegistry(Memory())
        self.pars = Pars(self.registry)
        self.queue: list[DealJob] = []
        self.most: list[int | None] = []
        self.full = False
        self.examined: list[int] = []
        self.proved: list[tuple[str, str, Par]] = []
        self.answer: Par | None = solved(36)
        self.gate = threading.Event()
        self.gate.set()

    async def put(self, job: DealJob, most: int | None = None) -> None:
        if self.full:
            raise Full
        self.most.append(most)
        self.queue.append(job)

    def worker(self) -> Solving:
        return Solving(self.registry, Pars(self.registry), self.put, self.told, BUDGETS)

    async def told(self, rules: str, deal_id: str, par: Par) -> None:
        self.proved.append((rules, deal_id, par))

    def examine(self, _rules: Rules, _deal: str, max_nodes: int) -> Par:
        self.examined.append(max_nodes)
        assert self.gate.wait(10)
        return self.answer or Par(Known.UNKNOWN, max_nodes, 1)

    async def known(self) -> Par | None:
        return await Pars(self.registry).of("polish", name_of(DEAL))


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Bench:
    bench = Bench()
    monkeypatch.setattr(worker, "examine", bench.examine)
    return bench


async def test_a_deal_is_solved_once_however_often_it_is_asked_for(bench: Bench) -> None:
    for _ in range(3):
        await bench.worker().work(DealJob("polish", DEAL))
    assert bench.examined == [10]
    assert await bench.known() == solved(36)
    assert bench.queue == []
    assert set(bench.proved) == {("polish", name_of(DEAL), solved(36))}


async def test_of_ten_workers_at_once_one_solves_and_the_others_come_later(bench: Bench) -> None:
    bench.gate.clear()
    jobs = [asyncio.create_task(bench.worker().work(DealJob("polish", DEAL))) for _ in range(10)]
    done, (solving,) = await asyncio.wait(jobs, timeout=5, return_when=asyncio.FIRST_EXCEPTION)
    while len(done) < 9:
        more, (solving,) = await asyncio.wait(jobs, return_when=asyncio.FIRST_COMPLETED)
        done |= more
    assert all(isinstance(job.exception(), Later) for job in done)
    bench.gate.set()
    await solving
    await bench.worker().work(DealJob("polish", DEAL))
    assert bench.examined == [10]


async def test_a_deal_that_is_not_decided_gets_larger_budgets_up_to_the_last(bench: Bench) -> None:
    bench.answer = None
    bench.queue.append(DealJob("polish", DEAL))
    while bench.queue:
        await bench.worker().work(bench.queue.pop())
    assert bench.examined == [10, 100, 1_000]
    assert await bench.known() == Par(Known.UNKNOWN, 1_000, 1)


async def test_whoever_was_killed_before_it_asked_for_more_is_stood_in_for(bench: Bench) -> None:
    await bench.pars.keep("polish", name_of(DEAL), Par(Known.UNKNOWN, 10, 1))
    await bench.worker().work(DealJob("polish", DEAL))
    assert bench.examined == []
    assert bench.queue == [DealJob("polish", DEAL, 1)]


async def test_a_claim_is_given_up_when_the_solver_fails(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_rules: Rules, _deal: str, _max_nodes: int) -> Par:
        raise MemoryError

    with monkeypatch.context() as broken:
        broken.setattr(worker, "examine", fail)
        with pytest.raises(MemoryError):
            await bench.worker().work(DealJob("polish", DEAL))
    async with asyncio.timeout(5):
        while await bench.known() is None:
            try:
                await bench.worker().work(DealJob("polish", DEAL))
            except Later:
                await asyncio.sleep(0.001)
    assert bench.examined == [10]


async def test_a_played_deal_is_asked_about_until_a_solver_has_looked(bench: Bench) -> None:
    asking = Asking(bench.pars, bench.put)
    log = (Stored(1, 1, encode_dealt(header("polish", DEAL))),)
    await asking.apply("g", log)
    assert bench.queue == [DealJob("polish", DEAL)]
    waiting = await bench.known()
    assert waiting is not None
    assert waiting.nodes == 0
    # The queue may have lost it.
    await asking.apply("other", log)
    assert bench.queue == [DealJob("polish", DEAL)] * 2
    await bench.worker().work(bench.queue.pop())
    await asking.apply("third", log)
    assert bench.queue == [DealJob("polish", DEAL)]


async def test_what_is_no_deal_is_passed_over(bench: Bench) -> None:
    await Asking(bench.pars, bench.put).apply("g", (Stored(1, 1, b"\xc1"),))
    assert bench.queue == []


async def test_where_the_queue_is_full_a_deal_is_asked_about_another_time(bench: Bench) -> None:
    bench.full = True
    log = (Stored(1, 1, encode_dealt(header("polish", DEAL))),)
    await Asking(bench.pars, bench.put).apply("g", log)
    assert await bench.known() is None
    bench.full = False
    await Asking(bench.pars, bench.put).apply("g", log)
    assert bench.queue == [DealJob("polish", DEAL)]


async def test_deals_that_were_given_leave_room_for_others(bench: Bench) -> None:
    asking, dealt = Asking(bench.pars, bench.put), header("polish", DEAL)
    for seed in (None, "5eed"):
        record = encode_dealt(replace(dealt, seed=seed))
        await asking.apply("g", (Stored(1, 1, record),))
    assert bench.most == [MOST_GIVEN, None]


async def test_a_deal_waits_for_room_in_the_queue_of_hard_ones(bench: Bench) -> None:
    bench.answer, bench.full = None, True
    with pytest.raises(Later):
        await bench.worker().work(DealJob("polish", DEAL))
    bench.full = False
    await bench.worker().work(DealJob("polish", DEAL))
    assert bench.examined == [10]
    assert bench.queue == [DealJob("polish", DEAL, 1)]
