"""Real gateways over real data servers."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from support.fixtures import gateway, serve
from support.inprocess import InProcess, in_process

__all__ = ["gateway", "serve"]


@pytest.fixture
async def inprocess(tmp_path: Path) -> AsyncIterator[InProcess]:
    """Starts gateways in this process, over one data server."""
    async with in_process(tmp_path / "data") as starter:
        yield starter
