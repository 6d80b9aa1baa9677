"""Names of keys. All keys of a game have the same hash tag: a cluster holds them in one slot."""

from pasjans_services.eventstore.base import is_game_id


def key(game: str, part: str) -> str:
    """The name of one key of a game.

    Raises:
        ValueError: the game's name cannot be held.
    """
    if not is_game_id(game):
        raise ValueError(f"{game!r} is not the name of a game: 1 to 64 letters, digits, - and _")
    return f"pasjans:{{{game}}}:{part}"


def log(game: str) -> str:
    """A stream: the records, with the ids `1-0`, `2-0`, …, and the fields `t` and `r`."""
    return key(game, "log")


def commands(game: str) -> str:
    """A hash: command id to version."""
    return key(game, "commands")


def snapshot(game: str) -> str:
    """A string: the version, a line feed, the blob."""
    return key(game, "snapshot")


def archive(game: str) -> str:
    """A string: the head, a line feed, the blob."""
    return key(game, "archive")


def nodes(game: str) -> str:
    """A hash: node to the number of watchers and the time of the registration."""
    return key(game, "nodes")


def channel(game: str, node: str) -> str:
    """The sharded pub/sub channel of a node."""
    return key(game, f"to:{node}")


def registered(name: str) -> str:
    """A string: a value of the registry."""
    return f"pasjans:registry:{name}"
