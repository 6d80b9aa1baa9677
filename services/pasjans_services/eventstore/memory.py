"""The event store and the registry in one process: for tests, and to read what they promise.

Nothing here awaits anything, so that every method is one atomic step.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field

from pasjans_services.broker.base import Deliver, Message, Published
from pasjans_services.eventstore import keys
from pasjans_services.eventstore.archive import pack, unpack
from pasjans_services.eventstore.base import (
    COMMANDS_TTL_MS,
    DEALT_TTL_MS,
    LIVE_TTL_MS,
    Appended,
    GameFinished,
    NotFinished,
    Outcome,
    Repeated,
    Saved,
    Stale,
    Standing,
    Stored,
)

Clock = Callable[[], int]


def wall_clock_ms() -> int:
    """Milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


@dataclass(slots=True)
class Kept:
    """What is kept of one game. Times are in ms, None is never."""

    log: list[Stored] = field(default_factory=list[Stored])
    commands: dict[str, int] = field(default_factory=dict[str, int])
    finished: bool = False
    archive: bytes | None = None
    snapshot: Saved | None = None
    expires_ms: int | None = None
    commands_expire_ms: int | None = None

    @property
    def head(self) -> int:
        """The version of the game."""
        return len(self.log) if self.archive is None else len(unpack(self.archive))


class Memory:
    """What several nodes in one process share, in the place of a Redis.

    Args:
        clock: the time in ms.
    """

    def __init__(self, clock: Clock = wall_clock_ms) -> None:
        self.clock = clock
        self.listings: dict[str, list[bytes]] = {}
        self.values: dict[str, tuple[str, float | None]] = {}
        self.watchers: dict[str, dict[str, int]] = {}
        self.listeners: dict[str, Deliver] = {}
        self._games: dict[str, Kept] = {}

    def game(self, game: str) -> Kept:
        """What is kept of a game; something empty when it expired, or never was.

        Raises:
            ValueError: a store cannot hold a game of this name.
        """
        keys.of(game)
        kept, now = self._games.get(game, Kept()), self.clock()
        if kept.expires_ms is not None and kept.expires_ms <= now:
            del self._games[game]
            return Kept()
        if kept.commands_expire_ms is not None and kept.commands_expire_ms <= now:
            kept.commands.clear()
        return kept

    def games(self) -> tuple[str, ...]:
        """The names of the games that are kept."""
        return tuple(game for game in tuple(self._games) if self.game(game).head)

    def keep(self, game: str, kept: Kept) -> None:
        """Keep a game."""
        self._games[game] = kept

    def tell_others(self, message: Message, game: str, node: str) -> None:
        """Deliver a message to every node that watches a game, but not to the one it is from."""
        loop = asyncio.get_running_loop()
        for other in self.watchers.get(game, {}):
            if other != node:
                loop.call_soon(self.listeners[other], message)


class MemoryEventStore:
    """See `EventStore`.

    Args:
        memory: shared with the other nodes.
        node: the name of this node, as its broker has it.
    """

    def __init__(self, memory: Memory, node: str) -> None:
        self._memory = memory
        self._node = node

    async def append(
        self, game: str, expected: int, command: str, records: Sequence[bytes], /, final: bool
    ) -> Outcome:
        """See `EventStore.append`."""
        if not records:
            raise ValueError("an append has one record or more")
        kept = self._memory.game(game)
        if command in kept.commands:
            return Repeated(kept.commands[command])
        head = kept.head
        if head != expected:
            return Stale(head)
        if kept.finished:
            raise GameFinished(f"game {game} has ended and takes no more records")
        now = self._memory.clock()
        new = tuple(Stored(head + n, now, record) for n, record in enumerate(records, start=1))
        kept.log += new
        version = kept.commands[command] = len(kept.log)
        kept.finished = final
        kept.expires_ms = None if final else now + (DEALT_TTL_MS if version == 1 else LIVE_TTL_MS)
        self._memory.keep(game, kept)
        self._memory.tell_others(Published(game, new), game, self._node)
        return Appended(version, now)

    async def read(self, game: str, after: int = 0, /) -> tuple[Stored, ...]:
        """See `EventStore.read`."""
        kept = self._memory.game(game)
        log = kept.log if kept.archive is None else unpack(kept.archive)
        return tuple(log[after:])

    async def head(self, game: str, /) -> int:
        """See `EventStore.head`."""
        return self._memory.game(game).head

    async def standing(self, game: str, /) -> Standing:
        """See `EventStore.standing`."""
        kept = self._memory.game(game)
        return Standing(kept.head, kept.finished)

    async def games(self) -> AsyncIterator[str]:
        """See `EventStore.games`."""
        for game in self._memory.games():
            yield game

    async def committed(self, game: str, command: str, /) -> int | None:
        """See `EventStore.committed`."""
        return self._memory.game(game).commands.get(command)

    async def save_snapshot(self, game: str, version: int, blob: bytes, /) -> None:
        """See `EventStore.save_snapshot`."""
        kept = self._memory.game(game)
        newest = kept.snapshot.version if kept.snapshot else 0
        if newest < version <= len(kept.log):
            kept.snapshot = Saved(version, blob)

    async def load_snapshot(self, game: str, /) -> Saved | None:
        """See `EventStore.load_snapshot`."""
        return self._memory.game(game).snapshot

    async def compact(self, game: str, /) -> int:
        """See `EventStore.compact`."""
        kept = self._memory.game(game)
        if not kept.finished:
            raise NotFinished(f"game {game} has not ended, or there is none of this name")
        if kept.archive is None:
            kept.archive = pack(kept.log)
            kept.log, kept.snapshot = [], None
            kept.commands_expire_ms = self._memory.clock() + COMMANDS_TTL_MS
        return len(kept.archive)

    async def ping(self) -> None:
        """See `EventStore.ping`."""

    async def close(self) -> None:
        """See `EventStore.close`."""


class MemoryRegistry:
    """See `Registry`.

    Args:
        memory: shared with the other nodes.
    """

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    async def put_if_absent(self, key: str, value: str, ttl_s: float | None, /) -> str:
        """See `Registry.put_if_absent`."""
        before = await self.get(key)
        if before is not None:
            return before
        await self.put(key, value, ttl_s)
        return value

    async def get(self, key: str, /) -> str | None:
        """See `Registry.get`."""
        value, until_ms = self._memory.values.get(key, (None, None))
        return None if until_ms is not None and until_ms <= self._memory.clock() else value

    async def put(self, key: str, value: str, ttl_s: float | None, /) -> None:
        """See `Registry.put`."""
        until_ms = None if ttl_s is None else self._memory.clock() + ttl_s * 1_000
        self._memory.values[key] = (value, until_ms)

    async def close(self) -> None:
        """See `Registry.close`."""
