"""The feed on Redis or Valkey: streams with groups of readers, one stream a partition."""

import asyncio
import zlib
from collections.abc import Sequence
from typing import Any, Final

from pasjans_services.eventstore import keys
from pasjans_services.eventstore.lanes import PATIENCE_S, Lanes
from pasjans_services.eventstore.link import Client
from pasjans_services.eventstore.scripts import load
from pasjans_services.feed.base import Announcement, Occasion

PARTITIONS: Final = 16
KEPT: Final = 1_000
"""Announcements of each partition that stay when every group has settled them."""

MOST_KEPT: Final = 100_000
"""Announcements of each partition that stay at all: beyond that, projections are to be rebuilt."""

RECLAIM_MS: Final = 10_000
"""How long one reader may keep an announcement before another of its group is told it."""

_PACKAGE: Final = "pasjans_services.feed"
_SETTLE: Final = load(_PACKAGE, "settle.lua")
_GROUP: Final = load(_PACKAGE, "group.lua")


class RedisFeed:
    """See `Feed`.

    Args:
        client: from `connect`; it stays the caller's to close, after the feed was closed.
        patience_s: how long one call is tried while Redis does not answer.
        reclaim_ms: how long one reader may keep an announcement.
    """

    def __init__(
        self, client: Client, patience_s: float = PATIENCE_S, reclaim_ms: int = RECLAIM_MS
    ) -> None:
        self._lanes = Lanes(client, patience_s)
        self._reclaim_ms = str(reclaim_ms)
        self._turn = 0

    async def announce(self, game: str, occasion: Occasion, /) -> None:
        """See `Feed.announce`."""
        stream = keys.feed(zlib.crc32(game.encode()) % PARTITIONS)
        bound = ("MAXLEN", "~", str(MOST_KEPT))
        await self._lanes.command(stream, "XADD", stream, *bound, "*", "g", game, "o", occasion)

    async def join(self, group: str, /) -> None:
        """See `Feed.join`."""
        await asyncio.gather(
            *(self._lanes.script(_GROUP, [keys.feed(n)], group) for n in range(PARTITIONS))
        )

    async def take(self, group: str, reader: str, most: int, /) -> tuple[Announcement, ...]:
        """See `Feed.take`.

        Each call looks for what other readers left in one partition, the next one in turn.
        """
        self._turn = (self._turn + 1) % PARTITIONS
        fresh = (self._fresh(n, group, reader, most) for n in range(PARTITIONS))
        answers = await asyncio.gather(self._left(self._turn, group, reader, most), *fresh)
        return tuple(announcement for answer in answers for announcement in answer)

    async def _fresh(
        self, partition: int, group: str, reader: str, most: int
    ) -> list[Announcement]:
        stream = keys.feed(partition)
        whose = ("GROUP", group, reader, "COUNT", str(most))
        answer = await self._lanes.command(stream, "XREADGROUP", *whose, "STREAMS", stream, ">")
        return _announcements(partition, answer[0][1]) if answer else []

    async def _left(self, partition: int, group: str, reader: str, most: int) -> list[Announcement]:
        stream = keys.feed(partition)
        whose = (group, reader, self._reclaim_ms, "0", "COUNT", str(most))
        answer = await self._lanes.command(stream, "XAUTOCLAIM", stream, *whose)
        return _announcements(partition, answer[1])

    async def settle(self, group: str, announcements: Sequence[Announcement], /) -> None:
        """See `Feed.settle`."""
        by_partition: dict[int, list[str]] = {}
        for announcement in announcements:
            partition, _, id_ = announcement.place.partition("/")
            by_partition.setdefault(int(partition), []).append(id_)
        await asyncio.gather(
            *(
                self._lanes.script(_SETTLE, [keys.feed(partition)], group, str(KEPT), *ids)
                for partition, ids in by_partition.items()
            )
        )

    async def rewind(self, group: str, /) -> None:
        """See `Feed.rewind`."""
        await asyncio.gather(
            *(
                self._lanes.command(keys.feed(n), "XGROUP", "SETID", keys.feed(n), group, "0")
                for n in range(PARTITIONS)
            )
        )

    async def behind(self, group: str, /) -> int:
        """See `Feed.behind`."""
        answers = await asyncio.gather(
            *(
                self._lanes.command(keys.feed(n), "XINFO", "GROUPS", keys.feed(n))
                for n in range(PARTITIONS)
            )
        )
        infos = [dict(zip(flat[::2], flat[1::2], strict=True)) for one in answers for flat in one]
        return sum(
            (info.get(b"lag") or 0) + info[b"pending"]
            for info in infos
            if info[b"name"] == group.encode()
        )

    async def close(self) -> None:
        """See `Feed.close`."""
        await self._lanes.close()


def _announcements(partition: int, entries: Sequence[Any]) -> list[Announcement]:
    told: list[Announcement] = []
    for id_, fields in entries:
        if fields is None:  # taken out of the stream before it was settled
            continue
        place = f"{partition}/{id_.decode()}"
        occasion = Occasion(fields[3].decode())
        told.append(Announcement(place, fields[1].decode(), occasion, int(id_.partition(b"-")[0])))
    return told
