"""Redis or Valkey behind an address: one server, or a cluster. No other module imports `redis`."""

import asyncio
from collections.abc import Callable
from typing import Any, Final, Protocol, TypeAlias, cast
from urllib.parse import parse_qsl, urlencode, urlsplit

import hiredis
import redis
from redis.asyncio import Redis, RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import (
    AskError,
    MovedError,
    NoScriptError,
    RedisClusterException,
    RedisError,
    ResponseError,
)

__all__ = [
    "FAULTS",
    "ROUND_TRIP_TIMEOUT_S",
    "AskError",
    "Client",
    "Connection",
    "NoScriptError",
    "ResponseError",
    "Servers",
    "Word",
    "connect",
    "connect_blocking",
    "pack_command",
]

Client: TypeAlias = Redis | RedisCluster
Word: TypeAlias = str | bytes

pack_command = cast(
    "Callable[[tuple[Word, ...]], bytes]",
    hiredis.pack_command,  # pyright: ignore[reportUnknownMemberType]
)
"""The bytes of one command on the wire."""

CONNECT_TIMEOUT_S: Final = 1.0
ROUND_TRIP_TIMEOUT_S: Final = 2.0
BLOCKING_TIMEOUT_S: Final = 10.0

FAULTS: Final = (RedisError, RedisClusterException, OSError, TimeoutError)
"""What a server and the way there can raise."""


def connect(url: str) -> Client:
    """A client for `redis://`, `rediss://` or `unix://`; it connects when it is used.

    A cluster is `redis+cluster://`, `rediss+cluster://`, or has `cluster=true` in the query.

    Raises:
        ValueError: the address is none of these.
    """
    address, clustered = _address(url)
    made_by: Any = RedisCluster if clustered else Redis
    try:
        client = made_by.from_url(
            address,
            protocol=2,
            socket_timeout=ROUND_TRIP_TIMEOUT_S,
            socket_connect_timeout=CONNECT_TIMEOUT_S,
            retry=Retry(NoBackoff(), 0),
        )
    except (RedisError, RedisClusterException) as error:
        raise ValueError(f"this address cannot be used: {error}") from error
    return cast("Client", client)


def connect_blocking(url: str, *, embedded_database: int = 0) -> Any:
    """A client for threads, for a library that brings its own commands.

    Args:
        url: As for `connect`.
        embedded_database: The database on a server behind a Unix socket, which is our own.

    Raises:
        ValueError: the address is none of these.
    """
    address, clustered = _address(url)
    made_by: Any = redis.RedisCluster if clustered else redis.Redis
    if address.startswith("unix:"):
        address = f"unix://{urlsplit(address).path}?db={embedded_database}"
    try:
        return made_by.from_url(
            address,
            protocol=2,
            socket_timeout=BLOCKING_TIMEOUT_S,
            socket_connect_timeout=CONNECT_TIMEOUT_S,
        )
    except (RedisError, RedisClusterException) as error:
        raise ValueError(f"this address cannot be used: {error}") from error


def _address(url: str) -> tuple[str, bool]:
    """An address as redis-py takes it, and whether it is that of a cluster."""
    parts = urlsplit(url)
    query = dict(parse_qsl(parts.query))
    scheme, _, kind = parts.scheme.partition("+")
    if scheme not in {"redis", "rediss", "unix"} or kind not in {"", "cluster"}:
        message = "expected redis://, rediss:// or unix://, for a cluster redis+cluster://"
        raise ValueError(f"{parts.scheme}:// is no address of a Redis: {message}")
    clustered = query.pop("cluster", "false") == "true" or kind == "cluster"
    return parts._replace(scheme=scheme, query=urlencode(query)).geturl(), clustered


class Connection(Protocol):
    """What is used here of a connection of redis-py."""

    socket_timeout: float | None

    async def send_packed_command(self, command: bytes, check_health: bool) -> None:
        """Send bytes; connects first when that is needed."""

    async def read_response(
        self,
        disable_decoding: bool = False,
        timeout: float | None = None,  # noqa: ASYNC109
    ) -> Any:
        """The next answer; infinity for a timeout waits for ever. Raises ResponseError, FAULTS."""

    async def disconnect(self, nowait: bool = False) -> None:
        """Close it; the next command connects again."""


class Servers:
    """The servers behind a client, each by its name: one, or the primaries of a cluster."""

    def __init__(self, client: Client) -> None:
        self._client: Any = client
        self.clustered = isinstance(client, RedisCluster)

    async def prepare(self) -> None:
        """Find out which servers there are, unless that is known."""
        if self.clustered:
            async with asyncio.timeout(ROUND_TRIP_TIMEOUT_S):
                await self._client.initialize()

    async def refresh(self) -> None:
        """Find out anew which server holds what."""
        if self.clustered:
            async with asyncio.timeout(ROUND_TRIP_TIMEOUT_S):
                await self._client.nodes_manager.initialize()

    async def learn(self, fault: Exception) -> None:
        """Find out what a fault says about which server holds what."""
        if isinstance(fault, MovedError):
            await self._client.nodes_manager.move_slot(fault)
        elif not isinstance(fault, ResponseError):
            await self.refresh()

    def holder(self, key: str) -> str:
        """The server that holds a key."""
        return cast("str", self._client.get_node_from_key(key).name) if self.clustered else ""

    @property
    def names(self) -> tuple[str, ...]:
        """The servers that hold something, each once."""
        if not self.clustered:
            return ("",)
        return tuple(node.name for node in self._client.get_primaries())

    def asked(self, answer: Any) -> str:
        """The server that an AskError points to, for one command."""
        return f"{answer.host}:{answer.port}"

    def connection(self, name: str) -> Connection:
        """A new connection to a server, without timeouts; it connects when something is sent."""
        if self.clustered:
            node = self._client.get_node(node_name=name)
            if node is None:
                raise RedisError(f"{name} is not known in the cluster")
            connection: Connection = node.acquire_connection()
        else:
            connection = self._client.connection_pool.make_connection()
        connection.socket_timeout = None
        return connection
