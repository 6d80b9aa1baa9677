"""A worker in a process of its own, beside a gateway, that ends when the gateway does.

It has its own process, and gives way to others, because moves are never to wait for a solver: it
compiles and loads its kernels under Python's lock, and a hard deal takes gigabytes.
"""

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process, create_subprocess_exec
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from typing import Final

import structlog

FIRST_PAUSE_S: Final = 1.0
LONGEST_PAUSE_S: Final = 60.0
LIVED_LONG_S: Final = 60.0
STOP_S: Final = 5.0

log = structlog.get_logger(__name__)


@asynccontextmanager
async def solver_beside(redis_url: str, *options: str) -> AsyncGenerator[None]:
    """A worker over the Redis at `redis_url` meanwhile, started again when it fails.

    Args:
        redis_url: The Redis of the service.
        options: Further options of `pasjans-solver`.
    """
    task = asyncio.create_task(_keep(redis_url, options))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])


async def _keep(redis_url: str, options: tuple[str, ...]) -> None:
    loop, pause_s = asyncio.get_running_loop(), FIRST_PAUSE_S
    while True:
        began_s = loop.time()
        process = await create_subprocess_exec(
            *(sys.executable, "-m", "pasjans_services.solver.main", "--with-parent"),
            *("--redis", redis_url, *options),
            stdin=PIPE,
            stdout=DEVNULL,
        )
        log.info("solver_started", pid=process.pid)
        try:
            code = await process.wait()
        finally:
            await _end(process)
        pause_s = FIRST_PAUSE_S if loop.time() - began_s > LIVED_LONG_S else 2 * pause_s
        pause_s = min(pause_s, LONGEST_PAUSE_S)
        log.warning("solver_ended", code=code, again_in_s=pause_s)
        await asyncio.sleep(pause_s)


async def _end(process: Process) -> None:
    with suppress(ProcessLookupError):
        process.terminate()
        try:
            await asyncio.wait_for(process.wait(), STOP_S)
        except TimeoutError:
            # It is in the middle of a search; its job is told to another worker.
            process.kill()
            await process.wait()
