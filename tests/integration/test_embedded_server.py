"""The embedded server in this process: it serves, keeps, comes back, and says what is wrong."""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis.asyncio
from redis.asyncio.retry import Retry
from redis.backoff import ConstantBackoff
from redis.exceptions import ConnectionError as LostConnection

from pasjans_services.embedded import (
    EmbeddedError,
    EmbeddedServer,
    embedded,
    patience,
    probe,
    server,
)
from pasjans_services.embedded.folder import ServerFolder

pytestmark = pytest.mark.slow


def client(url: str) -> "redis.asyncio.Redis":
    return redis.asyncio.Redis.from_url(url, decode_responses=True)


async def append(url: str, count: int) -> None:
    async with client(url) as data:
        for number in range(count):
            await data.xadd("log", {"n": number})


async def length(url: str) -> int:
    async with client(url) as data:
        held: int = await data.xlen("log")
    return held


async def test_server_keeps_a_log_and_listens_on_nothing_but_its_socket(tmp_path: Path) -> None:
    async with embedded(tmp_path, "always") as address, client(address.url) as data:
        settings = await data.config_get(
            "port", "appendonly", "appendfsync", "save", "maxmemory-policy"
        )
    assert settings == {
        "port": "0",
        "appendonly": "yes",
        "appendfsync": "always",
        "save": "",
        "maxmemory-policy": "noeviction",
    }


async def test_data_is_there_at_the_second_start(tmp_path: Path) -> None:
    async with embedded(tmp_path) as address:
        await append(address.url, 100)
    assert not address.socket.exists()
    async with embedded(tmp_path) as address:
        assert await length(address.url) == 100


async def test_nobody_else_can_read_the_folder(tmp_path: Path) -> None:
    Path.mkdir(tmp_path / "valkey", mode=0o777)
    async with embedded(tmp_path) as address:
        assert mode(address.socket.parent) == 0o700
        assert mode(address.socket) == 0o700


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


async def test_killed_server_comes_back_with_all_that_was_answered(tmp_path: Path) -> None:
    answered: list[str | bytes] = []
    enough = asyncio.Event()
    async with embedded(tmp_path) as address:
        async with client(address.url) as data:
            first = (await data.info("server"))["process_id"]

            async def write() -> None:
                while True:
                    answered.append(await data.xadd("log", {"n": 1}))
                    if len(answered) == 200:
                        enough.set()

            writing = asyncio.create_task(write())
            await enough.wait()
            os.kill(first, signal.SIGKILL)
            with pytest.raises(LostConnection):
                await writing
        patient = redis.asyncio.Redis.from_url(
            address.url,
            decode_responses=True,
            retry=Retry(ConstantBackoff(0.01), 1_000),
            retry_on_error=[LostConnection, redis.exceptions.BusyLoadingError],
        )
        async with patient:
            assert (await patient.info("server"))["process_id"] != first
            kept = {entry for entry, _ in await patient.xrange("log") or ()}
    assert set(answered) <= kept
    assert len(kept) - len(answered) <= 1


async def test_log_is_synced_by_who_is_answerable_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: asyncio.Queue[ServerFolder] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    monkeypatch.setattr(server, "SYNC_S", 0.0)
    monkeypatch.setattr(
        ServerFolder, "sync", lambda folder: loop.call_soon_threadsafe(synced.put_nowait, folder)
    )
    guest = EmbeddedServer(tmp_path)
    async with embedded(tmp_path) as address:
        assert (await synced.get()).path == address.socket.parent
        await guest.ensure()
        assert guest.pid is None


async def test_safer_of_two_wishes_for_the_disk_counts(tmp_path: Path) -> None:
    first, second = EmbeddedServer(tmp_path), EmbeddedServer(tmp_path, "always")
    address = await first.ensure()
    assert await second.ensure() == address
    async with client(address.url) as data:
        assert await data.config_get("appendfsync") == {"appendfsync": "always"}
    await second.stop()
    await first.stop()


async def test_path_may_have_any_characters(tmp_path: Path) -> None:
    async with embedded(tmp_path / 'a b%20 "c" #?ż') as address:
        await append(address.url, 1)
        assert await length(address.url) == 1


@pytest.fixture
def temporary(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="p", dir="/tmp") as short:
        monkeypatch.setattr(tempfile, "tempdir", short)
        yield Path(short)


async def test_socket_of_too_long_a_path_lies_elsewhere_and_stays_there(
    tmp_path: Path, temporary: Path
) -> None:
    deep = tmp_path / ("long" * 30)
    async with embedded(deep) as first, embedded(deep) as found:
        assert first.socket.parent.parent == temporary
        assert found == first
        await append(first.url, 1)
    async with embedded(deep) as second:
        assert second == first
        assert await length(second.url) == 1
    assert not Path.exists(second.socket.parent)


async def test_copy_of_a_folder_does_not_take_its_socket(tmp_path: Path, temporary: Path) -> None:
    deep, copy = tmp_path / ("long" * 30), tmp_path / ("copy" * 30)
    async with embedded(deep) as original:
        await append(original.url, 3)
        shutil.copytree(deep, copy, ignore=shutil.ignore_patterns("*.sock"))
        async with embedded(copy) as copied:
            assert copied.socket.parent.parent == temporary
            assert copied != original
            await append(copied.url, 1)
            assert await length(copied.url) == 4
        assert await length(original.url) == 3


async def test_damaged_log_is_an_error_that_shows_what_the_server_said(tmp_path: Path) -> None:
    async with embedded(tmp_path) as address:
        await append(address.url, 100)
    [log] = (tmp_path / "valkey" / "appendonlydir").glob("*.incr.aof")
    content = bytearray(log.read_bytes())
    content[len(content) // 2 : len(content) // 2 + 64] = bytes(64)
    log.write_bytes(content)
    with pytest.raises(
        EmbeddedError, match=r"did not start: its log says\n(.*\n)*.*Bad file format"
    ):
        await EmbeddedServer(tmp_path).ensure()


async def test_log_cut_short_by_a_crash_loads(tmp_path: Path) -> None:
    async with embedded(tmp_path) as address:
        await append(address.url, 100)
    [log] = (tmp_path / "valkey" / "appendonlydir").glob("*.incr.aof")
    os.truncate(log, log.stat().st_size - 5)
    async with embedded(tmp_path) as address:
        assert await length(address.url) == 99


async def test_silent_server_is_an_error_in_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = EmbeddedServer(tmp_path)
    await first.ensure()
    assert first.pid is not None
    os.kill(first.pid, signal.SIGSTOP)
    monkeypatch.setattr(patience, "SILENCE_LIMIT_S", 0.0)
    monkeypatch.setattr(probe, "ANSWER_LIMIT_S", 0.05)
    with pytest.raises(EmbeddedError, match="does not answer"):
        await EmbeddedServer(tmp_path).ensure()
    os.kill(first.pid, signal.SIGCONT)
    await first.stop()


async def test_program_that_is_no_server_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(EmbeddedError, match="did not start"):
        await EmbeddedServer(tmp_path, binary=Path("/bin/false")).ensure()
    with pytest.raises(EmbeddedError, match="No such file"):
        await EmbeddedServer(tmp_path, binary=tmp_path / "missing").ensure()
    async with embedded(tmp_path) as address:
        assert await length(address.url) == 0


async def test_data_folder_that_is_a_file_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(EmbeddedError, match=r"cannot be used: Not a directory\. Name one"):
        await EmbeddedServer(tmp_path / "file").ensure()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 2 MiB, which only root can have."""
    disk = tmp_path / "disk"
    disk.mkdir()
    if not mount("-t", "tmpfs", "-o", "size=2m", "pasjans", disk):
        pytest.skip("needs the right to mount a disk")
    yield disk
    assert run("umount", disk)


def mount(*words: str | Path) -> bool:
    return sys.platform == "linux" and run("mount", *words)


def run(name: str, *words: str | Path) -> bool:
    program = shutil.which(name)
    if program is None:
        return False
    return subprocess.run([program, *words], capture_output=True, check=False).returncode == 0


async def test_full_disk_is_an_error_that_says_so(small_disk: Path) -> None:
    with (small_disk / "filler").open("wb", buffering=0) as filler:
        while filler.write(bytes(4096)) == 4096:
            if shutil.disk_usage(small_disk).free == 0:
                break
    with pytest.raises(EmbeddedError, match=r"the disk is full|No space left on device"):
        await EmbeddedServer(small_disk).ensure()
    (small_disk / "filler").unlink()
    async with embedded(small_disk) as address:
        await append(address.url, 1)


async def test_disk_that_cannot_be_written_is_an_error(small_disk: Path) -> None:
    async with embedded(small_disk):
        pass
    assert mount("-o", "remount,ro", small_disk)
    with pytest.raises(EmbeddedError, match=r"cannot be used: Read-only file system\. Name one"):
        await EmbeddedServer(small_disk).ensure()
