"""Fixtures over real gateways; a `conftest.py` takes them by importing their names."""

import asyncio
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import pasjans
from support.gateways import NO_LIMITS, GatewayProcess, Serve, serving

KERNELS_S = 120.0


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Starts gateways that this test may hurt."""
    with serving(tmp_path / "data") as start:
        yield start


@pytest.fixture(scope="session")
def gateway(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GatewayProcess]:
    """A gateway without rate limits that many tests share: they must leave it as it is."""
    with serving(tmp_path_factory.mktemp("shared") / "data") as start:
        yield start(1, *NO_LIMITS)[0]


@pytest.fixture(scope="session")
def solving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GatewayProcess]:
    """A gateway as `gateway`, with solvers."""
    with serving(tmp_path_factory.mktemp("solving") / "data") as start:
        (gateway,) = start(1, *NO_LIMITS, "--parts", "replay,leaderboard,solver")
        # In a thread of its own: the loop of the test that comes first may run already.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, _solver_there(gateway.ws_url)).result()
        yield gateway


async def _solver_there(ws_url: str) -> None:
    """Wait until hints are given: a worker loads its kernels, or compiles them."""
    patient = pasjans.Options(retry_s=KERNELS_S, hint_s=KERNELS_S)
    async with pasjans.connect(ws_url, options=patient) as client:
        await (await client.create("polish")).hint()


@pytest.fixture
def home(tmp_path: Path) -> Mapping[str, str]:
    """The environment in which `pasjans` is somebody of its own."""
    return {"XDG_DATA_HOME": str(tmp_path / "share")}
