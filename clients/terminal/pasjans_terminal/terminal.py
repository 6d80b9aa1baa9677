"""What the terminal is like, and lines written to it."""

import os
import sys

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
    """Write a line to standard output, now."""
    print(text, flush=True)
