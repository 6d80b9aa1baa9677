"""What the broker on Redis does when something on the way breaks, and about nodes that died."""

import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from pasjans_services.broker.base import Interrupted, Published, Watching
from pasjans_services.broker.line import LineLost
from pasjans_services.broker.redis import RedisBroker
from pasjans_services.eventstore.base import StoreUnavailable
from pasjans_services.eventstore.redis import RedisEventStore, connect
from support.storeproxy import proxied
from support.stores import Inbox, OnRedis, Server


@pytest.fixture
def fragile(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    server = Server.on_socket(tmp_path)
    server.start()
    yield server
    server.stop()


@asynccontextmanager
async def broker_on(url: str, **how: float) -> AsyncIterator[tuple[RedisBroker, Inbox]]:
    client: Any = connect(url)
    broker, inbox = RedisBroker(client, "b", **how), Inbox()
    await broker.start(inbox.put)
    try:
        yield broker, inbox
    finally:
        await broker.close()
        await client.aclose()


def nodes(game: str) -> str:
    return f"pasjans:{{{game}}}:nodes"


async def test_r10_the_listening_connection_dies_and_later_records_arrive(
    on_server: OnRedis, game: str
) -> None:
    store = on_server.store("a")
    broker, inbox = await on_server.broker("b")
    await broker.watch(game, 1)
    for round_ in range(5):
        assert await on_server.client.execute_command("CLIENT", "KILL", "TYPE", "pubsub") >= 1
        assert await inbox.next() == Interrupted()
        await store.append(game, round_, f"c{round_}", [b"x"], final=False)
        message = await inbox.next()
        assert isinstance(message, Published)
        assert message.stored[0].version == round_ + 1


async def test_records_between_the_loss_and_the_word_of_it_are_in_the_log(
    on_server: OnRedis, game: str
) -> None:
    store = on_server.store("a")
    broker, inbox = await on_server.broker("b")
    await broker.watch(game, 1)
    await on_server.client.execute_command("CLIENT", "KILL", "TYPE", "pubsub")
    for version in range(20):
        await store.append(game, version, f"c{version}", [b"x"], final=False)
    heard = list[int]()
    while (message := await inbox.next()) != Interrupted():
        assert isinstance(message, Published)
        heard.append(message.stored[0].version)
    read = [entry.version for entry in await store.read(game)]
    assert sorted(set(heard + read)) == list(range(1, 21))


@pytest.mark.slow
async def test_the_server_is_killed_and_later_records_arrive(fragile: Server, game: str) -> None:
    async with broker_on(fragile.url) as (broker, inbox):
        client: Any = connect(fragile.url)
        store = RedisEventStore(client, "a")
        games = [f"{game}-{number}" for number in range(20)]
        for one in games:
            await broker.watch(one, 1)
        fragile.signal(signal.SIGKILL)
        fragile.start()
        assert await inbox.next() == Interrupted()
        for one in games:
            await store.append(one, 0, "c", [b"x"], final=False)
        heard = {(await inbox.next()).game for _ in games}  # type: ignore[union-attr]
        assert heard == set(games)
        assert inbox.empty
        await store.close()
        await client.aclose()


@pytest.mark.slow
async def test_a_server_that_stays_away_is_unavailable(fragile: Server, game: str) -> None:
    async with broker_on(fragile.url, patience_s=0.05) as (broker, inbox):
        await broker.watch(game, 1)
        fragile.signal(signal.SIGKILL)
        for watching in (
            broker.watch(f"{game}-2", 1),
            broker.watch(game, 5),
            broker.watch(f"{game}-3", 0),
        ):
            with pytest.raises(StoreUnavailable):
                await watching
        fragile.start()
        assert await inbox.next() == Watching(game, 5)
        assert await inbox.next() == Interrupted()
        assert await broker.watch(f"{game}-2", 1) == 1
        client: Any = connect(fragile.url)
        assert (await client.hget(nodes(game), "b")).split()[0] == b"5"
        await client.aclose()


@pytest.mark.slow
async def test_a_line_that_is_silent_is_replaced(server: Server, tmp_path: Path, game: str) -> None:
    async with (
        proxied(tmp_path, server.path) as (proxy, url),
        broker_on(url, patience_s=0.05) as (broker, inbox),
    ):
        await broker.watch(game, 1)
        proxy.silent = True
        with pytest.raises(StoreUnavailable):
            await broker.refresh()
        with pytest.raises(LineLost):
            await broker.refresh()
        proxy.silent = False
        proxy.cut()
        assert await inbox.next() == Interrupted()
        assert await broker.watch(game, 2) == 2


async def test_a_live_line_is_kept(on_server: OnRedis, game: str) -> None:
    store = on_server.store("a")
    broker, inbox = await on_server.broker("b")
    await broker.watch(game, 1)
    for version in range(3):
        await broker.refresh()
        await store.append(game, version, f"c{version}", [b"x"], final=False)
        assert isinstance(await inbox.next(), Published)
    assert inbox.empty


# Nodes that died


async def test_a_dead_node_is_taken_out_by_who_publishes(on_server: OnRedis, game: str) -> None:
    await on_server.client.hset(nodes(game), mapping={"dead": "3 1796000000000", "a": "1 1"})
    await on_server.store("a").append(game, 0, "c", [b"x"], final=False)
    assert await on_server.client.hkeys(nodes(game)) == [b"a"]


async def test_a_dead_node_is_not_counted(on_server: OnRedis, game: str) -> None:
    live, live_inbox = await on_server.broker("live")
    await live.watch(game, 2)
    now_ms = (await on_server.client.time())[0] * 1_000
    await on_server.client.hset(
        nodes(game), mapping={"stale": f"30 {now_ms - 40_000}", "deaf": f"300 {now_ms}"}
    )
    broker, inbox = await on_server.broker("b")
    assert await broker.watch(game, 1) == 3
    assert set(await on_server.client.hkeys(nodes(game))) == {b"live", b"b"}
    told = [await live_inbox.next() for _ in range(2)]
    assert told == [Watching(game, 303), Watching(game, 3)]
    assert inbox.empty


async def test_a_count_that_fell_without_a_word_is_noticed(on_server: OnRedis, game: str) -> None:
    broker, inbox = await on_server.broker("b")
    other, _ = await on_server.broker("other")
    await broker.watch(game, 1)
    await other.watch(game, 4)
    assert await inbox.next() == Watching(game, 5)
    await on_server.client.hdel(nodes(game), "other")
    await broker.refresh()
    assert await inbox.next() == Watching(game, 1)


async def test_a_node_that_was_taken_out_comes_back_and_says_so(
    on_server: OnRedis, game: str
) -> None:
    store = on_server.store("a")
    broker, inbox = await on_server.broker("b")
    await broker.watch(game, 1)
    await on_server.client.delete(nodes(game))
    await store.append(game, 0, "unheard", [b"x"], final=False)
    await broker.refresh()
    assert await inbox.next() == Interrupted()
    await store.append(game, 1, "heard", [b"x"], final=False)
    assert isinstance(await inbox.next(), Published)
    assert inbox.empty


async def test_registrations_of_a_node_that_vanished_expire(on_server: OnRedis, game: str) -> None:
    broker, _ = await on_server.broker("b")
    await broker.watch(game, 1)
    assert 50_000 < await on_server.client.pttl(nodes(game)) <= 60_000
    await broker.watch(game, 0)
    assert await on_server.client.exists(nodes(game)) == 0


async def test_registering_is_repeated_without_being_asked(server: Server, game: str) -> None:
    async with broker_on(server.url, refresh_s=0.01) as (broker, inbox):
        await broker.watch(game, 1)
        client: Any = connect(server.url)
        await client.delete(nodes(game))
        assert await inbox.next() == Interrupted()
        assert await client.hkeys(nodes(game)) == [b"b"]
        await client.aclose()
