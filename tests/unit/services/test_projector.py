import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest

from pasjans_services.eventstore.base import Standing, Stored, StoreUnavailable
from pasjans_services.eventstore.memory import Memory, MemoryEventStore
from pasjans_services.feed.base import Announcement, Occasion
from pasjans_services.feed.memory import MemoryFeed
from pasjans_services.projection.projector import Projector

PATIENCE_S = 5.0


@dataclass
class Noted:
    """A projection that notes what it is applied to, and fails as often as it is told to."""

    name: str = "noted"
    failures: int = 0
    lengths: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    async def apply(self, game: str, stored: Sequence[Stored], /) -> None:
        if self.failures:
            self.failures -= 1
            raise ValueError("not this time")
        self.lengths.setdefault(game, []).append(len(stored))
        self.changed.set()

    async def until(self, game: str, lengths: list[int]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while self.lengths.get(game) != lengths:
                self.changed.clear()
                await self.changed.wait()


class Parts:
    def __init__(self) -> None:
        self.store = MemoryEventStore(Memory(), "a")
        self.feed = MemoryFeed(reclaim_ms=0)
        self.noted = Noted()

    @asynccontextmanager
    async def projecting(self, **options: float) -> AsyncIterator[None]:
        projector = Projector(
            self.feed, self.store, self.noted, "one", **{"poll_s": 0.01, **options}
        )
        task = asyncio.create_task(projector.run())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.wait([task])

    async def settled(self) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while await self.feed.behind("noted"):
                await asyncio.sleep(0)


@pytest.fixture
def parts() -> Parts:
    return Parts()


async def test_a_game_is_applied_when_it_begins_and_when_it_is_over(parts: Parts) -> None:
    async with parts.projecting():
        await parts.feed.announce("g", Occasion.DEALT)
        await parts.store.append("g", 0, "a", [b"1"], final=False)
        await parts.noted.until("g", [1])
        await parts.store.append("g", 1, "b", [b"2"], final=False)
        await parts.feed.announce("g", Occasion.OVER)
        await parts.store.append("g", 2, "c", [b"3"], final=True)
        await parts.noted.until("g", [1, 3])
        await parts.settled()


async def test_a_game_that_is_announced_long_before_it_comes_is_not_missed(parts: Parts) -> None:
    await parts.feed.join("noted")
    await parts.feed.announce("g", Occasion.OVER)
    await parts.store.append("g", 0, "a", [b"1"], final=False)
    async with parts.projecting():
        for _ in range(100):
            await asyncio.sleep(0)
        assert parts.noted.lengths == {}
        await parts.store.append("g", 1, "b", [b"2"], final=True)
        await parts.noted.until("g", [2])


async def test_a_game_that_never_comes_is_let_go(parts: Parts) -> None:
    async with parts.projecting(give_up_s=0.0):
        await parts.feed.join("noted")
        await parts.feed.announce("g", Occasion.OVER)
        await parts.settled()
    assert parts.noted.lengths == {}


async def test_one_that_never_comes_is_let_go_though_it_is_told_again_and_again(
    parts: Parts,
) -> None:
    """Each time that a reader is told what it holds itself, its patience began anew."""
    parts.feed = MemoryFeed(reclaim_ms=0)
    async with parts.projecting(give_up_s=0.2):
        await parts.feed.join("noted")
        await parts.feed.announce("g", Occasion.OVER)
        await parts.settled()
    assert parts.noted.lengths == {}


async def test_a_game_whose_store_is_away_does_not_hold_the_others_up(parts: Parts) -> None:
    class Away(MemoryEventStore):
        away = True

        async def standing(self, game: str, /) -> Standing:
            if game == "g" and self.away:
                raise StoreUnavailable("its server is away")
            return await super().standing(game)

    parts.store = store = Away(Memory(), "a")
    for game in ("g", "h"):
        await store.append(game, 0, "a", [b"1"], final=False)
        await parts.feed.announce(game, Occasion.DEALT)
    async with parts.projecting(give_up_s=0.0):
        await parts.noted.until("h", [1])
        store.away = False
        await parts.noted.until("g", [1])


async def test_a_turn_that_fails_is_not_the_last(parts: Parts) -> None:
    class Odd(MemoryFeed):
        odd = 2

        async def take(self, group: str, reader: str, most: int, /) -> tuple[Announcement, ...]:
            self.odd -= 1
            if self.odd >= 0:
                raise ValueError("an answer that nobody expected")
            return await super().take(group, reader, most)

    parts.feed = Odd()
    await parts.store.append("g", 0, "a", [b"1"], final=False)
    async with parts.projecting():
        await parts.feed.announce("g", Occasion.DEALT)
        await parts.noted.until("g", [1])


async def test_what_fails_is_tried_again(parts: Parts) -> None:
    parts.noted.failures = 3
    await parts.store.append("g", 0, "a", [b"1"], final=False)
    async with parts.projecting():
        await parts.feed.announce("g", Occasion.DEALT)
        await parts.noted.until("g", [1])
        await parts.settled()


async def test_one_that_fails_does_not_hold_the_others_up(parts: Parts) -> None:
    for game in ("g", "h"):
        await parts.store.append(game, 0, "a", [b"1"], final=False)
        await parts.feed.announce(game, Occasion.DEALT)
    parts.noted.failures = 1
    async with parts.projecting():
        await parts.noted.until("h", [1])
        await parts.noted.until("g", [1])


async def test_what_one_left_is_done_by_the_next(parts: Parts) -> None:
    await parts.feed.join("noted")
    await parts.feed.announce("g", Occasion.DEALT)
    await parts.store.append("g", 0, "a", [b"1"], final=False)
    assert len(await parts.feed.take("noted", "dead", 10)) == 1
    async with parts.projecting():
        await parts.noted.until("g", [1])
        await parts.settled()


async def test_a_group_that_goes_back_is_applied_again(parts: Parts) -> None:
    async with parts.projecting():
        await parts.feed.announce("g", Occasion.DEALT)
        await parts.store.append("g", 0, "a", [b"1"], final=False)
        await parts.noted.until("g", [1])
        await parts.feed.rewind("noted")
        await parts.noted.until("g", [1, 1])
