"""Boards that are made anew: the same bytes, whatever happened to them."""

import pytest
from structlog.testing import capture_logs

from pasjans_services.eventstore.archive import UnreadableArchive
from pasjans_services.eventstore.base import Stored
from pasjans_services.eventstore.memory import MemoryEventStore
from pasjans_services.eventstore.memory_listings import MemoryListings
from pasjans_services.leaderboard.rebuild import Rebuild
from support import solves
from support.ranked import Ranked, hinted
from support.solves import golden_log, narrated_log


async def filled() -> Ranked:
    """Boards with the corpus on them, as the projector brings it there."""
    table = Ranked()
    for name in ("polish-2", "polish-3", "polish-4", "russian-5", "russian-6", "polish-8"):
        for bot, hint in ((False, False), (True, False), (False, True)):
            game = f"{name}{'-bot' * bot}{'-hint' * hint}"
            log = golden_log(name, bot=bot)
            kept = hinted(log) if hint else log
            await solves.keep(table.store, game, kept)
            await table.ranking.apply(game, await table.store.read(game))
    await solves.keep(table.store, "cards", solves.queens_log())
    await table.ranking.apply("cards", await table.store.read("cards"))
    await solves.keep(table.store, "narrated", narrated_log())
    await table.ranking.apply("narrated", await table.store.read("narrated"))
    await solves.keep(table.store, "live", narrated_log()[:-1], final=False)
    return table


@pytest.mark.slow
@pytest.mark.parametrize("from_empty", [False, True])
async def test_a_rebuild_gives_the_same_bytes(from_empty: bool) -> None:
    table = await filled()
    whole = table.content
    assert sum(map(len, whole.values())) > 60

    first = await table.rebuild(from_empty=from_empty)
    assert table.content == whole
    table.memory.listings.clear()
    second = await table.rebuild(from_empty=from_empty)
    assert table.content == whole

    assert (first.solves, first.removed) == (second.solves, second.removed) == (17, 0)


@pytest.mark.slow
async def test_a_rebuild_mends_whatever_happened_to_the_boards() -> None:
    table = await filled()
    whole = table.content
    listings = table.listings
    everything = whole["board:all:polish"]
    await listings.change("board:all:polish", add=[b"junk", b"", b"r"], remove=everything[:4])
    await listings.change("board:all:polish:bots", add=everything)
    await listings.change("board:all:polish:assisted", add=everything)
    await listings.change("board:dealt:polish", add=everything)
    await listings.change("board:nothing:at:all", add=everything)
    await listings.change("board:daily:polish:2020-01-01", add=everything)
    await table.ranking.apply("gone", narrated_log(detours=1))
    await table.ranking.apply("live", narrated_log(player="cheat"))

    done = await table.rebuild()

    assert table.content == whole
    assert done.removed > 0


@pytest.mark.slow
async def test_games_that_end_during_a_rebuild_keep_their_rows() -> None:
    table = await filled()
    ended: list[str] = []

    async def end_one() -> None:
        game = f"late{len(ended)}"
        ended.append(game)
        await solves.keep(table.store, game, narrated_log())
        await table.ranking.apply(game, await table.store.read(game))

    class Meanwhile(MemoryListings):
        async def slice(self, key, /, **bounds):  # type: ignore[no-untyped-def]
            if key.startswith("board:") and len(ended) < 5 and bounds["most"] == 500:
                await end_one()
            return await super().slice(key, **bounds)

    await Rebuild(table.store, Meanwhile(table.memory), table.ranking).run()

    assert len(ended) == 5
    by_projector = table.content
    assert (await table.rebuild()).removed == 0
    assert table.content == by_projector
    for game in ended:
        assert any(game.encode() in member for member in by_projector["board:all:russian"])


async def test_a_log_that_cannot_be_read_has_no_row_and_stops_no_rebuild() -> None:
    table = await filled()

    class Damaged(MemoryEventStore):
        async def read(self, game: str, after: int = 0, /) -> tuple[Stored, ...]:
            if game == "polish-2":
                raise UnreadableArchive("damaged")
            return await super().read(game, after)

    table.store = Damaged(table.memory, "a")
    with capture_logs() as logs:
        done = await table.rebuild()
    assert done.solves == 16
    assert all(b"polish-2\0" not in one for members in table.content.values() for one in members)
    assert "log_not_readable" in {line["event"] for line in logs}
