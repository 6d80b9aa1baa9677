import asyncio

import pytest

from pasjans.errors import ConnectionLost
from pasjans.updates import Update, UpdateKind, Updates, merged
from pasjans_engine.status import Status


def update(version: int, *changes: tuple[int, int], kind: UpdateKind = UpdateKind.MOVED) -> Update:
    return Update(kind, version, changes, (version,), 0, Status.PLAYING, ("a",), 1)


async def test_updates_come_in_order_and_end() -> None:
    updates = Updates(10)
    updates.push(update(2))
    updates.push(update(3))
    updates.end(None)
    assert [each.version async for each in updates] == [2, 3]
    assert [each.version async for each in updates] == []


async def test_a_reader_waits_for_the_next() -> None:
    updates = Updates(10)

    async def read() -> list[int]:
        return [each.version async for each in updates]

    reader = asyncio.create_task(read())
    for version in (2, 3, 4):
        await asyncio.sleep(0)
        updates.push(update(version))
    await asyncio.sleep(0)
    updates.end(None)
    assert await reader == [2, 3, 4]


async def test_an_error_comes_after_the_last_update() -> None:
    updates = Updates(10)
    updates.push(update(2))
    updates.end(ConnectionLost(("ws://a",), 1, "gone"))
    seen: list[int] = []
    with pytest.raises(ConnectionLost):
        seen.extend([each.version async for each in updates])
    with pytest.raises(ConnectionLost):
        await anext(updates)


async def test_a_slow_reader_gets_the_oldest_as_one() -> None:
    updates = Updates(2)
    updates.push(update(2, (0, 5), (1, 28)))
    updates.push(update(3, (1, 7)))
    updates.push(update(4, (9, 9)))
    updates.end(None)
    first, second = [each async for each in updates]
    assert (first.version, first.changes, first.view) == (3, ((0, 5), (1, 7)), (3,))
    assert (second.version, second.changes) == (4, ((9, 9),))


def test_the_weightiest_kind_is_kept() -> None:
    presence = update(2, kind=UpdateKind.PRESENCE)
    finished = update(3, kind=UpdateKind.FINISHED)
    assert merged(update(2), presence).kind is UpdateKind.MOVED
    assert merged(presence, finished).kind is UpdateKind.FINISHED
    assert merged(update(2, kind=UpdateKind.DIVERGED), update(2)).kind is UpdateKind.DIVERGED
