"""Fixtures over a gateway in the test's own process; a `conftest.py` imports their names."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from pasjans_services.backends import Backends
from support.inprocess import InProcess, Running, in_process
from support.leaderboards import backends_of


@pytest.fixture
async def inprocess(tmp_path: Path) -> AsyncIterator[InProcess]:
    """Starts gateways in this process, over one data server."""
    async with in_process(tmp_path / "data") as starter:
        yield starter


@pytest.fixture
async def running(inprocess: InProcess) -> AsyncIterator[Running]:
    """One of them."""
    async with inprocess.gateway() as running:
        yield running


@pytest.fixture
async def shared(inprocess: InProcess) -> AsyncIterator[Backends]:
    """What all of them share."""
    async with backends_of(inprocess) as backends:
        yield backends


@pytest.fixture
async def web(running: Running) -> AsyncIterator[httpx.AsyncClient]:
    """Asks the one over HTTP."""
    async with httpx.AsyncClient(base_url=running.http_url) as client:
        yield client
