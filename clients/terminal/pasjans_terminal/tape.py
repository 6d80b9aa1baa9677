"""A film from a portable file, verified first and shown with no server."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pasjans_engine.game import legal
from pasjans_engine.view import check, view
from pasjans_protocol.portable import MAX_LINE_BYTES, Step, verify

_LONGEST_S: Final = 3.0
"""The longest pause between two events, as on servers."""


@dataclass(frozen=True, slots=True)
class Still:
    """One moment of a tape. What costs time is computed when it is asked for.

    Attributes:
        step: the game after an event.
    """

    step: Step

    @property
    def version(self) -> int:
        """Number of events up to here; the deal is the first."""
        return self.step.game.version

    @property
    def view(self) -> tuple[int, ...]:
        """The position as numbers."""
        return view(self.step.game)

    @property
    def check(self) -> int:
        """CRC-32 of the view."""
        return check(self.view)

    @property
    def legal(self) -> tuple[str, ...]:
        """What could be played here."""
        return legal(self.step.game)


class Tape:
    """See the module. It is a `Film`.

    Args:
        game: the game's id.
        steps: each of its events.
        sleep: waits so many seconds.
    """

    def __init__(
        self,
        game: str,
        steps: tuple[Step, ...],
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._steps = steps
        self._sleep = sleep
        self._task: asyncio.Task[None] | None = None
        self._readers: list[asyncio.Queue[Still | None]] = []
        self._shown = Still(steps[0])
        self.id = game
        self.speed = 100

    @property
    def rules(self) -> str:
        """Id of the rules."""
        return self._steps[0].game.rules.id

    @property
    def head(self) -> int:
        """The last version that there is."""
        return len(self._steps)

    @property
    def version(self) -> int:
        """Number of events up to here; the deal is the first."""
        return self._shown.version

    @property
    def view(self) -> tuple[int, ...]:
        """The position as numbers."""
        return self._shown.view

    @property
    def check(self) -> int:
        """CRC-32 of the view."""
        return self._shown.check

    @property
    def legal(self) -> tuple[str, ...]:
        """What could be played here."""
        return self._shown.legal

    @property
    def playing(self) -> bool:
        """Whether it goes on by itself."""
        return self._task is not None

    async def seek(self, version: int) -> None:
        """Go to a version, or as far as there is one."""
        self._show(max(1, min(version, self.head)))
        self._go_on_if_playing()

    async def play(self) -> None:
        """Go on by itself, up to the end."""
        if self.version < self.head and self._task is None:
            self._task = asyncio.create_task(self._run())

    async def pause(self) -> None:
        """Stay here."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def pace(self, speed: int) -> None:
        """Go at another speed, in percent of the game's."""
        self.speed = speed
        self._go_on_if_playing()

    async def leave(self) -> None:
        """Look at it no more."""
        await self.pause()
        for reader in self._readers:
            reader.put_nowait(None)

    def updates(self) -> AsyncGenerator[Still]:
        """Each change from now on, until it is left."""
        reader: asyncio.Queue[Still | None] = asyncio.Queue()
        self._readers.append(reader)
        return _read(reader)

    def _show(self, version: int) -> None:
        self._shown = Still(self._steps[version - 1])
        for reader in self._readers:
            reader.put_nowait(self._shown)

    def _go_on_if_playing(self) -> None:
        """Begin the pause before the next event anew."""
        if self._task is not None:
            self._task.cancel()
            self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while self.version < self.head:
            here, there = self._steps[self.version - 1 : self.version + 1]
            gap_s = (there.time_ms - here.time_ms) / 1000
            await self._sleep(max(0.0, min(gap_s, _LONGEST_S)) * 100 / self.speed)
            self._show(self.version + 1)
        self._task = None


async def _read(reader: asyncio.Queue[Still | None]) -> AsyncGenerator[Still]:
    while (still := await reader.get()) is not None:
        yield still


def read_tape(file: Path) -> Tape:
    """The film of a portable file.

    Raises:
        NotVerified: the file does not prove the game that it tells.
        OSError: it cannot be read.
    """
    steps: list[Step] = []
    with file.open("rb") as stream:
        proved = verify(_lines(stream.readline), steps.append)
    return Tape(proved.header.game, tuple(steps))


def _lines(readline: Callable[[int], bytes]) -> Iterable[bytes]:
    return iter(lambda: readline(MAX_LINE_BYTES + 1), b"")
