"""The feed on Redis or Valkey: streams with groups of readers, one stream a partition."""

import asyncio
import zlib
from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeAlias

import structlog

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

GONE_MS: Final = 86_400_000
"""How long a reader may be silent that has settled everything, before it is forgotten."""

_Told: TypeAlias = tuple[str, Announcement | None]

log = structlog.get_logger(__name__)

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
        self._claimed_to: dict[tuple[str, int], bytes] = {}

    async def announce(self, game: str, occasion: Occasion, /) -> None:
        """See `Feed.announce`."""
        stream = keys.feed(zlib.crc32(game.encode()) % PARTITIONS)
        bound = ("MAXLEN", "~", str(MOST_KEPT))
        await self._lanes.command(stream, "XADD", stream, *bound, "*", "g", game, "o", occasion)

    async def join(self, group: str, /) -> None:
        """See `Feed.join`."""
        await asyncio.gather(
            *(
                self._lanes.script(_GROUP, [keys.feed(n)], group, str(GONE_MS))
                for n in range(PARTITIONS)
            )
        )

    async def take(self, group: str, reader: str, most: int, /) -> tuple[Announcement, ...]:
        """See `Feed.take`.

        Each call looks for what other readers left in one partition, the next one in turn. While a
        server of a cluster is away, what the others hold is told all the same.
        """
        self._turn = (self._turn + 1) % PARTITIONS
        answers = await asyncio.gather(
            self._left(self._turn, group, reader, most),
            *(self._fresh(n, group, reader, most) for n in range(PARTITIONS)),
            return_exceptions=True,
        )
        failures = [answer for answer in answers if isinstance(answer, BaseException)]
        if len(failures) == len(answers):
            raise failures[0]
        for failure in failures:
            log.warning("partition_away", group=group, error=str(failure))
        told = [
            one for answer in answers if not isinstance(answer, BaseException) for one in answer
        ]
        unknown = [place for place, announcement in told if announcement is None]
        if unknown:
            log.warning("announcements_passed_over", group=group, places=unknown)
            await self._settle(group, unknown)
        return tuple(announcement for _, announcement in told if announcement is not None)

    async def _fresh(self, partition: int, group: str, reader: str, most: int) -> list[_Told]:
        stream = keys.feed(partition)
        whose = ("GROUP", group, reader, "COUNT", str(most))
        answer = await self._lanes.command(stream, "XREADGROUP", *whose, "STREAMS", stream, ">")
        return _told(partition, answer[0][1]) if answer else []

    async def _left(self, partition: int, group: str, reader: str, most: int) -> list[_Told]:
        """What readers left unsettled; each call goes on where the one before ended."""
        stream = keys.feed(partition)
        start = self._claimed_to.get((group, partition), b"0")
        whose = (group, reader, self._reclaim_ms, start, "COUNT", str(most))
        answer = await self._lanes.command(stream, "XAUTOCLAIM", stream, *whose)
        self._claimed_to[group, partition] = answer[0]
        return _told(partition, answer[1])

    async def settle(self, group: str, announcements: Sequence[Announcement], /) -> None:
        """See `Feed.settle`."""
        await self._settle(group, [announcement.place for announcement in announcements])

    async def _settle(self, group: str, places: Iterable[str]) -> None:
        by_partition: dict[int, list[str]] = {}
        for place in places:
            partition, _, id_ = place.partition("/")
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


def _told(partition: int, entries: Sequence[Any]) -> list[_Told]:
    """What entries of a stream say; None for what a later version of this program announced."""
    return [
        (place, _announcement(place, fields))
        for id_, fields in entries
        if fields is not None  # taken out of the stream before it was settled
        for place in [f"{partition}/{id_.decode()}"]
    ]


def _announcement(place: str, fields: Sequence[bytes]) -> Announcement | None:
    try:
        told = dict(zip(fields[::2], fields[1::2], strict=True))
        return Announcement(place, told[b"g"].decode(), Occasion(told[b"o"].decode()))
    except (ValueError, KeyError):
        return None
