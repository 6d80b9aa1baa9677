"""The Lua scripts: each a file of its own, behind the constants it shares with Python."""

from dataclasses import dataclass
from hashlib import sha1
from importlib.resources import files
from typing import Final

from pasjans_services.eventstore.base import (
    COMMANDS_TTL_MS,
    DEALT_TTL_MS,
    LIVE_TTL_MS,
    TTL_SLACK_MS,
)

# A command id is text, and no text has this byte in UTF-8: the mark is no one's command id.
FINAL_MARK: Final = b"\xff"

_PACKAGE: Final = "pasjans_services.eventstore"
_CONSTANTS: Final = (
    f"local DEALT_TTL_MS, LIVE_TTL_MS = {DEALT_TTL_MS}, {LIVE_TTL_MS}\n"
    f"local TTL_SLACK_MS, COMMANDS_TTL_MS = {TTL_SLACK_MS}, {COMMANDS_TTL_MS}\n"
    f"local FINAL_MARK = '\\{FINAL_MARK[0]}'\n"
)


@dataclass(frozen=True, slots=True)
class Script:
    """A script as a server runs it.

    Attributes:
        source: its text.
        sha: the name a server knows it by once it was loaded there.
    """

    source: bytes
    sha: str


def load(package: str, name: str) -> Script:
    """The script of a file in a package."""
    prelude = files(_PACKAGE).joinpath("prelude.lua").read_text("utf-8")
    body = files(package).joinpath(name).read_text("utf-8")
    source = (_CONSTANTS + prelude + body).encode()
    return Script(source, sha1(source, usedforsecurity=False).hexdigest())
