"""What every feed promises (see `pasjans_services.feed.base`)."""

import pytest

from pasjans_services.feed import redis as feeds
from pasjans_services.feed.base import Announcement, Feed, Occasion
from pasjans_services.feed.redis import KEPT, PARTITIONS, RedisFeed
from support.stores import Backend, OnRedis

MOST = 100


async def told(feed: Feed, group: str, game: str, reader: str = "one") -> list[Announcement]:
    """What a group is told now of the games of one test."""
    taken = await feed.take(group, reader, MOST)
    return [one for one in taken if one.game.startswith(game)]


async def joined(feed: Feed, group: str) -> str:
    """A group that has been told whatever other tests announced."""
    await feed.join(group)
    while taken := await feed.take(group, "one", MOST):
        await feed.settle(group, taken)
    return group


async def test_each_group_is_told(backend: Backend, game: str) -> None:
    feed = backend.feed()
    groups = [await joined(feed, f"{game}-{name}") for name in "ab"]
    await feed.announce(game, Occasion.DEALT)
    await feed.announce(game, Occasion.OVER)
    for group in groups:
        taken = await told(feed, group, game)
        assert [one.occasion for one in taken] == [Occasion.DEALT, Occasion.OVER]
        assert {one.game for one in taken} == {game}
        assert await told(feed, group, game) == []


async def test_a_group_begins_with_what_is_kept(backend: Backend, game: str) -> None:
    feed = backend.feed()
    await joined(feed, f"{game}-other")
    await feed.announce(game, Occasion.DEALT)
    await feed.join(game)
    names: list[str] = []
    while taken := await feed.take(game, "one", MOST):
        names += [one.game for one in taken]
    assert game in names


async def test_one_reader_of_a_group_is_told(backend: Backend, game: str) -> None:
    feed = backend.feed()
    group = await joined(feed, game)
    await feed.announce(game, Occasion.DEALT)
    assert len(await told(feed, group, game, "one")) == 1
    assert await told(feed, group, game, "two") == []


async def test_another_is_told_what_one_left_unsettled(backend: Backend, game: str) -> None:
    feed = backend.feed(reclaim_ms=0)
    group = await joined(feed, game)
    await feed.announce(game, Occasion.DEALT)
    (first,) = await told(feed, group, game, "one")
    again: list[Announcement] = []
    for _ in range(2 * PARTITIONS):
        again += await told(feed, group, game, "two")
    assert first in again
    await feed.settle(group, [first])
    for _ in range(2 * PARTITIONS):
        assert await told(feed, group, game, "two") == []


async def test_behind_counts_what_is_not_settled(backend: Backend, game: str) -> None:
    feed = backend.feed()
    group = await joined(feed, game)
    assert await feed.behind(group) == 0
    await feed.announce(game, Occasion.DEALT)
    assert await feed.behind(group) == 1
    taken = await told(feed, group, game)
    assert await feed.behind(group) == 1
    await feed.settle(group, taken)
    assert await feed.behind(group) == 0


async def test_a_group_that_goes_back_is_told_again(backend: Backend, game: str) -> None:
    feed = backend.feed()
    group = await joined(feed, game)
    await feed.announce(game, Occasion.OVER)
    await feed.settle(group, await told(feed, group, game))
    await feed.rewind(group)
    again: list[str] = []
    while taken := await feed.take(group, "one", MOST):
        again += [one.game for one in taken]
        await feed.settle(group, taken)
    assert game in again


async def test_joining_again_changes_nothing(backend: Backend, game: str) -> None:
    feed = backend.feed()
    group = await joined(feed, game)
    await feed.join(group)
    assert await feed.take(group, "one", MOST) == ()


async def test_all_that_others_left_is_told_in_turn(on_server: OnRedis, game: str) -> None:
    """The oldest were told again and again, and those behind them never."""
    feed: RedisFeed = on_server.feed(reclaim_ms=0)
    group = await joined(feed, game)
    for _ in range(30):
        await feed.announce(game, Occasion.OVER)
    dead = await told(feed, group, game, "dead")
    assert len(dead) == 30
    seen: set[Announcement] = set()
    for _ in range(8 * PARTITIONS):
        seen.update(await feed.take(group, "one", 4))
    assert seen >= set(dead)


async def test_what_a_later_version_announces_is_passed_over(on_server: OnRedis, game: str) -> None:
    """It ended each projector of the older version."""
    feed: RedisFeed = on_server.feed()
    group = await joined(feed, game)
    await feed.announce(game, Occasion.OVER)
    (key,) = {
        name
        for name in await on_server.client.keys("pasjans:feed:*")
        for _, fields in await on_server.client.xrevrange(name, count=1)
        if fields[b"g"].decode() == game
    }
    await on_server.client.xadd(key, {"g": game, "o": "hinted", "more": "1"})
    await on_server.client.xadd(key, {"something": "else"})
    assert [one.occasion for one in await told(feed, group, game)] == [Occasion.OVER]
    assert await feed.behind(group) == 1


async def test_readers_that_are_long_gone_are_forgotten(
    on_server: OnRedis, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    feed: RedisFeed = on_server.feed()
    group = await joined(feed, game)
    await feed.announce(game, Occasion.OVER)
    await feed.take(group, "holds something", MOST)
    monkeypatch.setattr(feeds, "GONE_MS", -1)
    await feed.join(group)
    left = {
        reader["name"].decode()
        for n in range(PARTITIONS)
        for reader in await on_server.client.xinfo_consumers(f"pasjans:feed:{{feed-{n}}}", group)
    }
    assert left == {"holds something"}


@pytest.mark.slow
async def test_what_all_groups_have_settled_does_not_pile_up(on_server: OnRedis, game: str) -> None:
    feed: RedisFeed = on_server.feed()
    client = on_server.client
    for key in await client.keys("pasjans:feed:*"):
        await client.delete(key)
    fast, slow = await joined(feed, f"{game}-fast"), await joined(feed, f"{game}-slow")
    for _ in range(2 * KEPT + 10):
        await feed.announce(game, Occasion.OVER)
    (key,) = [name for name in await client.keys("pasjans:feed:*") if await client.xlen(name)]
    while taken := await feed.take(fast, "one", 500):
        await feed.settle(fast, taken)
    assert await client.xlen(key) == 2 * KEPT + 10, "the slow group has not been told yet"
    while taken := await feed.take(slow, "one", 500):
        await feed.settle(slow, taken)
    assert KEPT <= await client.xlen(key) <= 2 * KEPT
    assert await feed.behind(fast) == await feed.behind(slow) == 0
