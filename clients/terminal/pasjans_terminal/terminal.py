"""What the terminal is like, and lines written to it."""

import asyncio
import os
import stat
import sys
from contextlib import suppress

from pasjans_terminal.drawing.glyphs import ASCII, UNICODE, Glyphs


def is_plain(asked: bool) -> bool:
    """Whether to write lines: when asked to, and where there is no screen and keyboard."""
    screen = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    return asked or not screen


def glyphs() -> Glyphs:
    """The characters that the locale has: Python itself would write UTF-8 in any."""
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    locale = next(filter(None, names), "utf-8")
    known = (locale, sys.stdout.encoding)
    return UNICODE if all("utf" in name.lower() for name in known) else ASCII


def print_line(text: str) -> None:
    """Write a line to standard output, now, with suits as the locale has them."""
    print(glyphs().told(text), flush=True)


async def output_gone() -> None:
    """Return when nobody can read standard output any more; where that cannot be seen, never."""
    loop = asyncio.get_running_loop()
    gone = asyncio.Event()
    # Files have no readers that go, test runners' outputs no descriptor, Windows' loops no readers.
    with suppress(OSError, NotImplementedError):
        descriptor = sys.stdout.fileno()
        if stat.S_ISFIFO(os.fstat(descriptor).st_mode):
            # To the end of a pipe that is written to, nothing comes but its being closed.
            loop.add_reader(descriptor, gone.set)
            try:
                await gone.wait()
            finally:
                loop.remove_reader(descriptor)
            return
    await gone.wait()
