"""`pasjans-solver`: a worker that solves deals and gives hints, on any machine that reaches it."""

import argparse
import asyncio
import os
import signal
import sys
import threading
from collections.abc import AsyncGenerator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import structlog
from prometheus_client import start_http_server

from pasjans_engine.domino.solver import VERSION
from pasjans_services import __version__
from pasjans_services.backends import Backends, open_backends
from pasjans_services.config import MAX_PORT, Settings
from pasjans_services.embedded.errors import EmbeddedError
from pasjans_services.embedded.server import embedded
from pasjans_services.eventstore.base import StoreUnavailable
from pasjans_services.games.gamelog import GameLog
from pasjans_services.games.pars import Pars
from pasjans_services.games.seeds import Pool
from pasjans_services.leaderboard.boards import Boards
from pasjans_services.projection.projector import Projector
from pasjans_services.solver.advising import Advising
from pasjans_services.solver.attendance import attending
from pasjans_services.solver.choice import BUDGET, SolvableSeeds
from pasjans_services.solver.costing import Costing
from pasjans_services.solver.examine import examine
from pasjans_services.solver.jobs import Jobs, open_jobs
from pasjans_services.solver.judge import prepare
from pasjans_services.solver.keeper import Keeper
from pasjans_services.solver.lanes import COSTS, DEALS, HARD, HINTS, DealJob
from pasjans_services.solver.projection import Asking
from pasjans_services.solver.recheck import Recheck
from pasjans_services.solver.worker import BUDGETS, Solving
from pasjans_services.telemetry import configure_logs

EXIT_FAILED: Final = 1
MOST_AT_ONCE: Final = 64
THREADS_BESIDE: Final = 8
"""Threads beside those that solve deals: hints, costs, a hard deal, and talk with the queues."""

NICENESS: Final = 10
"""How much a worker gives way to gateways on the same machine."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class WorkerSettings:
    """One worker.

    Attributes:
        data: Folder of the embedded server; not used with `redis_url`.
        redis_url: A Redis or Valkey to use in place of the embedded one.
        at_once: Deals that are solved at a time, each in a thread.
        metrics_port: TCP port of its metrics, on 127.0.0.1; None for none.
    """

    data: Path
    redis_url: str | None
    at_once: int = 1
    metrics_port: int | None = None


async def work(settings: WorkerSettings, ending: asyncio.Event) -> None:
    """Solve deals until told to end.

    Raises:
        EmbeddedError: When the embedded server cannot be started.
        StoreUnavailable: When the store cannot be reached.
    """
    async with AsyncExitStack() as stack:
        redis_url = settings.redis_url
        if redis_url is None:
            redis_url = (await stack.enter_async_context(embedded(settings.data))).url
        backends = await stack.enter_async_context(open_backends(redis_url))
        await backends.store.ping()
        if settings.metrics_port is not None:
            start_http_server(settings.metrics_port, "127.0.0.1")
        threads = ThreadPoolExecutor(settings.at_once + THREADS_BESIDE)
        asyncio.get_running_loop().set_default_executor(threads)
        await asyncio.to_thread(prepare)
        await stack.enter_async_context(working(backends, redis_url, settings.at_once))
        log.info("solving", solver=VERSION, at_once=settings.at_once)
        await ending.wait()


@asynccontextmanager
async def working(backends: Backends, redis_url: str, at_once: int = 1) -> AsyncGenerator[None]:
    """Do the jobs of all lanes meanwhile, have deals that are played solved, keep seeds ready."""
    pars, pool, registry = Pars(backends.registry), Pool(backends.listings), backends.registry

    async def put(job: DealJob) -> None:
        await (hard if job.budget >= len(BUDGETS) - 1 else deals).put(job)

    recheck = Recheck(Boards(backends.listings), backends.feed.announce)
    solving = Solving(registry, pars, put, recheck)
    costing = Costing(registry, GameLog(backends.store))
    deals = await open_jobs(redis_url, DEALS, solving.work, at_once)
    hard = await open_jobs(redis_url, HARD, solving.work)
    hints = await open_jobs(redis_url, HINTS, Advising(registry).work)
    weighings = await open_jobs(redis_url, COSTS, costing.work)
    lanes: tuple[Jobs[Any], ...] = (deals, hard, hints, weighings)
    asking = Asking(pars, deals.put)
    projector = Projector(backends.feed, backends.store, asking, backends.broker.node)
    keeper = Keeper(pool, SolvableSeeds(pool, pars, examine, BUDGET), lanes)
    await asyncio.gather(*(jobs.start() for jobs in lanes))
    tasks = [asyncio.create_task(projector.run()), asyncio.create_task(keeper.run())]
    try:
        async with attending(registry):
            yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        await asyncio.gather(*(jobs.close() for jobs in lanes))


async def _until_told(settings: WorkerSettings, *, with_parent: bool) -> None:
    loop, ending = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, ending.set)
    if with_parent:
        threading.Thread(target=_watch_parent, args=(loop, ending), daemon=True).start()
    await work(settings, ending)
    # A search cannot be interrupted, and its thread would be waited for.
    sys.stderr.flush()
    os._exit(0)


def _watch_parent(loop: asyncio.AbstractEventLoop, ending: asyncio.Event) -> None:
    """End when standard input does: whoever started this process is gone."""
    with suppress(OSError):
        while os.read(sys.stdin.fileno(), 1024):
            pass
    loop.call_soon_threadsafe(ending.set)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the result is its exit code: 0 after a signal, 1 when it cannot work."""
    parsed = _parser().parse_args(arguments)
    configure_logs(parsed.log_level, as_json=parsed.log_json)
    settings = WorkerSettings(parsed.data, parsed.redis_url, parsed.at_once, parsed.metrics_port)
    with suppress(OSError):
        os.nice(NICENESS)
    try:
        asyncio.run(_until_told(settings, with_parent=parsed.with_parent))
    except KeyboardInterrupt:
        return 0
    except (EmbeddedError, StoreUnavailable, OSError, ValueError) as error:
        print(f"pasjans-solver: {error}", file=sys.stderr)
        return EXIT_FAILED
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="pasjans-solver",
        description=__doc__,
        epilog="`pasjans-serve` starts one by itself, unless `--parts` leaves `solver` out.",
    )
    defaults = Settings()
    parser.add_argument("--version", action="version", version=f"pasjans {__version__}")
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--data",
        type=Path,
        default=defaults.data,
        help="folder of the embedded server (default: %(default)s)",
    )
    where.add_argument(
        "--redis", metavar="URL", dest="redis_url", help="a Redis or Valkey to use instead"
    )
    parser.add_argument(
        "--at-once",
        metavar="N",
        type=_at_once,
        default=1,
        help="deals that are solved at a time (default: %(default)s)",
    )
    parser.add_argument(
        "--metrics-port", metavar="PORT", type=_port, help="port of its metrics on 127.0.0.1"
    )
    parser.add_argument(
        "--log-level",
        choices=("debug", "info", "warning", "error"),
        default=defaults.log_level,
        help="least severe level that is logged (default: %(default)s)",
    )
    parser.add_argument("--log-json", action="store_true", help="log JSON lines")
    parser.add_argument("--with-parent", action="store_true", help=argparse.SUPPRESS)
    return parser


def _at_once(text: str) -> int:
    return _number(text, MOST_AT_ONCE)


def _port(text: str) -> int:
    return _number(text, MAX_PORT)


def _number(text: str, most: int) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1 to {most}, not {text!r}")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
