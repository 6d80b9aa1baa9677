"""Two portable files, and files made from them that are refused."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from pasjans_engine.domino import POLISH
from pasjans_engine.events import Resigned
from pasjans_protocol.portable import (
    NotVerified,
    lines,
    verify,
)
from support.portables import SEED, header, played, rechained, timed
from support.strategies import stream
from support.walkthrough import walkthrough

STORY = walkthrough()
GIVEN = header("russian", deal=STORY.deal)
SOLVED = lines(GIVEN, played(GIVEN, (*STORY.moves, *STORY.finish)))

RANDOM = header("polish")
HAPPENED = [*stream(POLISH, SEED, range(3, 60, 2)), Resigned()]
RESIGNED = lines(RANDOM, timed(HAPPENED))


def refused(of: Sequence[bytes]) -> NotVerified:
    """Why a file is not verified."""
    with pytest.raises(NotVerified) as caught:
        verify(of)
    return caught.value


def edited(of: Sequence[bytes], number: int, old: str, new: str) -> list[bytes]:
    """A file with one line changed and all hashes computed anew."""
    assert old.encode() in of[number - 1]
    changed = of[number - 1].replace(old.encode(), new.encode(), 1)
    return rechained([*of[: number - 1], changed, *of[number:]])


def fields(line: bytes) -> dict[str, Any]:
    """A line as another program reads it."""
    found: dict[str, Any] = json.loads(line)
    return found
