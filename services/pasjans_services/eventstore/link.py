"""The way to Redis or Valkey, one server or a cluster. The only module that imports `redis`.

1. Commands go out in round trips: what several callers ask in one turn of the event loop shares one
   (see `gather`). A `Link` has one connection to each server, and one round trip under way.
2. Every command may be sent again, after an answer was lost: so every command is idempotent.
3. Any fault of a server or of the way there becomes StoreUnavailable, once trying again is over.
"""

import asyncio
import contextlib
import math
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, Protocol, TypeAlias, cast
from urllib.parse import parse_qsl, urlencode, urlsplit

import hiredis
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

from pasjans_services.eventstore.base import StoreUnavailable
from pasjans_services.eventstore.gather import Gather
from pasjans_services.eventstore.scripts import Script

Client: TypeAlias = Redis | RedisCluster
Word: TypeAlias = str | bytes

pack_command = cast(
    "Callable[[tuple[Word, ...]], bytes]",
    hiredis.pack_command,  # pyright: ignore[reportUnknownMemberType]
)
"""The bytes of one command on the wire."""

CONNECT_TIMEOUT_S: Final = 1.0
ROUND_TRIP_TIMEOUT_S: Final = 2.0
PATIENCE_S: Final = 3.0
"""How long a command is tried while Redis does not answer, unless somebody says otherwise."""

FAULTS: Final = (RedisError, RedisClusterException, OSError, TimeoutError)
"""What a server and the way there can raise."""


def connect(url: str) -> Client:
    """A client for `redis://`, `rediss://` or `unix://`; it connects when it is used.

    A cluster is `redis+cluster://`, `rediss+cluster://`, or has `cluster=true` in the query.

    Raises:
        ValueError: the address is none of these.
    """
    parts = urlsplit(url)
    query = dict(parse_qsl(parts.query))
    scheme, _, kind = parts.scheme.partition("+")
    if scheme not in {"redis", "rediss", "unix"} or kind not in {"", "cluster"}:
        message = "expected redis://, rediss:// or unix://, for a cluster redis+cluster://"
        raise ValueError(f"{parts.scheme}:// is no address of a Redis: {message}")
    clustered = query.pop("cluster", "false") == "true" or kind == "cluster"
    made_by: Any = RedisCluster if clustered else Redis
    try:
        client = made_by.from_url(
            parts._replace(scheme=scheme, query=urlencode(query)).geturl(),
            protocol=2,
            socket_timeout=ROUND_TRIP_TIMEOUT_S,
            socket_connect_timeout=CONNECT_TIMEOUT_S,
            retry=Retry(NoBackoff(), 0),
        )
    except (RedisError, RedisClusterException) as error:
        raise ValueError(f"this address cannot be used: {error}") from error
    return cast("Client", client)


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

    async def learn(self, answers: Sequence[object]) -> None:
        """Look for faults that say that something has moved, and find out where to."""
        faults = [answer for answer in answers if isinstance(answer, FAULTS)]
        for fault in faults:
            if isinstance(fault, MovedError):
                await self._client.nodes_manager.move_slot(fault)
        if any(not isinstance(fault, ResponseError) for fault in faults):
            await self.refresh()

    def holder(self, key: str) -> str:
        """The server that holds a key."""
        return cast("str", self._client.get_node_from_key(key).name) if self.clustered else ""

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


class Call(NamedTuple):
    """A command, a key that says which server it is for, and the script that it runs, if any."""

    key: str
    words: tuple[Word, ...]
    script: Script | None = None


_ASKING: Final = Call("", ("ASKING",))


class Lane:
    """A connection to one server, for one round trip at a time."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def exchange(self, calls: Sequence[Call]) -> list[Any]:
        """The answers, in order; a fault takes the place of the answer."""
        answers = await self._send([call.words for call in calls])
        unknown = [at for at, answer in enumerate(answers) if isinstance(answer, NoScriptError)]
        if unknown:
            scripts = {script for at in unknown if (script := calls[at].script)}
            loads: list[tuple[Word, ...]] = [("SCRIPT", "LOAD", one.source) for one in scripts]
            again = await self._send(loads + [calls[at].words for at in unknown])
            for at, answer in zip(unknown, again[len(loads) :], strict=True):
                answers[at] = answer
        return answers

    async def close(self) -> None:
        """Disconnect; the next round trip connects again."""
        with contextlib.suppress(*FAULTS):
            await self._connection.disconnect(nowait=True)

    async def _send(self, commands: Sequence[tuple[Word, ...]]) -> list[Any]:
        answers: list[Any] = []
        try:
            async with asyncio.timeout(ROUND_TRIP_TIMEOUT_S):
                packed = b"".join([pack_command(words) for words in commands])
                await self._connection.send_packed_command(packed, check_health=False)
                for _ in commands:
                    try:
                        answers.append(await self._connection.read_response(timeout=math.inf))
                    except ResponseError as refusal:
                        answers.append(refusal)
        except FAULTS as fault:
            await self.close()
            answers += [fault] * (len(commands) - len(answers))
        return answers


class Link:
    """Sends commands and scripts. See the module.

    Args:
        client: where to; it stays the caller's to close.
        patience_s: how long one command is tried.
    """

    def __init__(self, client: Client, patience_s: float) -> None:
        self._servers = Servers(client)
        self._lanes: dict[str, Lane] = {}
        self._gather = Gather(self._round_trip, patience_s)

    async def command(self, key: str, *words: Word) -> Any:
        """The answer to a command, as the server gives it."""
        return await self._gather.ask(Call(key, words))

    async def script(self, script: Script, on: Sequence[str], *args: Word) -> Any:
        """The answer of a script that works on some keys of one game."""
        words = ("EVALSHA", script.sha, str(len(on)), *on, *args)
        return await self._gather.ask(Call(on[0], words, script))

    async def close(self) -> None:
        """Disconnect; what is under way raises StoreUnavailable."""
        await self._gather.close()
        for lane in self._lanes.values():
            await lane.close()

    def _lane(self, server: str) -> Lane:
        lane = self._lanes.get(server)
        if lane is None:
            lane = self._lanes[server] = Lane(self._servers.connection(server))
        return lane

    async def _round_trip(self, calls: Sequence[Call]) -> Sequence[Any]:
        try:
            if self._servers.clustered:
                answers = await self._spread(calls)
            else:
                answers = await self._lane("").exchange(calls)
        except FAULTS as fault:
            answers = [fault] * len(calls)
        return [_unavailable(one) if isinstance(one, Exception) else one for one in answers]

    async def _spread(self, calls: Sequence[Call]) -> list[Any]:
        """Each call to its server, all servers at once; one step of redirection."""
        await self._servers.prepare()
        holders = [self._servers.holder(call.key) for call in calls]
        shares: dict[str, list[Call]] = {}
        for holder, call in zip(holders, calls, strict=True):
            shares.setdefault(holder, []).append(call)
        lanes = [self._lane(holder) for holder in shares]
        exchanges = map(Lane.exchange, lanes, shares.values())
        got = dict(zip(shares, map(iter, await asyncio.gather(*exchanges)), strict=True))
        answers = [next(got[holder]) for holder in holders]
        for at, answer in enumerate(answers):
            if isinstance(answer, AskError):
                asked = self._lane(self._servers.asked(answer))
                _, answers[at] = await asked.exchange([_ASKING, calls[at]])
        await self._servers.learn(answers)
        return answers


def _unavailable(fault: Exception) -> StoreUnavailable:
    unavailable = StoreUnavailable(
        f"Redis cannot be used ({str(fault) or type(fault).__name__}); "
        "whether the command was carried out is unknown, send the same command id again"
    )
    unavailable.__cause__ = fault
    return unavailable
