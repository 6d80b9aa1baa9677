"""The screen for as long as somebody acts on it."""

import asyncio
import signal
from contextlib import suppress
from typing import Final

from prompt_toolkit.application import Application

from pasjans_terminal.drawing.glyphs import Glyphs
from pasjans_terminal.screen.actor import Actor
from pasjans_terminal.screen.display import Display

_ENDINGS: Final = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)
)
_SIGNALLED: Final = 128
"""What a shell adds to a signal's number for the exit code."""


class Shell:
    """See the module. `refresh` and `finish` may be called at any time, also before `run`.

    Args:
        glyphs: the characters to draw with.
    """

    def __init__(self, glyphs: Glyphs) -> None:
        self._glyphs = glyphs
        self._application: Application[int] | None = None
        self._code: int | None = None

    async def run(self, actor: Actor, *, types: bool) -> int:
        """Show the screen until `finish`, and give the exit code.

        Args:
            actor: who acts in it.
            types: whether lines can be typed after a colon.
        """
        self._application = Display(actor, self._glyphs, types=types).application
        loop = asyncio.get_running_loop()
        # Whatever ends the program must leave the terminal as it was. Windows has no such signals.
        with suppress(NotImplementedError):
            for number in _ENDINGS:
                loop.add_signal_handler(number, self.finish, _SIGNALLED + number)
        return await self._application.run_async(pre_run=self._end_if_finished)

    def refresh(self) -> None:
        """Draw anew, soon."""
        if self._application is not None:
            self._application.invalidate()

    def finish(self, code: int) -> None:
        """End `run`, which gives this exit code; the first one counts."""
        if self._code is None:
            self._code = code
            self._end_if_finished()

    def _end_if_finished(self) -> None:
        application = self._application
        if self._code is None or application is None or not application.is_running:
            return
        if not application.is_done:
            application.exit(result=self._code)
