"""Real data servers, and what the contracts of the services have to hold on."""

import asyncio
import signal
import socket
import subprocess
import threading
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import redis

from pasjans_services.broker.base import Broker, Message
from pasjans_services.broker.memory import MemoryBroker
from pasjans_services.broker.redis import RedisBroker
from pasjans_services.embedded.binary import find_binary
from pasjans_services.eventstore.base import EventStore
from pasjans_services.eventstore.listings import Listings
from pasjans_services.eventstore.memory import Memory, MemoryEventStore, MemoryRegistry
from pasjans_services.eventstore.memory_listings import MemoryListings
from pasjans_services.eventstore.redis import RedisEventStore, RedisRegistry, connect
from pasjans_services.eventstore.redis_listings import RedisListings
from pasjans_services.eventstore.registry import Registry
from pasjans_services.feed.base import Feed
from pasjans_services.feed.memory import MemoryFeed
from pasjans_services.feed.redis import RedisFeed

WAIT_S = 10.0
SLOTS = 16_384


class Server:
    """A data server on a folder, which a test may kill and start again."""

    def __init__(self, folder: Path, url: str, *options: str) -> None:
        self.url = url
        self.path = Path(url.partition("://")[2])
        self._command = [
            str(find_binary()),
            *("--dir", str(folder)),
            *("--save", ""),
            *("--appendonly", "yes"),
            *options,
        ]
        self._process: subprocess.Popen[bytes] | None = None

    @classmethod
    def on_socket(cls, folder: Path) -> "Server":
        """A server that listens on a unix socket alone."""
        path = folder / "s"
        return cls(folder, f"unix://{path}", "--port", "0", "--unixsocket", str(path))

    def start(self) -> None:
        """Return when it takes connections."""
        self._process = subprocess.Popen(
            self._command, stdout=subprocess.PIPE, start_new_session=True
        )
        log = self._process.stdout
        assert log is not None
        if not any(b"Ready to accept connections" in line for line in log):
            raise RuntimeError("the data server did not start")
        # What it says later is read, too, so that it never waits for a reader.
        self._reader = threading.Thread(target=deque, args=(log, 0), daemon=True)
        self._reader.start()

    def signal(self, number: signal.Signals) -> None:
        """Send a signal; with SIGKILL it is gone when this returns."""
        assert self._process is not None
        self._process.send_signal(number)
        if number is signal.SIGKILL:
            self.stop()

    def stop(self) -> None:
        """End it."""
        process, self._process = self._process, None
        if process is not None:
            process.terminate()
            process.wait(WAIT_S)
            self._reader.join(WAIT_S)
            assert process.stdout is not None
            process.stdout.close()


class Inbox:
    """Takes the messages of a broker."""

    def __init__(self) -> None:
        self._messages: asyncio.Queue[Message] = asyncio.Queue()

    def put(self, message: Message) -> None:
        """To be given to a broker."""
        self._messages.put_nowait(message)

    async def next(self) -> Message:
        """The next message; fails when none comes."""
        return await asyncio.wait_for(self._messages.get(), WAIT_S)

    @property
    def empty(self) -> bool:
        """Whether there is nothing now."""
        return self._messages.empty()


class Backend(Protocol):
    """Makes stores, brokers and registries that share their data, and ends them with the test."""

    def store(self, node: str = "a", /) -> EventStore:
        """The event store of a node."""
        ...

    def registry(self) -> Registry:
        """A registry."""
        ...

    def listings(self) -> Listings:
        """Listings."""
        ...

    def feed(self, reclaim_ms: int = 10_000) -> Feed:
        """The feed, with how long one reader may keep an announcement."""
        ...

    async def broker(self, node: str = "a", /) -> tuple[Broker, Inbox]:
        """The broker of a node, started, and where its messages go."""
        ...

    async def lifetime_ms(self, game: str, /) -> dict[str, int | None]:
        """How long the parts of a game that there are will be kept; None for ever."""
        ...


@dataclass(slots=True)
class OnMemory:
    """The contracts in one process."""

    memory: Memory = field(default_factory=Memory)
    shared_feed: MemoryFeed | None = None

    def store(self, node: str = "a") -> EventStore:
        return MemoryEventStore(self.memory, node)

    def registry(self) -> Registry:
        return MemoryRegistry(self.memory)

    def listings(self) -> Listings:
        return MemoryListings(self.memory)

    def feed(self, reclaim_ms: int = 10_000) -> Feed:
        if self.shared_feed is None:
            self.shared_feed = MemoryFeed(reclaim_ms=reclaim_ms)
        return self.shared_feed

    async def broker(self, node: str = "a") -> tuple[Broker, Inbox]:
        broker, inbox = MemoryBroker(self.memory, node), Inbox()
        await broker.start(inbox.put)
        return broker, inbox

    async def lifetime_ms(self, game: str) -> dict[str, int | None]:
        now, kept = self.memory.clock(), self.memory.game(game)
        ends = {"log": kept.expires_ms if kept.log else 0, "commands": kept.expires_ms}
        ends["snapshot"] = kept.expires_ms if kept.snapshot else 0
        ends["archive"] = None if kept.archive else 0
        if kept.archive:
            ends["commands"] = kept.commands_expire_ms
        if not kept.commands:
            ends["commands"] = 0
        return {part: None if end is None else end - now for part, end in ends.items() if end != 0}


@dataclass(slots=True)
class OnRedis:
    """The contracts on a server or a cluster."""

    url: str
    shared: Any = None
    ending: list[Callable[[], Awaitable[Any]]] = field(default_factory=list)

    @property
    def client(self) -> Any:
        """The client of redis-py that all of them share; each has connections of its own."""
        if self.shared is None:
            self.shared = connect(self.url)
            self.ending.insert(0, self.shared.aclose)
        return self.shared

    def store(self, node: str = "a") -> RedisEventStore:
        store = RedisEventStore(self.client, node)
        self.ending.append(store.close)
        return store

    def registry(self) -> RedisRegistry:
        registry = RedisRegistry(self.client)
        self.ending.append(registry.close)
        return registry

    def listings(self) -> RedisListings:
        listings = RedisListings(self.client)
        self.ending.append(listings.close)
        return listings

    def feed(self, reclaim_ms: int = 10_000) -> RedisFeed:
        feed = RedisFeed(self.client, reclaim_ms=reclaim_ms)
        self.ending.append(feed.close)
        return feed

    async def broker(self, node: str = "a") -> tuple[RedisBroker, Inbox]:
        broker, inbox = RedisBroker(self.client, node), Inbox()
        self.ending.append(broker.close)
        await broker.start(inbox.put)
        return broker, inbox

    async def lifetime_ms(self, game: str) -> dict[str, int | None]:
        client, lifetimes = self.client, dict[str, int | None]()
        for part in ("log", "commands", "snapshot", "archive"):
            ttl = await client.pttl(f"pasjans:{{{game}}}:{part}")
            if ttl != -2:
                lifetimes[part] = None if ttl == -1 else ttl
        return lifetimes

    async def close(self) -> None:
        while self.ending:
            await self.ending.pop()()


def free_ports(count: int) -> list[int]:
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]


def join(servers: list[Server], ports: list[int]) -> None:
    clients: list[Any] = [redis.Redis.from_url(server.url) for server in servers]
    share = SLOTS // len(clients) + 1
    for number, client in enumerate(clients):
        first, last = number * share, min((number + 1) * share, SLOTS) - 1
        client.execute_command("CLUSTER", "ADDSLOTSRANGE", first, last)
        client.execute_command("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
    for port, bus in zip(ports[1:3], ports[4:], strict=True):
        clients[0].execute_command("CLUSTER", "MEET", "127.0.0.1", port, bus)
    for client in clients:
        while client.cluster("info")["cluster_state"] != "ok":
            pass
        while len(client.cluster("slots")) < len(clients):
            pass
        client.close()
