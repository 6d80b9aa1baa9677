"""Service processes that share one embedded server, and die in every way."""

import fcntl
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis

pytestmark = pytest.mark.slow

SERVICE = Path(__file__).with_name("embedded_service.py")
WATCHES = ("kernel", "guard") if sys.platform == "linux" else ("guard",)


class Service:
    """A service process that runs until it is killed."""

    def __init__(self, data: Path, watch: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, SERVICE, data, watch],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )

    def order(self, word: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{word}\n")
        self.process.stdin.flush()

    def answer(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    def ask(self, word: str) -> dict[str, Any]:
        self.order(word)
        return self.answer()

    def end(self, how: signal.Signals) -> None:
        self.process.send_signal(how)
        self.process.wait()

    def close(self) -> None:
        if self.process.poll() is None:
            self.end(signal.SIGKILL)
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            stream.close()


class Services:
    """Starts services on one data folder."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.all: list[Service] = []

    def start(self, watch: str = WATCHES[0]) -> Service:
        service = Service(self.data, watch)
        self.all.append(service)
        return service

    def wait_for_server_end(self) -> None:
        """Blocks until no process has the folder's lock: the server has it as long as it runs."""
        with (self.data / "valkey" / "server.lock").open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)

    @property
    def log(self) -> str:
        return (self.data / "valkey" / "server.log").read_text()


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    services = Services(tmp_path / "data")
    yield services
    for service in services.all:
        service.close()
    services.wait_for_server_end()


def append(url: str, count: int) -> None:
    with redis.Redis.from_url(url) as client:
        for number in range(count):
            client.xadd("log", {"n": number})


def length(url: str) -> int:
    with redis.Redis.from_url(url) as client:
        held: int = client.xlen("log")
    return held


def server_pid(url: str) -> int:
    with redis.Redis.from_url(url) as client:
        pid: int = client.info("server")["process_id"]
    return pid


@pytest.mark.parametrize("watch", WATCHES)
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_server_goes_down_cleanly_when_its_service_is_killed(
    services: Services, how: signal.Signals, watch: str
) -> None:
    first = services.start(watch)
    append(first.ask("ensure")["url"], 500)
    first.end(how)

    services.wait_for_server_end()
    assert "ready to exit" in services.log
    assert not (services.data / "valkey" / "server.sock").exists()

    second = services.start(watch).ask("ensure")
    assert second["spawned"] is not None
    assert length(second["url"]) == 500


def test_data_is_whole_after_the_server_is_killed(services: Services) -> None:
    service = services.start()
    first = service.ask("ensure")
    append(first["url"], 500)
    os.kill(first["spawned"], signal.SIGKILL)
    services.wait_for_server_end()

    again = service.ask("ensure")
    assert again["spawned"] not in {None, first["spawned"]}
    assert again["url"] == first["url"]
    assert length(again["url"]) == 500


def test_second_service_finds_the_server_and_leaves_it_running(services: Services) -> None:
    owner, guest = services.start(), services.start()
    spawned = owner.ask("ensure")
    found = guest.ask("ensure")
    assert found == {"url": spawned["url"], "spawned": None}

    guest.ask("stop")
    assert server_pid(spawned["url"]) == spawned["spawned"]

    owner.ask("stop")
    services.wait_for_server_end()
    assert services.log.lower().count("ready to accept connections") == 1


def test_five_racing_services_share_one_server_also_after_its_owner_was_killed(
    services: Services,
) -> None:
    racing = [services.start() for _ in range(5)]
    while len(racing) > 1:
        for service in racing:
            service.order("ensure")
        answers = [service.answer() for service in racing]

        owners = [
            service for service, answer in zip(racing, answers, strict=True) if answer["spawned"]
        ]
        assert len(owners) == 1
        [url] = {answer["url"] for answer in answers}
        assert server_pid(url) in {answer["spawned"] for answer in answers}
        assert length(url) == 10 * (5 - len(racing))

        append(url, 10)
        owners[0].end(signal.SIGKILL)
        racing.remove(owners[0])
    assert services.log.lower().count("ready to accept connections") == 4


@pytest.mark.skipif(sys.platform != "linux", reason="finds the guard's process in /proc")
def test_orphan_that_nothing_told_to_go_makes_room(services: Services) -> None:
    first = services.start("guard")
    orphan = first.ask("ensure")
    append(orphan["url"], 10)
    guard = Path(f"/proc/{orphan['spawned']}/task/{orphan['spawned']}/children").read_text()
    os.kill(int(guard), signal.SIGKILL)
    first.end(signal.SIGKILL)
    assert server_pid(orphan["url"]) == orphan["spawned"]

    again = services.start().ask("ensure")
    assert again["spawned"] not in {None, orphan["spawned"]}
    assert length(again["url"]) == 10
    assert "ready to exit" in services.log


def test_interrupt_from_the_terminal_does_not_reach_the_server(services: Services) -> None:
    service = services.start()
    spawned = service.ask("ensure")
    terminal = os.getpgid(service.process.pid)
    assert os.getsid(spawned["spawned"]) == spawned["spawned"]
    os.killpg(terminal, signal.SIGINT)
    service.process.wait()
    services.wait_for_server_end()
    assert "Received SIGTERM" in services.log
    assert "Received SIGINT" not in services.log
