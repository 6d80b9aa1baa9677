"""The server's process, as the service that spawned it holds it."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Self

from pasjans_services.embedded.folder import ServerFolder

AppendFsync = Literal["everysec", "always"]
"""When the server's log is synced to the disk: each second, or before each answer.

The server's own `everysec` keeps its writes to itself for up to two seconds while a sync is under
way, and answers all the same: killed then, it loses what it has answered (on a busy disk in 6 of 25
kills, once 1,499 of 1,500 appends). So it is told `no`, which hands each write to the system before
it is answered (0 of 25), and the answerable service syncs the log each second.
"""

Watch = Literal["kernel", "guard"]
"""Who ends the server when the service has ended."""

USUAL_WATCH: Watch = "kernel" if sys.platform == "linux" else "guard"
LAUNCHER = Path(__file__).with_name("launch.py")


@dataclass(frozen=True, slots=True)
class ServerPlan:
    """What to run, where, and how.

    Attributes:
        binary: The server program.
        folder: Where the server runs and keeps its log and data.
        socket: Where it listens; it listens nowhere else.
        appendfsync: When its log is synced to the disk.
    """

    binary: Path
    folder: ServerFolder
    socket: Path
    appendfsync: AppendFsync

    @property
    def command(self) -> tuple[str, ...]:
        """The program and its configuration; relative paths start in the folder."""
        near = self.socket.parent == self.folder.path
        options = {
            "port": "0",
            "unixsocket": self.socket.name if near else str(self.socket),
            "unixsocketperm": "700",
            "logfile": self.folder.log.name,
            "save": "",
            "appendonly": "yes",
            "appendfsync": "always" if self.appendfsync == "always" else "no",
            "aof-load-truncated": "yes",
            "maxmemory-policy": "noeviction",
        }
        words = (word for name, value in options.items() for word in (f"--{name}", value))
        return (str(self.binary), *words)


class ServerProcess:
    """A spawned server, which ends when its spawner does.

    Where the kernel watches, it watches the *thread* that spawned the server: spawn it in one that
    lives as long as the service. Once `has_ended` is true you must call `release`.
    """

    def __init__(self, child: subprocess.Popen[bytes], lifeline: int | None) -> None:
        self._child = child
        self._lifeline = lifeline

    @classmethod
    def spawn(cls, plan: ServerPlan, lock: int, watch: Watch) -> Self:
        """Starts a server in a session of its own, so that Ctrl-C does not reach it.

        Args:
            plan: What to run.
            lock: The open file that holds the folder's lock. The caller closes its own copy.
            watch: Who ends the server when this process has ended.

        Raises:
            OSError: If the log cannot be written or no process can be made.
        """
        pipe, lifeline = os.pipe() if watch == "guard" else (None, None)
        inherited = (lock,) if pipe is None else (lock, pipe)
        watched = (str(os.getpid()), str(lock), "-" if pipe is None else str(pipe))
        try:
            with plan.folder.log.open("ab") as log:
                child = subprocess.Popen(  # noqa: S603
                    (sys.executable, "-I", "-S", str(LAUNCHER), *watched, *plan.command),
                    cwd=plan.folder.path,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    pass_fds=inherited,
                    start_new_session=True,
                )
        except OSError:
            _close(lifeline)
            raise
        finally:
            _close(pipe)
        return cls(child, lifeline)

    @property
    def pid(self) -> int:
        """The server's process id."""
        return self._child.pid

    def has_ended(self) -> bool:
        """Whether the server is gone."""
        return self._child.poll() is not None

    def end(self) -> None:
        """Asks the server to write its log to the disk and go.

        It does on SIGTERM all that it does on SHUTDOWN, also while it loads and answers nobody.
        """
        self._child.terminate()

    def kill(self) -> None:
        """Ends the server at once; what it answered is with the system, if not yet on the disk."""
        self._child.kill()
        self._child.wait()

    def release(self) -> None:
        """Lets the guard go, after the server has."""
        _close(self._lifeline)
        self._lifeline = None


def _close(file: int | None) -> None:
    if file is not None:
        os.close(file)
