"""Par as a service: deals that are played on one process are solved by another."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from pasjans_engine.domino import POLISH
from pasjans_engine.domino.solver import Solved, solve
from pasjans_services.backends import Backends, open_backends
from pasjans_services.games.pars import Known, Pars
from pasjans_services.games.seeds import KEPT, Pool
from pasjans_services.solver.jobs import open_jobs
from pasjans_services.solver.lanes import DEALS, DealJob
from pasjans_services.solver.main import working
from support.gateways import GatewayProcess, Serve
from support.inprocess import InProcess, Running
from support.pars import PAUSE_S, deals_of, proved
from support.stores import free_ports
from support.wire import PATIENCE_S, Wire

pytestmark = pytest.mark.slow

SOLVER = Path(sys.executable).with_name("pasjans-solver")
STUCK = Path(__file__).with_name("stuck_solver.py")
LONG_S = 60.0
"""A worker loads its kernels, or compiles them; one that was killed is missed after six seconds."""


@contextmanager
def started(*command: str) -> Iterator[subprocess.Popen[str]]:
    """A process that is gone at the end."""
    process = subprocess.Popen(
        [*command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


async def test_deals_of_one_process_are_solved_by_another(
    inprocess: InProcess, shared: Backends
) -> None:
    pars = Pars(shared.registry)
    async with inprocess.gateway() as running, Wire.connect(running.ws_url) as wire:
        expected: dict[tuple[str, str], int | None] = {}
        for rules in ("polish", "russian"):
            deals = deals_of(rules)
            none = [one for one in deals if one[1] is None]
            for deal, par in (*deals[:3], *none[:1]):
                expected[rules, deal] = par
                await wire.create(rules, deal=deal)
        (port,) = map(str, free_ports(1))
        options = ("--redis", inprocess.redis_url, "--metrics-port", port)
        with started(str(SOLVER), *options):
            for (rules, deal), par in expected.items():
                known = await proved(pars, rules, deal, LONG_S)
                assert known.par == par
                assert known.verdict is (Known.UNSOLVABLE if par is None else Known.SOLVED)
            async with httpx.AsyncClient() as web:
                figures = (await web.get(f"http://127.0.0.1:{port}/metrics")).text
    assert 'pasjans_solver_jobs_total{verdict="solved"}' in figures
    assert 'pasjans_seeds_ready{rules="polish"}' in figures


async def test_a_job_of_a_worker_that_was_killed_is_done_by_another(
    inprocess: InProcess, shared: Backends
) -> None:
    pars, (deal, par) = Pars(shared.registry), deals_of("polish")[0]
    jobs = await open_jobs(inprocess.redis_url, DEALS)
    await jobs.put(DealJob("polish", deal))
    with started(sys.executable, str(STUCK), inprocess.redis_url) as stuck:
        assert stuck.stdout is not None
        assert await asyncio.to_thread(stuck.stdout.readline) == "examining\n"
        stuck.kill()
    async with working(shared, inprocess.redis_url):
        known = await proved(pars, "polish", deal, LONG_S)
    assert known.par == par
    await jobs.close()


async def test_ten_jobs_for_one_deal_solve_it_once(inprocess: InProcess, shared: Backends) -> None:
    pars, (deal, par) = Pars(shared.registry), deals_of("russian")[0]
    async with working(shared, inprocess.redis_url):
        jobs = await open_jobs(inprocess.redis_url, DEALS)
        await asyncio.gather(*(jobs.put(DealJob("russian", deal)) for _ in range(10)))
        assert (await proved(pars, "russian", deal)).par == par
        async with asyncio.timeout(PATIENCE_S):
            while await jobs.waiting():
                await asyncio.sleep(PAUSE_S)
        await jobs.close()


async def test_new_deals_are_chosen_among_solvable_ones(
    inprocess: InProcess, shared: Backends
) -> None:
    pars, pool = Pars(shared.registry), Pool(shared.listings)
    async with inprocess.gateway() as running, httpx.AsyncClient(base_url=running.http_url) as web:
        # No worker has ever run: the deal of the day is chosen here.
        daily = (await web.get("/api/v1/daily/polish")).json()
        verdict = solve(POLISH, POLISH.start(daily["deal"]))
        assert isinstance(verdict, Solved)
        assert (await proved(pars, "polish", daily["deal"])).par == verdict.par
        async with working(shared, inprocess.redis_url):
            async with asyncio.timeout(LONG_S):
                while await pool.size(POLISH) < KEPT:
                    await asyncio.sleep(PAUSE_S)
            for _ in range(3):
                deal = await dealt(running, web)
                assert (known := await pars.of("polish", deal)) is not None
                assert known.verdict is Known.SOLVED


async def dealt(running: Running, web: httpx.AsyncClient) -> str:
    """The deal of a new game."""
    async with Wire.connect(running.ws_url) as wire:
        game = (await wire.create("polish")).game
    deal: str = (await web.get(f"/api/v1/games/{game}")).json()["deal_id"]
    return deal


async def test_the_solver_that_a_process_starts_ends_with_it(serve: Serve, tmp_path: Path) -> None:
    (gateway,) = serve(1, "--parts", "solver")
    deal, par = deals_of("polish")[0]
    async with Wire.connect(gateway.ws_url) as wire:
        await wire.create("polish", deal=deal)
    socket = tmp_path / "data" / "valkey" / "server.sock"
    async with open_backends(f"unix://{socket}") as backends:
        assert (await proved(Pars(backends.registry), "polish", deal, LONG_S)).par == par
    (first,) = solvers_of(gateway)
    os.kill(first, signal.SIGKILL)
    async with asyncio.timeout(LONG_S):
        while len(solvers_of(gateway)) < 2:
            await asyncio.sleep(PAUSE_S)
    assert gateway.stop() == 0
    assert not any(map(is_there, solvers_of(gateway)))


async def test_the_solver_of_a_process_that_was_killed_ends(serve: Serve) -> None:
    (gateway,) = serve(1, "--parts", "solver")
    async with asyncio.timeout(LONG_S):
        while not (solvers := solvers_of(gateway)):
            await asyncio.sleep(PAUSE_S)
    (solver,) = solvers
    gateway.kill()
    async with asyncio.timeout(LONG_S):
        while is_there(solver):
            await asyncio.sleep(PAUSE_S)


def solvers_of(gateway: GatewayProcess) -> list[int]:
    """The process ids of the solvers that a process has started."""
    return [json.loads(line)["pid"] for line in gateway.log if '"solver_started"' in line]


def is_there(pid: int) -> bool:
    """Whether there is such a process, and it has not ended."""
    command = ["ps", "-o", "state=", "-p", str(pid)]
    state = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return state.strip() not in {"", "Z"}
