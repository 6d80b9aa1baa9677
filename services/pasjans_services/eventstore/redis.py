"""The event store and the registry on Redis or Valkey: one server, or a cluster."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Final

from pasjans_services.eventstore import keys
from pasjans_services.eventstore.archive import pack, unpack
from pasjans_services.eventstore.base import (
    Appended,
    GameFinished,
    NotFinished,
    Outcome,
    Repeated,
    Saved,
    Stale,
    Standing,
    Stored,
    StoreError,
)
from pasjans_services.eventstore.lanes import PATIENCE_S, Lanes
from pasjans_services.eventstore.link import Client, connect
from pasjans_services.eventstore.scripts import FINAL_MARK, load

__all__ = ["RedisEventStore", "RedisRegistry", "connect"]

_PACKAGE: Final = "pasjans_services.eventstore"
_APPEND: Final = load(_PACKAGE, "append.lua")
_SNAPSHOT: Final = load(_PACKAGE, "snapshot.lua")
_COMPACT: Final = load(_PACKAGE, "compact.lua")

LONG_LOG: Final = 500
"""Events from which on a log is packed and unpacked in a thread: shorter ones take 3 ms at most."""


class RedisEventStore:
    """See `EventStore`.

    Args:
        client: from `connect`; it stays the caller's to close, after the store was closed.
        node: the name of this node, as its broker has it.
        patience_s: how long one call is tried while Redis does not answer.
    """

    def __init__(self, client: Client, node: str, patience_s: float = PATIENCE_S) -> None:
        self._node = node
        self._writes = Lanes(client, patience_s)
        self._reads = Lanes(client, patience_s)
        self._one_at_a_time = asyncio.Semaphore(1)

    async def append(
        self, game: str, expected: int, command: str, records: Sequence[bytes], /, final: bool
    ) -> Outcome:
        """See `EventStore.append`."""
        if not records:
            raise ValueError("an append has one record or more")
        of = keys.of(game)
        on = (of.log, of.commands, of.nodes, of.archive)
        what, *numbers = await self._writes.script(
            _APPEND,
            on,
            str(expected),
            command.encode(),
            "1" if final else "0",
            self._node,
            *records,
        )
        if what == b"appended":
            return Appended(*numbers)
        if what == b"repeated":
            return Repeated(*numbers)
        if what == b"stale":
            return Stale(*numbers)
        raise GameFinished(f"game {game} has ended and takes no more records")

    async def read(self, game: str, after: int = 0, /) -> tuple[Stored, ...]:
        """See `EventStore.read`."""
        log = await self._entries(game, after)
        if not log and (archived := await self._reads.command(*_get(keys.of(game).archive))):
            log = (await self._unpacked(_versioned(archived)))[after:]
        return log

    async def head(self, game: str, /) -> int:
        """See `EventStore.head`."""
        of = keys.of(game)
        length: int = await self._reads.command(of.log, "XLEN", of.log)
        if length == 0:
            start: bytes = await self._reads.command(of.archive, "GETRANGE", of.archive, "0", "15")
            length = _versioned(start).version if start else 0
        return length

    async def standing(self, game: str, /) -> Standing:
        """See `EventStore.standing`."""
        of, ask = keys.of(game), self._reads.command
        length, mark, start = await asyncio.gather(
            ask(of.log, "XLEN", of.log),
            ask(of.log, "HEXISTS", of.commands, FINAL_MARK),
            ask(of.log, "GETRANGE", of.archive, "0", "15"),
        )
        if start:
            return Standing(_versioned(start).version, finished=True)
        return Standing(length, finished=bool(mark))

    async def games(self) -> AsyncIterator[str]:
        """See `EventStore.games`."""
        async for key in self._reads.scan(keys.GAMES_PATTERN):
            if (game := keys.game_of(key)) is not None:
                yield game

    async def committed(self, game: str, command: str, /) -> int | None:
        """See `EventStore.committed`."""
        commands = keys.of(game).commands
        version = await self._reads.command(commands, "HGET", commands, command.encode())
        return None if version is None else int(version)

    async def save_snapshot(self, game: str, version: int, blob: bytes, /) -> None:
        """See `EventStore.save_snapshot`."""
        on = (keys.of(game).log, keys.of(game).snapshot)
        await self._reads.script(_SNAPSHOT, on, str(version), b"%d\n%b" % (version, blob))

    async def load_snapshot(self, game: str, /) -> Saved | None:
        """See `EventStore.load_snapshot`."""
        value = await self._reads.command(*_get(keys.of(game).snapshot))
        return None if value is None else _versioned(value)

    async def compact(self, game: str, /) -> int:
        """See `EventStore.compact`."""
        log = await self._entries(game, 0)
        value = b"%d\n%b" % (len(log), await self._packed(log)) if log else b""
        of = keys.of(game)
        on = (of.log, of.commands, of.snapshot, of.archive)
        length: int = await self._reads.script(_COMPACT, on, str(len(log)), value)
        if length == 0:
            raise NotFinished(f"game {game} has not ended, or there is none of this name")
        return length

    async def ping(self) -> None:
        """See `EventStore.ping`."""
        await self._reads.command("", "PING")

    async def close(self) -> None:
        """See `EventStore.close`."""
        await self._writes.close()
        await self._reads.close()

    async def _unpacked(self, archived: Saved) -> tuple[Stored, ...]:
        if archived.version < LONG_LOG:
            return unpack(archived.blob)
        async with self._one_at_a_time:
            return await asyncio.to_thread(unpack, archived.blob)

    async def _packed(self, log: Sequence[Stored]) -> bytes:
        if len(log) < LONG_LOG:
            return pack(log)
        async with self._one_at_a_time:
            return await asyncio.to_thread(pack, log)

    async def _entries(self, game: str, after: int) -> tuple[Stored, ...]:
        log = keys.of(game).log
        entries = await self._reads.command(log, "XRANGE", log, f"{after + 1}-0", "+")
        stored = tuple(
            Stored(int(id_.partition(b"-")[0]), int(fields[1]), fields[3])
            for id_, fields in entries
        )
        if stored and stored[-1].version - after != len(stored):
            raise StoreError(f"the log of game {game} has a gap above version {after}")
        return stored


class RedisRegistry:
    """See `Registry`.

    Args:
        client: from `connect`; it stays the caller's to close, after the registry was closed.
        patience_s: how long one call is tried while Redis does not answer.
    """

    def __init__(self, client: Client, patience_s: float = PATIENCE_S) -> None:
        self._lanes = Lanes(client, patience_s)

    async def put_if_absent(self, key: str, value: str, ttl_s: float | None, /) -> str:
        """See `Registry.put_if_absent`."""
        before = await self._set(key, value, ttl_s, "NX", "GET")
        return value if before is None else before.decode()

    async def get(self, key: str, /) -> str | None:
        """See `Registry.get`."""
        value = await self._lanes.command(*_get(keys.registered(key)))
        return None if value is None else value.decode()

    async def put(self, key: str, value: str, ttl_s: float | None, /) -> None:
        """See `Registry.put`."""
        await self._set(key, value, ttl_s)

    async def close(self) -> None:
        """See `Registry.close`."""
        await self._lanes.close()

    async def _set(self, name: str, value: str, ttl_s: float | None, *how: str) -> bytes | None:
        key = keys.registered(name)
        until = () if ttl_s is None else ("PX", str(round(ttl_s * 1000)))
        answer: bytes | None = await self._lanes.command(
            key, "SET", key, value.encode(), *until, *how
        )
        return answer


def _get(key: str) -> tuple[str, ...]:
    return key, "GET", key


def _versioned(value: bytes) -> Saved:
    version, _, blob = value.partition(b"\n")
    return Saved(int(version), blob)
