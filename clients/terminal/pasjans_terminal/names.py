"""The names of games and boards on the command line, checked before any server is asked."""

import argparse
import re
from datetime import date
from pathlib import Path
from typing import Final

ON_DASHES: Final = "Give an ID that begins with - after --: pasjans {command} -- -ID."
"""What the help of a command that takes an ID says of such a one."""

_GAME: Final = re.compile(r"[0-9A-Za-z_-]{1,64}", re.ASCII)
_BOARD: Final = re.compile(r"[0-9A-Za-z:_-]{1,96}", re.ASCII)
_DAILY: Final = re.compile(r"daily:[a-z0-9-]+:([0-9]+-[0-9]+-[0-9]+)(?::assisted|:bots)?", re.ASCII)


def game_id(text: str) -> str:
    """The id of a game.

    Raises:
        ArgumentTypeError: no game has such an id.
    """
    if _GAME.fullmatch(text) is None:
        message = f"{text!r} is not a game's id (1 to 64 letters, digits, - and _)"
        raise argparse.ArgumentTypeError(message)
    return text


def game_or_file(text: str) -> str | Path:
    """The id of a game, or the path of a file: what has a `/` or a `.`, or is there.

    Raises:
        ArgumentTypeError: it is neither.
    """
    file = Path(text)
    if "/" in text or "." in text or file.is_file():
        return file
    return game_id(text)


def board_id(text: str) -> str:
    """The id of a board.

    Raises:
        ArgumentTypeError: no board has such an id.
    """
    if _BOARD.fullmatch(text) is None:
        message = (
            f"{text!r} is not a board: those are such as all:polish, dealt:russian, daily:polish, "
            "daily:polish:2026-11-30, all:polish:assisted (pasjans top --help)"
        )
        raise argparse.ArgumentTypeError(message)
    day = _day(text)
    if day is not None:
        try:
            date.fromisoformat(day)
        except ValueError:
            message = f"{text}: there is no such day; days are such as 2026-11-30"
            raise argparse.ArgumentTypeError(message) from None
    return text


def is_to_come(board: str, today: date) -> bool:
    """Whether a board is that of a day after this one."""
    day = _day(board)
    return day is not None and date.fromisoformat(day) > today


def _day(board: str) -> str | None:
    """The day in the id of a daily board, whether there is such a day or not."""
    found = _DAILY.fullmatch(board)
    return None if found is None else found[1]
