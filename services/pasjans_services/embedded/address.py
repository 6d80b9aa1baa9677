"""Where the server listens: a unix socket in the data folder, if that path is not too long."""

import contextlib
import hashlib
import os
import stat
import tempfile
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from pasjans_services.embedded.errors import EmbeddedError
from pasjans_services.embedded.folder import ServerFolder

SOCKET_PATH_BYTES = 103
"""The longest path of a unix socket everywhere: 104 bytes on macOS, the closing zero included."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where the server is reached."""

    socket: Path

    @property
    def url(self) -> str:
        """The address as Redis clients take it."""
        return f"unix://{quote(str(self.socket))}"


def known_address(folder: ServerFolder) -> Address | None:
    """Where the folder's server listens when it runs; None if none has run yet."""
    near = folder.path / "server.sock"
    if _fits(near):
        return Address(near)
    try:
        return Address(Path(_record(folder).read_text(encoding="utf-8")))
    except FileNotFoundError:
        return None


def place_address(folder: ServerFolder) -> Address:
    """Chooses where a new server listens; for the answerable process alone.

    Too long a path gives way to a private temporary folder. Its name is recorded and used again, so
    that clients of the last server find the next one in the same place.

    Raises:
        EmbeddedError: If the temporary folder's path is too long as well.
        OSError: If it cannot be made.
    """
    known = known_address(folder)
    if known is not None and (known.socket.parent == folder.path or _made_again(folder, known)):
        return known
    short = Path(tempfile.mkdtemp(prefix=_prefix(folder)))
    socket = short / "server.sock"
    if not _fits(socket):
        short.rmdir()
        raise EmbeddedError(
            f"the paths of {folder.path} and of the temporary folder {short.parent} are both too "
            "long for a socket: choose a data folder with a shorter path, or set TMPDIR"
        )
    draft = _record(folder).with_suffix(".new")
    draft.write_text(str(socket), encoding="utf-8")
    draft.replace(_record(folder))
    return Address(socket)


def leave_address(folder: ServerFolder, address: Address) -> None:
    """Removes the temporary folder, if there is one, after the server has gone."""
    if address.socket.parent != folder.path:
        with contextlib.suppress(OSError):
            address.socket.parent.rmdir()


def _fits(socket: Path) -> bool:
    return len(os.fsencode(socket)) <= SOCKET_PATH_BYTES


def _record(folder: ServerFolder) -> Path:
    return folder.path / "server.address"


def _prefix(folder: ServerFolder) -> str:
    """Names the folder, so that a copy of it does not take the original's socket."""
    return f"pasjans-{hashlib.sha256(os.fsencode(folder.path)).hexdigest()[:8]}-"


def _made_again(folder: ServerFolder, known: Address) -> bool:
    """Makes the recorded temporary folder anew; true if it is this folder's, and private."""
    short = known.socket.parent
    if not short.name.startswith(_prefix(folder)):
        return False
    try:
        short.mkdir(mode=0o700)
    except OSError:
        return _is_private(short)
    return True


def _is_private(short: Path) -> bool:
    try:
        status = short.lstat()
    except OSError:
        return False
    closed = stat.S_ISDIR(status.st_mode) and stat.S_IMODE(status.st_mode) == 0o700
    return closed and status.st_uid == os.getuid()
