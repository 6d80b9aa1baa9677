"""Names of keys. All keys of a game have the same hash tag: a cluster holds them in one slot."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from pasjans_services.eventstore.names import is_name

GAMES_PATTERN: Final = "pasjans:{*}:*"
"""What SCAN finds the keys of all games by."""

MAX_LISTING: Final = 200

_LISTING: Final = "pasjans:listing:"
_GLOB: Final = re.compile(r"[\\*?\[\]]")
_OF_A_GAME: Final = re.compile(rb"pasjans:\{([A-Za-z0-9_-]{1,64})\}:(?:commands|archive)")


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of one game.

    Attributes:
        log: a stream: the records, with the ids `1-0`, `2-0`, …, and the fields `t` and `r`.
        commands: a hash: command id to version.
        snapshot: a string: the version, a line feed, the blob.
        archive: a string: the head, a line feed, the blob.
        nodes: a hash: node to the number of watchers and the time of the registration.
    """

    log: str
    commands: str
    snapshot: str
    archive: str
    nodes: str


@lru_cache(maxsize=8_192)
def of(game: str) -> Keys:
    """The keys of a game.

    Raises:
        ValueError: a store cannot hold a game of this name.
    """
    prefix = _prefix(game)
    return Keys(*(f"{prefix}{part}" for part in Keys.__slots__))


def channel(game: str, node: str) -> bytes:
    """The sharded pub/sub channel of a node.

    Raises:
        ValueError: a store cannot hold a game of this name.
    """
    return f"{_prefix(game)}to:{node}".encode()


def registered(name: str) -> str:
    """The key of a value in the registry."""
    return f"pasjans:registry:{name}"


def game_of(key: bytes) -> str | None:
    """The game whose commands or archive a key holds, one of which every game has."""
    found = _OF_A_GAME.fullmatch(key)
    return found[1].decode() if found else None


def listing(key: str) -> str:
    """The sorted set of a listing.

    Raises:
        ValueError: no listing has such a key.
    """
    if not 1 <= len(key) <= MAX_LISTING or "{" in key or "}" in key:
        raise ValueError(f"{key!r} is no key of a listing: 1 to {MAX_LISTING}, without braces")
    return f"{_LISTING}{{{key}}}"


def listings_pattern(prefix: str) -> str:
    """What SCAN finds the sorted sets by of all listings whose keys begin like this."""
    return f"{_LISTING}{{{_GLOB.sub(_quoted, prefix)}*}}"


def listed(name: bytes) -> str:
    """The key of the listing in a sorted set."""
    return name.decode()[len(_LISTING) + 1 : -1]


def feed(partition: int) -> str:
    """The stream of one partition of the feed."""
    return f"pasjans:feed:{{feed-{partition}}}"


def _quoted(character: re.Match[str]) -> str:
    return "\\" + character[0]


def _prefix(game: str) -> str:
    if not is_name(game):
        raise ValueError(f"{game!r} is not the name of a game: 1 to 64 letters, digits, - and _")
    return f"pasjans:{{{game}}}:"
