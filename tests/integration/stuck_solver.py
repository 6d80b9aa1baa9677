"""A worker that never gets done with its deal. Run as `stuck_solver.py REDIS_URL`."""

import asyncio
import sys
import threading

from pasjans_engine.rules import Rules
from pasjans_services.backends import open_backends
from pasjans_services.games.pars import Par, Pars
from pasjans_services.solver import worker
from pasjans_services.solver.jobs import open_jobs
from pasjans_services.solver.lanes import DEALS, DealJob


def stay(_rules: Rules, _deal: str, _max_nodes: int) -> Par:
    """Say so, and wait until the process is killed."""
    print("examining", flush=True)
    threading.Event().wait()
    raise AssertionError


async def main(redis_url: str) -> None:
    async def put(_job: DealJob) -> None:
        raise AssertionError

    async def nothing(_rules: str, _deal_id: str, _par: Par) -> None:
        raise AssertionError

    async with open_backends(redis_url) as backends:
        pars = Pars(backends.registry)
        solving = worker.Solving(backends.registry, pars, put, nothing)
        jobs = await open_jobs(redis_url, DEALS, solving.work)
        await jobs.start()
        await asyncio.Event().wait()


if __name__ == "__main__":
    vars(worker)["examine"] = stay
    asyncio.run(main(sys.argv[1]))
