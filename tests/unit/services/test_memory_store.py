"""Expiry, which only a clock that can be set shows."""

from pasjans_services.eventstore.base import (
    COMMANDS_TTL_MS,
    DEALT_TTL_MS,
    LIVE_TTL_MS,
    Appended,
    Repeated,
    Stale,
)
from pasjans_services.eventstore.memory import Memory, MemoryEventStore, MemoryRegistry


class Clock:
    def __init__(self) -> None:
        self.now_ms = 1_796_000_000_000

    def __call__(self) -> int:
        return self.now_ms


async def test_a_game_that_was_never_moved_goes_after_a_day() -> None:
    clock = Clock()
    store = MemoryEventStore(Memory(clock), "a")
    await store.append("game", 0, "dealt", [b"x"], final=False)
    clock.now_ms += DEALT_TTL_MS - 1
    assert await store.head("game") == 1
    clock.now_ms += 1
    assert await store.head("game") == 0
    assert await store.append("game", 1, "moved", [b"x"], final=False) == Stale(0)
    assert isinstance(await store.append("game", 0, "dealt", [b"x"], final=False), Appended)


async def test_each_record_puts_the_end_off() -> None:
    clock = Clock()
    store = MemoryEventStore(Memory(clock), "a")
    for version in range(5):
        await store.append("game", version, f"c{version}", [b"x"], final=False)
        clock.now_ms += DEALT_TTL_MS - 1 if version == 0 else LIVE_TTL_MS - 1
    assert await store.head("game") == 5
    clock.now_ms += 1
    assert await store.read("game") == ()


async def test_a_finished_game_stays_and_its_command_ids_go_a_day_after_compaction() -> None:
    clock = Clock()
    store = MemoryEventStore(Memory(clock), "a")
    await store.append("game", 0, "dealt", [b"x"], final=False)
    await store.append("game", 1, "last", [b"y"], final=True)
    clock.now_ms += 10 * LIVE_TTL_MS
    await store.compact("game")
    clock.now_ms += COMMANDS_TTL_MS - 1
    assert await store.append("game", 1, "last", [b"y"], final=True) == Repeated(2)
    clock.now_ms += 1
    assert await store.committed("game", "last") is None
    assert await store.append("game", 1, "last", [b"y"], final=True) == Stale(2)
    assert [entry.record for entry in await store.read("game")] == [b"x", b"y"]


async def test_a_value_with_a_lifetime_goes_when_it_is_over() -> None:
    clock = Clock()
    registry = MemoryRegistry(Memory(clock))
    await registry.put("key", "value", 1.5)
    clock.now_ms += 1_499
    assert await registry.get("key") == "value"
    clock.now_ms += 1
    assert await registry.get("key") is None
