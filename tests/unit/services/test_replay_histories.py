"""The games that are kept with every ply: which, how many, and that they are never old."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from pasjans_engine.game import Game, Undone
from pasjans_services.eventstore.base import Appended, Stored
from pasjans_services.eventstore.memory import Memory, MemoryEventStore
from pasjans_services.eventstore.records import encode_event
from pasjans_services.games.gamelog import EVENTS_A_TURN, GameLog, NoSuchGame
from pasjans_services.replay.histories import COMPARE_EVERY_S, Histories
from support.lines import random_line, replayed
from support.logs import append, events_of, header_of, keep_line, resigned_line

LINE = random_line("polish", 30, seed=8)
EVENTS = events_of(LINE)


class Counting(MemoryEventStore):
    """A store that counts how often it is read, and lets others run while it is."""

    def __init__(self) -> None:
        super().__init__(Memory(), "a")
        self.reads: list[int] = []

    async def read(self, game: str, after: int = 0, /) -> tuple[Stored, ...]:
        self.reads.append(after)
        stored = await super().read(game, after)
        await asyncio.sleep(0)
        return stored

    async def go_on(self, game: str, version: int) -> None:
        outcome = await self.append(
            game, version, f"c{version}", [encode_event(EVENTS[version - 1])], final=False
        )
        assert isinstance(outcome, Appended)


async def begun(store: MemoryEventStore, events: int) -> None:
    await append(store, "g", header_of(LINE.rules, LINE.deal), EVENTS[:events])


def states(games: tuple[Game, ...]) -> list[Game]:
    return [replayed(LINE.rules, LINE.deal, LINE.actions[:n]) for n in range(len(games))]


async def test_a_finished_game_is_read_once() -> None:
    store = Counting()
    await keep_line(store, "g", resigned_line("polish", 20, seed=4))
    store.reads.clear()
    histories = Histories(GameLog(store))
    first, *others = await asyncio.gather(*(histories.get("g") for _ in range(20)))
    again = await histories.get("g")
    assert all(other is first for other in (*others, again))
    assert store.reads == [0]


async def test_a_finished_game_that_ended_otherwise_is_noticed_until_it_is_settled() -> None:
    """After a failover had lost a game's last moves, replays went on telling its first end."""
    memory, hours = Memory(), 0
    store = MemoryEventStore(memory, "a")
    gamelog = GameLog(store)
    histories = Histories(gamelog, clock=lambda: datetime.now(UTC) + timedelta(hours=hours))
    first = await keep_line(store, "g", resigned_line("polish", 20, seed=4))
    assert (await histories.get("g")).history.stored == first

    memory.game("g").log[-1:] = [Stored(21, first[-1].time_ms + 9, encode_event(Undone()))]
    recording = await histories.get("g")
    recording.compared_s -= COMPARE_EVERY_S
    changed = (await histories.get("g")).history
    assert changed.stored == (await store.read("g"))
    assert not histories.settled(changed)

    memory.game("g").log[-1:] = first[-1:]
    again = await histories.get("g")
    assert not histories.settled(again.history)
    hours = 1
    assert histories.settled(again.history)
    memory.game("g").log.clear()
    again.compared_s -= COMPARE_EVERY_S
    assert await histories.get("g") is again


async def test_a_game_in_progress_is_read_on_from_where_it_was() -> None:
    store = Counting()
    await begun(store, 10)
    histories = Histories(GameLog(store))
    first = (await histories.get("g")).history
    assert (await histories.get("g")).history is first
    await store.go_on("g", 11)
    store.reads.clear()

    later = (await histories.get("g")).history

    assert store.reads == [10]
    assert (first.head, later.head) == (11, 12)
    assert list(later.games) == states(later.games)
    assert [later.check_at(version) for version in range(1, 12)] == [
        first.check_at(version) for version in range(1, 12)
    ]


async def test_who_asks_is_never_told_less_than_there_was_when_he_asked() -> None:
    store = Counting()
    await begun(store, 3)
    histories = Histories(GameLog(store))
    early = asyncio.create_task(histories.get("g"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert store.reads
    await store.go_on("g", 4)
    late = [asyncio.create_task(histories.get("g")) for _ in range(5)]
    assert (await early).history.head == 4
    assert {(await task).history.head for task in late} == {5}
    assert len(store.reads) == 2


async def test_a_log_that_has_changed_is_read_anew() -> None:
    memory = Memory()
    store = MemoryEventStore(memory, "a")
    await begun(store, 10)
    histories = Histories(GameLog(store))
    assert (await histories.get("g")).history.head == 11
    memory.game("g").log[5:] = []

    assert (await histories.get("g")).history.head == 5

    memory.game("g").log.clear()
    with pytest.raises(NoSuchGame):
        await histories.get("g")
    assert histories.events == 0


async def test_no_more_events_are_kept_than_there_is_room_for() -> None:
    store = Counting()
    for number in range(6):
        await keep_line(store, f"g{number}", resigned_line("polish", 20, seed=number))
    histories = Histories(GameLog(store), max_events=70)
    for number in range(6):
        await histories.get(f"g{number}")
        assert histories.events <= 70
    store.reads.clear()
    for number in (3, 4, 5, 3):
        await histories.get(f"g{number}")
    assert store.reads == []
    await histories.get("g0")
    await histories.get("g3")
    await histories.get("g4")
    assert len(store.reads) == 2


async def test_what_somebody_still_looks_at_is_shared_though_it_is_not_kept() -> None:
    store = Counting()
    await keep_line(store, "g0", resigned_line("polish", 20, seed=0))
    await keep_line(store, "g1", resigned_line("polish", 20, seed=1))
    histories = Histories(GameLog(store), max_events=25)
    looked_at = await histories.get("g0")
    await histories.get("g1")
    assert (histories.events, histories.events_in_use) == (21, 42)
    store.reads.clear()
    assert await histories.get("g0") is looked_at
    assert store.reads == []
    del looked_at
    await histories.get("g1")
    assert (histories.events, histories.events_in_use) == (21, 21)


async def test_many_long_games_at_once_leave_the_loop_its_turns() -> None:
    """Dozens of cold games of ten thousand events were replayed side by side between two turns."""
    store = Counting()
    long, games = resigned_line("polish", 5 * EVENTS_A_TURN, seed=5), 4
    for number in range(games):
        await keep_line(store, f"g{number}", long)
    histories, turns = Histories(GameLog(store)), 0

    async def count() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    counting = asyncio.create_task(count())
    await asyncio.gather(*(histories.get(f"g{number}") for number in range(games)))
    counting.cancel()

    assert turns >= games * 5


@pytest.mark.parametrize("name", ["nosuchgame", "not a name", "", "x" * 65])
async def test_a_game_that_is_not_there(name: str) -> None:
    histories = Histories(GameLog(Counting()))
    with pytest.raises(NoSuchGame):
        await histories.get(name)
