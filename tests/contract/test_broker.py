"""What every broker promises (see `pasjans_services.broker.base`)."""

import asyncio

from pasjans_services.broker.base import Interrupted, Published, Watching
from pasjans_services.eventstore.base import Appended, EventStore
from support.stores import Backend, Inbox


async def append(store: EventStore, game: str, expected: int, *records: bytes) -> None:
    outcome = await store.append(game, expected, f"c{expected}", records or (b"x",), final=False)
    assert isinstance(outcome, Appended)


async def published(inbox: Inbox) -> Published:
    message = await inbox.next()
    assert isinstance(message, Published)
    return message


async def test_a_node_hears_what_another_appends(backend: Backend, game: str) -> None:
    store = backend.store("a")
    broker, inbox = await backend.broker("b")
    await append(store, game, 0)
    assert await broker.watch(game, 1) == 1
    await append(store, game, 1, b"one")
    await append(store, game, 2, b"two", b"", b"\nfour")
    log = await store.read(game)
    assert await published(inbox) == Published(game, log[1:2])
    assert await published(inbox) == Published(game, log[2:])


async def test_a_node_does_not_hear_itself(backend: Backend, game: str) -> None:
    broker, inbox = await backend.broker("a")
    await broker.watch(game, 1)
    await append(backend.store("a"), game, 0)
    await append(backend.store("b"), game, 1, b"of another")
    assert [entry.version for entry in (await published(inbox)).stored] == [2]
    assert inbox.empty


async def test_every_watching_node_hears(backend: Backend, game: str) -> None:
    inboxes: list[Inbox] = []
    for node in "bcd":
        broker, inbox = await backend.broker(node)
        await broker.watch(game, 1)
        inboxes.append(inbox)
    await append(backend.store("a"), game, 0)
    for inbox in inboxes:
        message = await inbox.next()
        while isinstance(message, Watching):
            message = await inbox.next()
        assert isinstance(message, Published)


async def test_published_versions_are_contiguous(backend: Backend, game: str) -> None:
    writers = [backend.store("a"), backend.store("c")]
    broker, inbox = await backend.broker("b")
    await broker.watch(game, 1)
    for version in range(200):
        await append(writers[version % 2], game, version)
    assert [(await published(inbox)).stored[0].version for _ in range(200)] == list(range(1, 201))


async def test_r5_no_record_falls_between_registering_and_reading(
    backend: Backend, game: str
) -> None:
    store, reader = backend.store("a"), backend.store("b")
    broker, inbox = await backend.broker("b")

    async def write() -> None:
        for version in range(200):
            await append(store, game, version)
            await asyncio.sleep(0)

    async with asyncio.TaskGroup() as group:
        group.create_task(write())
        while await reader.head(game) < 20:
            await asyncio.sleep(0)
        await broker.watch(game, 1)
        versions = {entry.version for entry in await reader.read(game)}
        assert len(versions) < 200
        while 200 not in versions:
            versions |= {entry.version for entry in (await published(inbox)).stored}
    assert versions == set(range(1, 201))


async def test_who_withdrew_hears_nothing(backend: Backend, game: str) -> None:
    store = backend.store("a")
    broker, inbox = await backend.broker("b")
    await broker.watch(game, 1)
    await broker.watch(f"{game}-2", 1)
    assert await broker.watch(game, 0) == 0
    await append(store, game, 0)
    await append(store, f"{game}-2", 0)
    assert (await published(inbox)).game == f"{game}-2"
    assert inbox.empty


async def test_who_comes_back_hears_again(backend: Backend, game: str) -> None:
    store = backend.store("a")
    broker, inbox = await backend.broker("b")
    for version in range(5):
        await broker.watch(game, 1)
        await append(store, game, version)
        assert (await published(inbox)).stored[0].version == version + 1
        await broker.watch(game, 0)


async def test_watchers_are_counted_over_all_nodes(backend: Backend, game: str) -> None:
    one, inbox = await backend.broker("a")
    other, other_inbox = await backend.broker("b")
    assert await one.watch(game, 3) == 3
    assert await other.watch(game, 4) == 7
    assert await inbox.next() == Watching(game, 7)
    assert await one.watch(game, 1) == 5
    assert await other_inbox.next() == Watching(game, 5)
    assert await one.watch(game, 1) == 5
    assert await other.watch(game, 0) == 1
    assert await inbox.next() == Watching(game, 1)
    assert inbox.empty
    assert other_inbox.empty


async def test_a_node_that_closes_takes_its_watchers_along(backend: Backend, game: str) -> None:
    one, inbox = await backend.broker("a")
    other, other_inbox = await backend.broker("b")
    await one.watch(game, 1)
    await other.watch(game, 2)
    assert await inbox.next() == Watching(game, 3)
    await other.close()
    assert await inbox.next() == Watching(game, 1)
    assert other_inbox.empty


async def test_watching_at_once_is_watching_once(backend: Backend, game: str) -> None:
    store = backend.store("a")
    broker, inbox = await backend.broker("b")
    totals = await asyncio.gather(*(broker.watch(game, 1) for _ in range(5)))
    assert set(totals) == {1}
    await append(store, game, 0)
    assert isinstance(await inbox.next(), Published)
    assert inbox.empty


async def test_many_games_are_watched_at_once(backend: Backend, game: str) -> None:
    store = backend.store("a")
    broker, inbox = await backend.broker("b")
    games = [f"{game}-{number}" for number in range(100)]
    await asyncio.gather(*(broker.watch(one, 1) for one in games))
    await asyncio.gather(*(append(store, one, 0) for one in games))
    assert {(await published(inbox)).game for _ in games} == set(games)


async def test_nothing_is_interrupted_in_quiet_times(backend: Backend, game: str) -> None:
    broker, inbox = await backend.broker("a")
    await broker.watch(game, 1)
    await broker.watch(game, 0)
    await broker.close()
    assert inbox.empty or await inbox.next() != Interrupted()
