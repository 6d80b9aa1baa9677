"""What the event store on Redis does when something on the way breaks."""

import asyncio
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from pasjans_services.eventstore.base import Appended, Repeated, StoreError, StoreUnavailable
from pasjans_services.eventstore.redis import RedisEventStore, RedisRegistry, connect
from support.storeproxy import proxied
from support.stores import OnRedis, Server


@pytest.fixture
def fragile(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    server = Server.on_socket(tmp_path)
    server.start()
    yield server
    server.stop()


@asynccontextmanager
async def store_on(url: str, patience_s: float = 5.0) -> AsyncIterator[RedisEventStore]:
    client: Any = connect(url)
    store = RedisEventStore(client, "a", patience_s)
    try:
        yield store
    finally:
        await store.close()
        await client.aclose()


async def test_k5_the_answer_is_lost_and_the_retry_gets_the_committed_version(
    server: Server, tmp_path: Path, game: str
) -> None:
    async with proxied(tmp_path, server.path) as (proxy, url), store_on(url) as store:
        await store.append(game, 0, "dealt", [b"r0"], final=False)
        proxy.cut_answer = True
        assert await store.append(game, 1, "moved", [b"r1"], final=False) == Repeated(2)
        assert [entry.record for entry in await store.read(game)] == [b"r0", b"r1"]
        assert proxy.connections >= 2


async def test_k9_nobody_hears_of_what_was_refused(server: Server, game: str) -> None:
    backend = OnRedis(server.url)
    store = backend.store("a")
    broker, inbox = await backend.broker("b")
    await broker.watch(game, 1)
    await store.append(game, 0, "dealt", [b"r0"], final=False)
    await store.append(game, 0, "stale", [b"x"], final=False)
    await store.append(game, 7, "jump", [b"x"], final=False)
    await store.append(game, 1, "dealt", [b"x"], final=False)
    await store.append(game, 1, "moved", [b"r1"], final=False)
    heard = [await inbox.next(), await inbox.next()]
    assert [message.stored[0].record for message in heard] == [b"r0", b"r1"]  # type: ignore[union-attr]
    assert inbox.empty
    await backend.close()


@pytest.mark.slow
async def test_no_acknowledged_append_is_lost_when_the_server_is_killed(
    fragile: Server, game: str
) -> None:
    acknowledged = dict[str, int]()

    async def play(store: RedisEventStore, number: int) -> None:
        one = f"{game}-{number}"
        for version in range(60):
            outcome = await store.append(one, version, f"c{version}", [b"%d" % version], False)
            assert isinstance(outcome, Appended | Repeated)
            assert outcome.version == version + 1
            acknowledged[one] = outcome.version

    async with store_on(fragile.url) as store:
        async with asyncio.TaskGroup() as players:
            for number in range(32):
                players.create_task(play(store, number))
            for kill_at in (300, 900, 1_500):
                while sum(acknowledged.values()) < kill_at:
                    await asyncio.sleep(0)
                fragile.signal(signal.SIGKILL)
                fragile.start()
                for one, version in list(acknowledged.items()):
                    assert await store.head(one) >= version
        for number in range(32):
            log = await store.read(f"{game}-{number}")
            assert [entry.record for entry in log] == [b"%d" % version for version in range(60)]


@pytest.mark.slow
async def test_an_append_waits_for_a_server_that_comes_back(fragile: Server, game: str) -> None:
    async with store_on(fragile.url) as store:
        await store.append(game, 0, "c0", [b"r0"], final=False)
        fragile.signal(signal.SIGKILL)
        appending = asyncio.create_task(store.append(game, 1, "c1", [b"r1"], final=False))
        await asyncio.sleep(0)
        fragile.start()
        outcome = await appending
        assert isinstance(outcome, Appended)
        assert outcome.version == 2


@pytest.mark.slow
async def test_a_server_that_stays_away_is_unavailable(fragile: Server, game: str) -> None:
    async with store_on(fragile.url, patience_s=0.05) as store:
        await store.append(game, 0, "c0", [b"r0"], final=False)
        fragile.signal(signal.SIGKILL)
        for asked in (
            store.append(game, 1, "c1", [b"r1"], final=False),
            store.read(game),
            store.head(game),
            store.committed(game, "c0"),
            store.load_snapshot(game),
            store.ping(),
        ):
            with pytest.raises(StoreUnavailable, match="send the same command id again"):
                await asked
        fragile.start()
        assert isinstance(await store.append(game, 1, "c1", [b"r1"], final=False), Appended)


@pytest.mark.slow
async def test_a_server_that_stalls_is_unavailable_and_the_append_is_one(
    fragile: Server, game: str
) -> None:
    async with store_on(fragile.url, patience_s=0.05) as store:
        await store.append(game, 0, "c0", [b"r0"], final=False)
        fragile.signal(signal.SIGSTOP)
        with pytest.raises(StoreUnavailable):
            await store.append(game, 1, "c1", [b"r1"], final=False)
        fragile.signal(signal.SIGCONT)
        outcome = await store.append(game, 1, "c1", [b"r1"], final=False)
        assert outcome == Repeated(2) or isinstance(outcome, Appended)
        assert [entry.record for entry in await store.read(game)] == [b"r0", b"r1"]


async def test_appends_that_arrive_together_share_round_trips(
    on_server: OnRedis, game: str
) -> None:
    store = on_server.store()
    await store.append(game, 0, "c", [b"x"], final=False)
    before = await on_server.client.info("stats")
    outcomes = await asyncio.gather(
        *(store.append(f"{game}-{n}", 0, "c", [b"x"], final=False) for n in range(500))
    )
    after = await on_server.client.info("stats")
    assert all(isinstance(outcome, Appended) for outcome in outcomes)
    # A server reads 16 KiB at a time; these appends are about 150 KiB.
    assert after["total_reads_processed"] - before["total_reads_processed"] < 25


async def test_scripts_are_loaded_again_when_the_server_has_forgotten_them(
    on_server: OnRedis, game: str
) -> None:
    store = on_server.store()
    for version in range(3):
        await on_server.client.script_flush()
        outcomes = await asyncio.gather(
            *(
                store.append(f"{game}-{n}", version, f"c{version}", [b"x"], final=False)
                for n in range(20)
            )
        )
        assert all(isinstance(outcome, Appended) for outcome in outcomes)


async def test_a_caller_that_gives_up_does_not_harm_the_others(
    on_server: OnRedis, game: str
) -> None:
    store = on_server.store()
    appends = [
        asyncio.create_task(store.append(f"{game}-{n}", 0, "c", [b"x"], final=False))
        for n in range(10)
    ]
    await asyncio.sleep(0)
    appends[3].cancel()
    outcomes = await asyncio.gather(*appends, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes].count(Appended) == 9


async def test_a_command_id_that_is_no_unicode_harms_nobody_else(
    on_server: OnRedis, game: str
) -> None:
    store = on_server.store()
    outcomes = await asyncio.gather(
        store.append(game, 0, "\ud800", [b"x"], final=False),
        store.append(f"{game}-2", 0, "c", [b"x"], final=False),
        return_exceptions=True,
    )
    assert isinstance(outcomes[0], UnicodeEncodeError)
    assert isinstance(outcomes[1], Appended)


async def test_a_gap_in_a_log_is_not_passed_over(on_server: OnRedis, game: str) -> None:
    store = on_server.store()
    for version in range(4):
        await store.append(game, version, f"c{version}", [b"x"], final=False)
    await on_server.client.xdel(f"pasjans:{{{game}}}:log", "2-0")
    with pytest.raises(StoreError, match="gap above version 0"):
        await store.read(game)


async def test_one_wrong_key_does_not_harm_the_other_games(on_server: OnRedis, game: str) -> None:
    client: Any = on_server.client
    await client.set(f"pasjans:{{{game}}}:log", "not a stream")
    store = RedisEventStore(client, "a", patience_s=0.05)
    wrong, right = await asyncio.gather(
        store.append(game, 0, "c", [b"x"], final=False),
        store.append(f"{game}-2", 0, "c", [b"x"], final=False),
        return_exceptions=True,
    )
    assert isinstance(wrong, StoreUnavailable)
    assert "WRONGTYPE" in str(wrong)
    assert isinstance(right, Appended)
    await store.close()


async def test_a_closed_store_is_unavailable(on_server: OnRedis, game: str) -> None:
    store = RedisEventStore(on_server.client, "a")
    appending = asyncio.create_task(store.append(game, 0, "c", [b"x"], final=False))
    await asyncio.sleep(0)
    await store.close()
    with pytest.raises(StoreUnavailable):
        await appending
    with pytest.raises(StoreUnavailable):
        await store.read(game)


@pytest.mark.slow
async def test_a_registry_waits_for_a_server_that_comes_back(fragile: Server, game: str) -> None:
    client: Any = connect(fragile.url)
    registry = RedisRegistry(client)
    assert await registry.put_if_absent(game, "before", None) == "before"
    fragile.signal(signal.SIGKILL)
    asking = asyncio.create_task(registry.put_if_absent(game, "after", None))
    await asyncio.sleep(0)
    fragile.start()
    assert await asking == "before"
    await registry.close()
    await client.aclose()


@pytest.mark.parametrize("url", ["http://localhost", "localhost:6379", "redis+sentinel://x", ""])
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="expected redis://"):
        connect(url)


@pytest.mark.parametrize("url", ["unix+cluster:///tmp/s", "redis://localhost/3?cluster=true"])
def test_an_address_that_no_cluster_has_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="cluster mode"):
        connect(url)
