"""A command on a pseudo-terminal of any size, and what its screen shows."""

import asyncio
import fcntl
import os
import pty
import signal
import struct
import subprocess
import termios
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Self

import pyte

WAIT_S = 20.0
KEYS = {
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "enter": "\r",
    "tab": "\t",
    "escape": "\x1b",
    "c-c": "\x03",
}


class Terminal:
    """A running command; make it with `running`.

    Attributes:
        process: the command.
        screen: what it shows, as pyte keeps it.
    """

    def __init__(
        self, process: subprocess.Popen[bytes], master: int, size: tuple[int, int]
    ) -> None:
        columns, rows = size
        self.process = process
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self._master = master
        self._changed = asyncio.Event()
        self._ended = asyncio.Event()
        asyncio.get_running_loop().add_reader(master, self._read)

    @classmethod
    @asynccontextmanager
    async def running(
        cls,
        command: Sequence[str],
        *,
        size: tuple[int, int] = (100, 40),
        environment: Mapping[str, str] | None = None,
    ) -> AsyncGenerator[Self]:
        """Run a command on a terminal of so many columns and rows."""
        columns, rows = size
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        process = subprocess.Popen(  # noqa: ASYNC220
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=_surroundings() | dict(environment or {}),
            start_new_session=True,
        )
        os.close(slave)
        terminal = cls(process, master, size)
        try:
            yield terminal
        finally:
            terminal._close()

    @property
    def text(self) -> str:
        """The screen, a line a row, without blanks at the ends."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def press(self, *keys: str) -> None:
        """Press keys: the names of `KEYS`, or what is typed."""
        for key in keys:
            os.write(self._master, KEYS.get(key, key).encode())

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size."""
        self.screen.resize(rows, columns)
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process.send_signal(signal.SIGWINCH)

    def click(self, text: str) -> None:
        """Click where a text stands on the screen."""
        row = next(at for at, line in enumerate(self.screen.display) if text in line)
        column = self.screen.display[row].index(text) + len(text) // 2
        for end in "Mm":
            os.write(self._master, f"\x1b[<0;{column + 1};{row + 1}{end}".encode())

    async def shows(self, wanted: str | Callable[[str], bool]) -> str:
        """Wait until the screen shows a text, or satisfies a condition; gives the screen."""
        try:
            async with asyncio.timeout(WAIT_S):
                while not (wanted(self.text) if callable(wanted) else wanted in self.text):
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            raise AssertionError(f"{wanted!r} did not come; the screen is:\n{self.text}") from None
        return self.text

    async def ends(self) -> int:
        """Wait until the command has ended, and give its exit code."""
        async with asyncio.timeout(WAIT_S):
            await self._ended.wait()
        return await asyncio.to_thread(self.process.wait, WAIT_S)

    def _read(self) -> None:
        try:
            data = os.read(self._master, 65_536)
        except OSError:  # On Linux the other side has gone.
            data = b""
        if data:
            self._stream.feed(data)
        else:
            asyncio.get_running_loop().remove_reader(self._master)
            self._ended.set()
        self._changed.set()

    def _close(self) -> None:
        asyncio.get_running_loop().remove_reader(self._master)
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(WAIT_S)
        os.close(self._master)


def _surroundings() -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return kept | {"TERM": "xterm-256color", "LANG": "C.UTF-8"}
