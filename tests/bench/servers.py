"""Servers to be measured, each on CPU 0; what they need, and who measures, on CPU 1."""

import json
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import msgspec

from bench.load import Outcome
from bench.processes import children, pin
from support.gateways import NO_LIMITS, serving

TESTS: Final = Path(__file__).parents[1]
SERVER_CPU: Final = 0
OTHER_CPU: Final = 1
STOP_S: Final = 15.0


@dataclass(frozen=True, slots=True)
class Served:
    """A running server.

    Attributes:
        url: Where its WebSocket is.
        pid: Its process.
        echo: Whether it is the bare echo.
        folder: Its data.
    """

    url: str
    pid: int
    echo: bool
    folder: Path | None = None


@contextmanager
def gateway(*options: str) -> Generator[Served]:
    """A gateway with no limits on rates, and a data server of its own, in a new folder."""
    with TemporaryDirectory(prefix="pasjans-bench-") as folder:
        data = Path(folder) / "data"
        with serving(data) as serve:
            (started,) = serve(1, *NO_LIMITS, *options)
            pid = started.process.pid
            pin(pid, SERVER_CPU)
            for child in children(pid):
                pin(child, OTHER_CPU)
            yield Served(started.ws_url, pid, echo=False, folder=data)


@contextmanager
def echo() -> Generator[Served]:
    """The bare echo."""
    command = [sys.executable, "-m", "bench.echo"]
    with subprocess.Popen(command, cwd=TESTS, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            url: str = json.loads(process.stdout.readline())["websocket"]
            pin(process.pid, SERVER_CPU)
            yield Served(url, process.pid, echo=True)
        finally:
            process.terminate()
            process.wait(STOP_S)


def load(server: Served, players: int, *options: str) -> Outcome:
    """Run the load generator against a server."""
    line = _run("bench.load", server, ("--players", str(players), *options))
    outcome = msgspec.json.decode(line, type=Outcome)
    if outcome.refusals:
        raise RuntimeError(f"the load generator was refused: {outcome.refusals[0]}")
    return outcome


def _run(module: str, server: Served, options: Sequence[str]) -> str:
    command = [sys.executable, "-m", module, server.url, "--server-pid", str(server.pid)]
    command += ["--cpu", str(OTHER_CPU), *(["--echo"] if server.echo else []), *options]
    return subprocess.run(command, cwd=TESTS, check=True, stdout=subprocess.PIPE, text=True).stdout
