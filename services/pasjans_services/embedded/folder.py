"""The server's part of the data folder: its locks, its state and its log."""

import contextlib
import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from pasjans_services.embedded.errors import EmbeddedError
from pasjans_services.embedded.lock import FileLock

LOG_BYTES = 1 << 20
TAIL_LINES = 6
FULL_BYTES = 1 << 20
READY = b"ready\n"


@dataclass(frozen=True, slots=True)
class ServerFolder:
    """The folder ``valkey`` in the data folder, which nobody but its owner can enter.

    It has two locks. ``service.lock`` belongs to the one service process that is answerable for the
    server, and says `ready` when the server is. ``server.lock`` belongs to the server, which
    inherits it and so holds it exactly as long as it runs.
    """

    path: Path

    @classmethod
    def open(cls, data_dir: Path) -> Self:
        """Makes the folder where there is none yet.

        Raises:
            EmbeddedError: If it cannot be made or written.
        """
        if sys.platform == "win32":
            raise EmbeddedError(
                "the embedded server does not run on Windows: name a server that runs: --redis URL"
            )
        folder = cls(data_dir.resolve() / "valkey")
        try:
            folder.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            folder.path.chmod(0o700)
        except OSError as error:
            raise folder.unusable(error) from error
        return folder

    def take_service_lock(self) -> FileLock | None:
        """Makes this process answerable for the server; None while another process is.

        Raises:
            EmbeddedError: If the folder cannot be written.
        """
        try:
            lock = FileLock.take(self._service_lock)
            if lock is not None:
                lock.write(b"")
        except OSError as error:
            raise self.unusable(error) from error
        return lock

    def take_server_lock(self) -> FileLock | None:
        """The lock for a server to inherit; None while a server runs.

        Raises:
            EmbeddedError: If the folder cannot be written.
        """
        try:
            return FileLock.take(self.path / "server.lock")
        except OSError as error:
            raise self.unusable(error) from error

    def is_ready(self) -> bool:
        """Whether the answerable process has seen its server answer."""
        return self._service_lock.read_bytes() == READY

    def unusable(self, error: OSError) -> EmbeddedError:
        """The error to raise when the folder cannot be used, with what to do."""
        return EmbeddedError(
            f"the data folder {self.path.parent} cannot be used: {error.strerror}. "
            "Name one that can be written, or a server that runs already: --redis URL"
        )

    def is_full(self) -> bool:
        """Whether the disk that holds the folder has no room left."""
        return shutil.disk_usage(self.path).free < FULL_BYTES

    def sync(self) -> None:
        """Brings to the disk what the server has handed to the system.

        Raises:
            OSError: If the disk fails.
        """
        data = self.path / "appendonlydir"
        for path in (*data.iterdir(), data):
            with contextlib.suppress(FileNotFoundError):  # the server has just replaced it
                file = os.open(path, os.O_RDONLY)
                try:
                    os.fsync(file)
                finally:
                    os.close(file)

    @property
    def log(self) -> Path:
        """The server's log."""
        return self.path / "server.log"

    def begin_log(self) -> int:
        """The log's size in bytes, after a log that has grown large was put aside."""
        try:
            size = self.log.stat().st_size
        except FileNotFoundError:
            return 0
        if size < LOG_BYTES:
            return size
        self.log.replace(self.log.with_suffix(".log.old"))
        return 0

    def log_tail(self, after: int) -> str:
        """The last lines that the log got since it was `after` bytes long, indented."""
        try:
            lines = self.log.read_bytes()[after:].decode(errors="replace").splitlines()
        except OSError:
            return ""
        return "".join(f"\n  {line}" for line in lines[-TAIL_LINES:])

    @property
    def _service_lock(self) -> Path:
        return self.path / "service.lock"
