"""What an operator may set, with the defaults that a person on one machine wants."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from pathlib import Path
from typing import Final, Literal

from pasjans_protocol.limits import MAX_CHANNEL
from pasjans_protocol.portable import MAX_EVENTS

MAX_PORT: Final = 65_535
MOST_EVENTS_PER_GAME: Final = MAX_EVENTS - 1
"""`resign` may come on top, and a portable file has to hold all."""


class Part(StrEnum):
    """What a process does beside playing and watching games live."""

    REPLAY = "replay"
    LEADERBOARD = "leaderboard"
    SOLVER = "solver"


LIMIT_HELP: Final[Mapping[str, str]] = {
    "commands_per_s": "commands a second and socket, in the long run",
    "commands_burst": "commands that may come at once after a pause",
    "requests_per_s": "other requests a second and socket, in the long run",
    "requests_burst": "other requests that may come at once after a pause",
    "creates_per_s": "new games a second and address, in the long run",
    "creates_burst": "new games that an address may make at once after a pause",
    "games_per_socket": "games that one socket may follow at a time, 1 to 127",
    "connections": "sockets that this process accepts at a time",
    "http_per_s": "resources a second and address over HTTP, in the long run",
    "http_burst": "resources that an address may ask for at once after a pause",
    "events_per_game": "events after which a game takes only `resign`",
    "queue_frames": "frames that wait for a slow reader before it is sent away",
    "queue_bytes": "bytes that wait for a slow reader before it is sent away",
    "hello_timeout_s": "seconds a new socket has to say hello",
}
"""What each limit bounds."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on what one peer may ask for; `LIMIT_HELP` says what each is.

    A rate of 0 switches that limit off.

    Raises:
        ValueError: When a bound makes no sense.
    """

    commands_per_s: float = 20.0
    commands_burst: int = 60
    requests_per_s: float = 20.0
    requests_burst: int = 150
    creates_per_s: float = 2.0
    creates_burst: int = 60
    http_per_s: float = 20.0
    http_burst: int = 200
    games_per_socket: int = 64
    connections: int = 20_000
    events_per_game: int = 10_000
    queue_frames: int = 256
    queue_bytes: int = 65_536
    hello_timeout_s: float = 10.0

    def __post_init__(self) -> None:
        for limit in fields(self):
            if getattr(self, limit.name) < 0:
                raise ValueError(f"{limit.name} is 0 or more: {LIMIT_HELP[limit.name]}")
        if not 1 <= self.games_per_socket <= MAX_CHANNEL:
            raise ValueError(f"games_per_socket is 1 to {MAX_CHANNEL}")
        if not 1 <= self.events_per_game <= MOST_EVENTS_PER_GAME:
            message = f"events_per_game is 1 to {MOST_EVENTS_PER_GAME}"
            raise ValueError(f"{message}: a game is to fit into a portable file")


@dataclass(frozen=True, slots=True)
class Settings:
    """One gateway process.

    Attributes:
        host: Address to listen on.
        port: TCP port to listen on, 0 for any free one.
        data: Folder of the embedded server; not used with `redis_url`.
        redis_url: A Redis or Valkey to use in place of the embedded one.
        appendfsync: When the embedded server writes to disk: each second, or before each answer.
        parts: What the process does beside playing and watching live.
        levels: Catalogue of easy, medium and hard deals; None for the one that everybody can read.
        origins: Origins of web pages, beside the server's own, whose sockets are accepted.
        heartbeat_s: Seconds between heartbeats, and between looks at the store for missed events.
        log_level: Least severe level that is logged.
        log_json: Logs as JSON lines in place of text.
        limits: Bounds on what one peer may ask for.

    Raises:
        ValueError: When a setting makes no sense.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = Path("data")
    redis_url: str | None = None
    appendfsync: Literal["everysec", "always"] = "everysec"
    parts: tuple[Part, ...] = tuple(Part)
    levels: Path | None = None
    origins: tuple[str, ...] = ()
    heartbeat_s: float = 15.0
    log_level: str = "info"
    log_json: bool = False
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        if not 0 <= self.port <= MAX_PORT:
            raise ValueError(f"port is 0 to {MAX_PORT}, not {self.port}")
        if self.heartbeat_s <= 0:
            raise ValueError(f"heartbeat_s is more than 0, not {self.heartbeat_s}")
