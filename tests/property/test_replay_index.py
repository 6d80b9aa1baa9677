"""The index against a model: whatever was applied, in whatever order, and however it is asked."""

import asyncio
import random
from dataclasses import dataclass, field
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pasjans_engine.game import evolve
from pasjans_services.eventstore.base import DAY_MS, Stored
from pasjans_services.eventstore.memory import Memory, MemoryEventStore
from pasjans_services.eventstore.memory_listings import MemoryListings
from pasjans_services.eventstore.records import encode_dealt, encode_event
from pasjans_services.games.deals import new_game_id
from pasjans_services.replay import index as index_module
from pasjans_services.replay import search as search_module
from pasjans_services.replay.entries import Entry, Result
from pasjans_services.replay.index import PREFIX, Index
from pasjans_services.replay.packing import packed
from pasjans_services.replay.projection import Indexing
from pasjans_services.replay.rebuild import rebuild
from pasjans_services.replay.search import EVERY_RESULT, Search, search
from pasjans_services.replay.sweep import Sweep
from support.lines import Line, random_line
from support.logs import Clock, events_of, header_of, resigned_line, solved_line

PLAYERS = ("p4tW8sLzQx1B", "pAAAAAAAAAAA", "p_other")
FINISHED = EVERY_RESULT - {Result.PLAYING}


@cache
def story(kind: int) -> Line:
    """A few games, so that the engine need not play them anew for each example."""
    lines = (
        solved_line(),
        resigned_line("polish", 3, seed=1),
        resigned_line("russian", 2, seed=2),
        random_line("polish", 4, seed=1),
        random_line("russian", 3, seed=3),
    )
    return lines[kind]


@dataclass
class Played:
    """A game of the model: as much of its story as was played."""

    name: str
    player: str
    line: Line
    shown: int = 0

    @property
    def over(self) -> bool:
        ended = self.line.actions[-1] == "resign" or len(self.line.actions) > 10
        return ended and self.shown == len(self.line.actions)


@dataclass
class World:
    """A store and an index, and what the model knows of both."""

    chance: random.Random
    pauses_ms: tuple[int, ...] = (0, 1, 1_000, DAY_MS // 4)
    clock: Clock = field(default_factory=Clock)
    games: list[Played] = field(default_factory=list[Played])
    seen: list[tuple[str, tuple[Stored, ...]]] = field(
        default_factory=list[tuple[str, tuple[Stored, ...]]]
    )

    def __post_init__(self) -> None:
        self.memory = Memory(self.clock)
        self.store = MemoryEventStore(self.memory, "a")
        self.index = Index(MemoryListings(self.memory), self.store)
        self.indexing = Indexing(self.index)

    async def step(self) -> None:
        match self.chance.randrange(6):
            case 0 | 1:
                await self.deal()
            case 2 | 3 if self.games:
                await self.go_on(self.chance.choice(self.games))
            case 4 if self.seen:
                # Any log that a projector may have read, however long ago.
                game, stored = self.chance.choice(self.seen)
                await self.indexing.apply(game, stored)
            case 5:
                self.clock.now_ms += self.chance.choice(self.pauses_ms)
            case _:
                pass

    async def deal(self) -> None:
        line = story(self.chance.randrange(5))
        game = Played(new_game_id(), self.chance.choice(PLAYERS), line)
        header = header_of(line.rules, line.deal, game.player)
        await self.store.append(game.name, 0, "", [encode_dealt(header)], final=False)
        self.games.append(game)
        await self.look(game)

    async def go_on(self, game: Played) -> None:
        events = events_of(game.line)
        upto = min(len(events), game.shown + self.chance.choice((1, 2, 50)))
        if not await self.store.head(game.name):
            return
        state = evolve(None, header_of(game.line.rules, game.line.deal).event)
        for event in events[: game.shown]:
            state = evolve(state, event)
        for number, event in enumerate(events[game.shown : upto], start=game.shown + 1):
            state = evolve(state, event)
            record = [encode_event(event)]
            await self.store.append(game.name, number, f"c{number}", record, final=state.over)
            self.clock.now_ms += 1
        game.shown = upto
        if game.over and self.chance.random() < 0.5:
            await self.store.compact(game.name)
        await self.look(game)

    async def look(self, game: Played) -> None:
        self.seen.append((game.name, await self.store.read(game.name)))

    async def apply_all(self) -> None:
        """What the feed promises: each game once more, after its last event that is announced."""
        wanted = [(game.name, await self.store.read(game.name)) for game in self.games]
        stale = self.chance.sample(self.seen, min(len(self.seen), 10))
        orders = wanted + stale
        self.chance.shuffle(orders)
        for name, stored in orders:
            await self.indexing.apply(name, stored)

    async def expected(self, wanted: Search) -> list[str]:
        """What a search has to find, in order, as the logs say."""
        found: list[tuple[int, bytes, str]] = []
        for game in self.games:
            stored = await self.store.read(game.name)
            if not stored:
                continue
            result = Result.PLAYING
            if game.over:
                solved = game.line.actions[-1] != "resign"
                result = Result.SOLVED if solved else Result.RESIGNED
            header = header_of(game.line.rules, game.line.deal, game.player)
            if (
                result in wanted.results
                and wanted.player in {None, game.player}
                and wanted.rules in {None, game.line.rules}
                and wanted.deal_id in {None, header.deal_id}
            ):
                time_ms = stored[-1 if game.over else 0].time_ms
                found.append((time_ms, packed(game.name), game.name))
        return [name for _, _, name in sorted(found, reverse=True)]

    def listed(self) -> dict[str, list[bytes]]:
        return {key: m for key, m in self.memory.listings.items() if key.startswith(PREFIX)}


async def paged(index: Index, wanted: Search) -> list[str]:
    """Every page of a search."""
    names: list[str] = []
    before: bytes | None = None
    for _ in range(1_000):
        page = await search(
            index,
            Search(
                wanted.player,
                wanted.rules,
                wanted.deal_id,
                wanted.results,
                wanted.limit,
                before,
            ),
        )
        assert len(page.games) <= wanted.limit
        names += [listed.entry.game for listed in page.games]
        if page.next is None:
            return names
        before = page.next
    raise AssertionError("the pages do not end")


def searches(chance: random.Random, count: int) -> list[Search]:
    deals = [header_of(line.rules, line.deal).deal_id for line in map(story, range(5))]
    results = (EVERY_RESULT, FINISHED, *(frozenset({result}) for result in Result))
    return [
        Search(
            player=chance.choice((None, None, *PLAYERS)),
            rules=chance.choice((None, "polish", "russian")),
            deal_id=chance.choice((None, None, *deals)),
            results=chance.choice(results),
            limit=chance.choice((1, 2, 3, 20)),
        )
        for _ in range(count)
    ]


@pytest.mark.slow
@settings(max_examples=60)
@given(st.integers(0, 2**32), st.integers(5, 60))
def test_searches_find_what_the_logs_say_newest_first(seed: int, steps: int) -> None:
    async def run() -> None:
        world = World(random.Random(seed))
        for _ in range(steps):
            await world.step()
        await world.apply_all()
        for wanted in searches(world.chance, 12):
            assert await paged(world.index, wanted) == await world.expected(wanted), wanted

    asyncio.run(run())


@pytest.mark.slow
@settings(max_examples=60)
@given(st.integers(0, 2**32), st.integers(5, 60))
def test_the_order_of_applications_and_a_rebuild_make_no_difference(seed: int, steps: int) -> None:
    async def run() -> None:
        world = World(random.Random(seed), pauses_ms=(0, 1, 1_000))
        for _ in range(steps):
            await world.step()
        await world.apply_all()
        once = world.listed()
        anew = Index(MemoryListings(Memory(world.clock)), world.store)
        await rebuild(anew)
        assert {key: once[key] async for key in anew.listings.keys(PREFIX)} == once
        for key, members in once.items():
            assert await anew.listings.slice(key, most=10_000) == tuple(members)

    asyncio.run(run())


@pytest.mark.slow
@settings(max_examples=30)
@given(st.integers(0, 2**32), st.integers(20, 80))
def test_games_that_expired_are_swept_out(seed: int, steps: int) -> None:
    async def run() -> None:
        world = World(random.Random(seed))
        for _ in range(steps):
            await world.step()
        await world.apply_all()
        sweep = Sweep(world.index, world.clock)
        while await sweep.turn():
            pass
        anew = Index(MemoryListings(Memory(world.clock)), world.store)
        await rebuild(anew)
        for key, members in world.listed().items():
            assert await anew.listings.slice(key, most=10_000) == tuple(members)

    asyncio.run(run())


@pytest.mark.slow
@settings(max_examples=30)
@given(st.integers(0, 2**32), st.integers(5, 40))
def test_a_rebuild_takes_out_what_no_log_gives(seed: int, steps: int) -> None:
    async def run() -> None:
        world = World(random.Random(seed))
        for _ in range(steps):
            await world.step()
        await rebuild(world.index)
        true = world.listed()
        true = {key: list(members) for key, members in true.items()}
        keys = list(true)
        for number in range(10):
            key = world.chance.choice(keys) if keys else f"{PREFIX}over:polish"
            junk = [bytes([number]), *(true[world.chance.choice(keys)] if keys else ())]
            gone = true.get(key, [])[:1]
            await world.index.listings.change(key, add=junk, remove=gone)
            await world.index.listings.change(f"{PREFIX}player:nobody", add=junk)
        await rebuild(world.index)
        assert world.listed() == true

    asyncio.run(run())


@pytest.mark.slow
def test_a_search_does_a_bounded_amount_of_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever looks for what is rare gets an empty page and a place to go on from.

    To read two thousand entries in vain took 75 ms; only those that fit are read now.
    """

    class Counted(MemoryListings):
        taken = 0

        async def slice(
            self,
            key: str,
            /,
            *,
            low: bytes | None = None,
            high: bytes | None = None,
            most: int,
            backwards: bool = False,
        ) -> tuple[bytes, ...]:
            members = await super().slice(key, low=low, high=high, most=most, backwards=backwards)
            self.taken += len(members)
            return members

    async def run() -> None:
        memory = Memory(Clock(tick_ms=1))
        store, listings = MemoryEventStore(memory, "a"), Counted(memory)
        index, line = Index(listings, store), story(1)
        header = header_of(line.rules, line.deal)
        records = [encode_dealt(header), *map(encode_event, events_of(line))]
        for _ in range(5_000):
            game = new_game_id()
            await store.append(game, 0, "", records, final=True)
            await index.apply(game, await store.read(game))
        read = 0

        def decoded(member: bytes) -> Entry | None:
            nonlocal read
            read += 1
            return index_module.decoded(member)

        monkeypatch.setattr(search_module, "decoded", decoded)
        rare = Search(player=header.player, results=frozenset({Result.SOLVED}))
        page = await search(index, rare)
        assert (page.games, page.next is None, listings.taken) == ((), False, 2_000)
        assert read == 0
        assert await paged(index, rare) == []
        page = await search(index, Search(limit=3))
        assert len(page.games) == 3

    asyncio.run(run())
