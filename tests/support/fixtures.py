"""Fixtures over real gateways; a `conftest.py` takes them by importing their names."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from support.gateways import NO_LIMITS, GatewayProcess, Serve, serving


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
        yield start(1, *NO_LIMITS, "--parts", "replay,leaderboard,solver")[0]


@pytest.fixture
def home(tmp_path: Path) -> Mapping[str, str]:
    """The environment in which `pasjans` is somebody of its own."""
    return {"XDG_DATA_HOME": str(tmp_path / "share")}
