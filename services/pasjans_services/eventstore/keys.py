"""Names of keys. All keys of a game have the same hash tag: a cluster holds them in one slot."""

from dataclasses import dataclass
from functools import lru_cache

from pasjans_services.eventstore.base import is_game_id


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


def _prefix(game: str) -> str:
    if not is_game_id(game):
        raise ValueError(f"{game!r} is not the name of a game: 1 to 64 letters, digits, - and _")
    return f"pasjans:{{{game}}}:"
