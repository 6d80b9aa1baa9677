"""Where the socket goes, and how its address is written."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from pasjans_services.embedded import Address, EmbeddedError
from pasjans_services.embedded.address import known_address, leave_address, place_address
from pasjans_services.embedded.folder import ServerFolder


@pytest.fixture
def base(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A temporary folder with a short path, which is also the system's."""
    with tempfile.TemporaryDirectory(prefix="p", dir="/tmp") as short:
        monkeypatch.setattr(tempfile, "tempdir", short)
        yield Path(short)


def folder_of_length(base: Path, length: int) -> ServerFolder:
    """A folder whose socket's path has the given number of bytes."""
    others = len(str(base / "valkey" / "server.sock")) + 1
    folder = ServerFolder.open(base / ("x" * (length - others)))
    assert len(str(folder.path / "server.sock")) == length
    return folder


def test_url_is_quoted() -> None:
    assert Address(Path("/data/a b/%41#?.sock")).url == "unix:///data/a%20b/%2541%23%3F.sock"


def test_longest_path_that_fits_is_used(base: Path) -> None:
    folder = folder_of_length(base, 103)
    assert known_address(folder) == Address(folder.path / "server.sock")
    assert place_address(folder) == known_address(folder)


def test_longer_path_gives_way_to_a_private_folder(base: Path) -> None:
    folder = folder_of_length(base, 104)
    assert known_address(folder) is None
    placed = place_address(folder)
    assert placed.socket.parent.parent == base
    assert placed.socket.parent.stat().st_mode & 0o777 == 0o700
    assert known_address(folder) == placed
    assert place_address(folder) == placed


def test_private_folder_goes_with_the_server_and_comes_back_under_its_name(base: Path) -> None:
    folder = folder_of_length(base, 104)
    placed = place_address(folder)
    leave_address(folder, placed)
    assert not placed.socket.parent.exists()
    assert known_address(folder) == placed
    assert place_address(folder) == placed
    assert placed.socket.parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("why", ["open to others", "a link", "a copy's"])
def test_private_folder_that_cannot_be_trusted_is_not_used_again(base: Path, why: str) -> None:
    folder = folder_of_length(base, 104)
    placed = place_address(folder)
    private = placed.socket.parent
    match why:
        case "open to others":
            private.chmod(0o755)
        case "a link":
            private.rename(base / "elsewhere")
            private.symlink_to(base / "elsewhere")
        case _:
            folder = ServerFolder(folder.path.rename(folder.path.with_name("copied")))
    assert place_address(folder) != placed


def test_too_long_a_temporary_folder_is_an_error(
    base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = folder_of_length(base, 104)
    monkeypatch.setattr(tempfile, "tempdir", str(folder.path))
    with pytest.raises(EmbeddedError, match="shorter path, or set TMPDIR"):
        place_address(folder)
    assert known_address(folder) is None
    assert list(folder.path.iterdir()) == []
