"""The folder's locks and its log."""

from pathlib import Path

import pytest

from pasjans_services.embedded.folder import LOG_BYTES, READY, ServerFolder


@pytest.fixture
def folder(tmp_path: Path) -> ServerFolder:
    return ServerFolder.open(tmp_path)


def test_locks_are_held_by_one_until_they_are_closed(folder: ServerFolder) -> None:
    service, server = folder.take_service_lock(), folder.take_server_lock()
    assert service is not None
    assert server is not None
    assert folder.take_service_lock() is None
    assert folder.take_server_lock() is None
    service.close()
    server.close()
    for again in (folder.take_service_lock(), folder.take_server_lock()):
        assert again is not None
        again.close()


def test_new_answerable_process_takes_back_what_the_last_one_said(folder: ServerFolder) -> None:
    first = folder.take_service_lock()
    assert first is not None
    assert not folder.is_ready()
    first.write(READY)
    assert folder.is_ready()
    first.close()
    second = folder.take_service_lock()
    assert second is not None
    assert not folder.is_ready()
    second.close()


def test_sync_takes_files_that_come_and_go(folder: ServerFolder) -> None:
    data = folder.path / "appendonlydir"
    data.mkdir()
    (data / "log.aof").write_text("written")
    (data / "going.aof").symlink_to(data / "gone.aof")
    folder.sync()


def test_log_tail_is_the_last_lines_of_this_start(folder: ServerFolder) -> None:
    assert folder.begin_log() == 0
    assert folder.log_tail(0) == ""
    folder.log.write_text("old\n")
    begun = folder.begin_log()
    with folder.log.open("a") as log:
        log.writelines(f"line {number}\n" for number in range(9))
    assert folder.log_tail(begun) == "".join(f"\n  line {number}" for number in range(3, 9))
    assert folder.log_tail(folder.log.stat().st_size) == ""


def test_large_log_is_put_aside(folder: ServerFolder) -> None:
    folder.log.write_bytes(bytes(LOG_BYTES))
    assert folder.begin_log() == 0
    assert not folder.log.exists()
    assert folder.log.with_suffix(".log.old").stat().st_size == LOG_BYTES
