"""How long a move takes beside solvers that are busy, and beside such as have nothing to do."""

import asyncio
import os
from collections.abc import Generator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Final

from bench import servers
from bench.load import Outcome
from bench.plan import Plan
from bench.processes import CAN_PIN, children
from bench.servers import Served
from bench.table import hundredths, percent, table
from bench.throughput import PACED_PER_S, WATCHED_PLAYERS, window
from pasjans_engine.domino import RUSSIAN
from pasjans_services.solver.jobs import Jobs, open_jobs
from pasjans_services.solver.lanes import DEALS, HARD, HINTS, AdviceJob, DealJob
from pasjans_services.solver.worker import BUDGETS

JOBS: Final = 1_500
"""For each of the threads that search."""

LAST: Final = len(BUDGETS) - 1
SOLVERS: Final = ("--parts", "solver", "--heartbeat-s", "60")


@contextmanager
def served() -> Generator[Served]:
    """A gateway with a worker beside it, which may run on every CPU."""
    with servers.gateway(*SOLVERS) as gateway:
        for child in children(gateway.pid):
            if CAN_PIN and b"solver" in Path(f"/proc/{child}/cmdline").read_bytes():
                for thread in Path(f"/proc/{child}/task").iterdir():
                    os.sched_setaffinity(int(thread.name), range(os.cpu_count() or 1))
        asyncio.run(_until_idle(gateway))
        yield gateway


def paced(plan: Plan, server: Served) -> Outcome:
    """One window in which players take their time."""
    pause_ms = WATCHED_PLAYERS / PACED_PER_S * 1e3
    games = ("--pause-ms", str(pause_ms), "--games", "16")
    return window(plan, server, WATCHED_PLAYERS, *games)


def section(plan: Plan) -> str:
    """The figures in words and a table."""
    with served() as gateway:
        idle = paced(plan, gateway)
    with served() as gateway:
        asyncio.run(_occupy(gateway))
        busy = paced(plan, gateway)
        asyncio.run(_must_be_busy(gateway))
    rows = [_row("idle", idle), _row("busy", busy)]
    head = ("worker", "p50 ms", "p99 ms", "p99.9 ms", "service's CPU busy")
    return f"""\
## Moves beside solvers

{WATCHED_PLAYERS} players make {PACED_PER_S:,} moves a second together. The worker beside the
service runs on all CPUs; when it is busy three of its threads search: for deals, for hard deals and
for hints. It gives way to others.

{table(head, rows)}"""


def _row(name: str, outcome: Outcome) -> tuple[str, ...]:
    latency = outcome.latency
    times = (latency.p50, latency.p99, latency.p999)
    share = percent(outcome.server_cpu_s / outcome.seconds)
    return (name, *(hundredths(time) for time in times), share)


def _url(server: Served) -> str:
    return f"unix://{server.folder}/valkey/server.sock"


async def _until_idle(server: Served) -> None:
    """Return when the worker has loaded its kernels, and answers."""
    hints = await open_jobs(_url(server), HINTS)
    await hints.put(AdviceJob(RUSSIAN.id, RUSSIAN.deal(bytes(32)), ()))
    while await hints.waiting():
        await asyncio.sleep(0.1)
    await hints.close()


async def _occupy(server: Served) -> None:
    """Give each thread of the worker more to do than a window takes."""
    deals, hard, hints = await _queues(server)
    for number in range(JOBS):
        first, second, third = (
            RUSSIAN.deal(sha256(b"%d %d" % (number, lane)).digest()) for lane in range(3)
        )
        await asyncio.gather(
            deals.put(DealJob(RUSSIAN.id, first), JOBS),
            hard.put(DealJob(RUSSIAN.id, second, LAST), JOBS),
            hints.put(AdviceJob(RUSSIAN.id, third, ()), JOBS),
        )
    for jobs in (deals, hard, hints):
        await jobs.close()


async def _must_be_busy(server: Served) -> None:
    for jobs in await _queues(server):
        if not await jobs.waiting():
            raise RuntimeError(f"the queue of {jobs.name} was empty before the window was over")
        await jobs.close()


async def _queues(server: Served) -> tuple[Jobs[DealJob], Jobs[DealJob], Jobs[AdviceJob]]:
    url = _url(server)
    return await open_jobs(url, DEALS), await open_jobs(url, HARD), await open_jobs(url, HINTS)
