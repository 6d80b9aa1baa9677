"""The index when logs are not what they were, or cannot be read."""

from collections.abc import AsyncIterator, Sequence

import pytest

from pasjans_engine.deal_id import deal_id
from pasjans_engine.game import Resigned, Undone
from pasjans_services.eventstore.base import Standing, StoreUnavailable
from pasjans_services.eventstore.memory import Memory, MemoryEventStore
from pasjans_services.eventstore.memory_listings import MemoryListings
from pasjans_services.eventstore.records import encode_event
from pasjans_services.replay.entries import Result
from pasjans_services.replay.index import Index
from pasjans_services.replay.rebuild import rebuild
from pasjans_services.replay.search import Page, Search, search
from support import corpus
from support.lines import Line
from support.logs import PLAYER, START_MS, Clock, header_of, keep_line, solved_line
from support.solves import OLDEST

SOLVED = solved_line()
UNSOLVED = Line(SOLVED.rules, SOLVED.deal, SOLVED.actions[:-1])
DEAL = header_of(SOLVED.rules, SOLVED.deal).deal_id


class World:
    """A store, an index of it, and what a failover does to them."""

    def __init__(self) -> None:
        self.memory = Memory(Clock(tick_ms=1_000))
        self.store = MemoryEventStore(self.memory, "a")
        self.index = Index(MemoryListings(self.memory), self.store)

    async def apply(self, game: str = "g") -> None:
        await self.index.apply(game, await self.store.read(game))

    def lose_the_end(self, game: str = "g") -> None:
        kept = self.memory.game(game)
        kept.log.pop()
        kept.finished, kept.commands = False, {}

    async def end_otherwise(self, game: str = "g") -> None:
        head = await self.store.head(game)
        records = [encode_event(Undone()), encode_event(Resigned())]
        await self.store.append(game, head, "other", records, final=True)

    async def as_made_anew(self) -> dict[str, list[bytes]]:
        """What an index has that is made from the logs alone."""
        memory = Memory(self.memory.clock)
        await rebuild(Index(MemoryListings(memory), self.store))
        return memory.listings


def found(page: Page) -> list[tuple[str, Result]]:
    return [(listed.entry.game, listed.entry.result) for listed in page.games]


async def test_a_game_that_lost_its_end_and_ended_otherwise_has_one_entry() -> None:
    """The solve stood beside the resignation for good, in three lists."""
    world = World()
    await keep_line(world.store, "g", SOLVED)
    await world.apply()
    world.lose_the_end()
    await world.end_otherwise()
    await world.apply()
    for wanted in (Search(), Search(player=PLAYER), Search(deal_id=DEAL)):
        assert found(await search(world.index, wanted)) == [("g", Result.RESIGNED)]
    assert world.memory.listings == await world.as_made_anew()


async def test_a_game_that_lost_its_end_is_in_progress_again_when_it_is_applied() -> None:
    world = World()
    await keep_line(world.store, "g", SOLVED)
    await world.apply()
    world.lose_the_end()
    await world.apply()
    assert found(await search(world.index, Search())) == [("g", Result.PLAYING)]
    assert world.memory.listings == await world.as_made_anew()


async def test_a_log_that_ends_otherwise_while_it_is_applied_is_applied_again() -> None:
    """Who had read the log before the failover wrote the old end after somebody wrote the new."""
    world = World()
    old = await keep_line(world.store, "g", SOLVED)
    world.lose_the_end()
    await world.end_otherwise()
    await world.apply()
    await world.index.apply("g", old)
    assert world.memory.listings == await world.as_made_anew()


class Dying(MemoryListings):
    """Listings that take so many changes before their process dies."""

    def __init__(self, memory: Memory, left: int) -> None:
        super().__init__(memory)
        self._left = left

    async def change(
        self, key: str, /, *, add: Sequence[bytes] = (), remove: Sequence[bytes] = ()
    ) -> int:
        self._left -= 1
        if self._left < 0:
            raise StoreUnavailable("killed")
        return await super().change(key, add=add, remove=remove)


@pytest.mark.parametrize("changes", range(9))
async def test_what_a_process_left_half_done_is_done_when_the_game_is_applied_again(
    changes: int,
) -> None:
    world = World()
    await keep_line(world.store, "g", SOLVED)
    await world.apply()
    world.lose_the_end()
    await world.end_otherwise()
    dying = Index(Dying(world.memory, changes), world.store)
    with pytest.raises(StoreUnavailable):
        await dying.apply("g", await world.store.read("g"))
    await world.apply()
    assert world.memory.listings == await world.as_made_anew()


async def test_a_game_that_cannot_be_read_breaks_no_list_and_no_rebuild() -> None:
    """One archive of a newer format made the list of games answer 503 for everybody."""
    world = World()
    for name in ("newer", "fine"):
        await keep_line(world.store, name, UNSOLVED)
        await world.apply(name)
        record = encode_event(Resigned())
        await world.store.append(name, len(SOLVED.actions), "end", [record], final=True)
        await world.store.compact(name)
    kept = world.memory.game("newer")
    kept.archive = b"\x7f" + (kept.archive or b"")[1:]
    world.store = world.index.store = Unreadable(world.memory)

    page = await search(world.index, Search(results=frozenset({Result.PLAYING})))
    assert found(page) == []
    assert found(await search(world.index, Search())) == [("fine", Result.RESIGNED)]
    assert await rebuild(world.index) == 1
    assert found(await search(world.index, Search())) == [("fine", Result.RESIGNED)]


class Unreadable(MemoryEventStore):
    """A store that, like that on Redis, tells a game's version without reading its archive."""

    def __init__(self, memory: Memory) -> None:
        super().__init__(memory, "a")
        self._all = memory

    async def standing(self, game: str, /) -> Standing:
        return Standing(len(SOLVED.actions) + 1, self._all.game(game).finished)

    async def games(self) -> AsyncIterator[str]:
        for game in ("newer", "fine"):
            yield game


async def test_a_game_of_an_older_version_is_found_by_the_name_that_its_deal_has_now() -> None:
    """Logs of 0.1.0 have names of ten characters, and the deal's board had the game under 16."""
    world = World()
    kept = next(iter(corpus.logs(OLDEST).values()))
    records = [entry.record for entry in kept.stored]
    await world.store.append("old", 0, "", records, final=kept.stored[-1].version > 1)
    await world.apply("old")
    name = deal_id("domino", kept.header.deal)
    assert name != kept.header.deal_id
    (listed,) = (await search(world.index, Search(deal_id=name))).games
    assert (listed.entry.game, listed.entry.deal_id) == ("old", name)
    assert listed.entry.dealt_ms > START_MS
