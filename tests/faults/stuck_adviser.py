"""A worker that never gets done with a question. Run as `stuck_adviser.py REDIS_URL`."""

import asyncio
import sys
import threading

from pasjans_engine.rules import Position, Rules
from pasjans_services.backends import open_backends
from pasjans_services.solver import claims, judge
from pasjans_services.solver.advising import Advising
from pasjans_services.solver.attendance import attending
from pasjans_services.solver.jobs import open_jobs
from pasjans_services.solver.judge import Judged
from pasjans_services.solver.lanes import HINTS

CLAIM_S = 1.5


def stay(_rules: Rules, _position: Position, _max_nodes: int) -> Judged:
    """Say so, and wait until the process is killed."""
    print("judging", flush=True)
    threading.Event().wait()
    raise AssertionError


async def main(redis_url: str) -> None:
    async with open_backends(redis_url) as backends:
        jobs = await open_jobs(redis_url, HINTS, Advising(backends.registry).work)
        await jobs.start()
        async with attending(backends.registry):
            print("ready", flush=True)
            await asyncio.Event().wait()


if __name__ == "__main__":
    vars(judge)["judge"] = stay
    vars(claims)["CLAIM_S"] = CLAIM_S
    asyncio.run(main(sys.argv[1]))
