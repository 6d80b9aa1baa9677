"""Gateway processes as users start them, on a free port and a data folder of their own."""

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Protocol

SERVE = Path(sys.executable).with_name("pasjans-serve")
START_S = 30.0
STOP_S = 15.0
NO_LIMITS = ("--commands-per-s", "0", "--requests-per-s", "0", "--creates-per-s", "0")


@dataclass(slots=True)
class GatewayProcess:
    """One running `pasjans-serve`.

    Attributes:
        http_url: where its pages are, without a slash at the end.
        ws_url: where its WebSocket is.
        process: the process.
        log: the lines that it has written to standard error so far.
    """

    http_url: str
    ws_url: str
    process: subprocess.Popen[str]
    log: list[str] = field(default_factory=list[str])

    def kill(self) -> None:
        """End it as a crash does (-9), and return when it is gone."""
        self.process.kill()
        self.process.wait(STOP_S)

    def data_server(self) -> int:
        """The process id of the data server that it started last."""
        started = [line for line in self.log if '"data_server_started"' in line]
        pid: int = json.loads(started[-1])["pid"]
        return pid

    def stop(self) -> int:
        """End it as an operator does (SIGTERM), and give its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(STOP_S)


class Serve(Protocol):
    """Starts gateways that share one data folder, and with it one embedded data server."""

    def __call__(self, count: int = 1, *options: str) -> tuple[GatewayProcess, ...]:
        """Start `count` of them with further command line options."""
        ...


@contextmanager
def serving(folder: Path) -> Iterator[Serve]:
    """A starter of gateways on a data folder; all of them are gone at the end."""
    gateways: list[GatewayProcess] = []
    readers: list[threading.Thread] = []

    def serve(count: int = 1, *options: str) -> tuple[GatewayProcess, ...]:
        started = [_start(folder, options, readers) for _ in range(count)]
        gateways.extend(started)
        return tuple(started)

    try:
        yield serve
    finally:
        for gateway in reversed(gateways):
            _end(gateway.process)
        for reader in readers:
            reader.join(STOP_S)


def _start(folder: Path, options: Sequence[str], readers: list[threading.Thread]) -> GatewayProcess:
    # Without a solver, which would take half of a small machine; later options win.
    usual = ["--port", "0", "--data", str(folder), "--log-json", "--parts", "replay,leaderboard"]
    command = [str(SERVE), *usual, *options]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    log: list[str] = []
    served: SimpleQueue[dict[str, str]] = SimpleQueue()
    reader = threading.Thread(target=_read, args=(process, log, served), daemon=True)
    reader.start()
    readers.append(reader)
    try:
        line = served.get(timeout=START_S)
    except Empty:
        line = {}
    if "url" not in line:
        _end(process)
        raise RuntimeError("the gateway did not start:\n" + "".join(log))
    return GatewayProcess(line["url"], line["websocket"], process, log)


def _read(
    process: subprocess.Popen[str], log: list[str], served: "SimpleQueue[dict[str, str]]"
) -> None:
    assert process.stderr is not None
    with process.stderr:
        for line in process.stderr:
            log.append(line)
            if '"serving"' in line:
                served.put(json.loads(line))
    served.put({})


def _end(process: subprocess.Popen[str]) -> None:
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
    try:
        process.wait(STOP_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
