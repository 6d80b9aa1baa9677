"""The projection of the boards: rows that follow from logs, whatever came before."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prometheus_client import REGISTRY
from structlog.testing import capture_logs

from pasjans_engine.deal_id import deal_id
from pasjans_engine.game import Hinted
from pasjans_services.eventstore.archive import UnreadableArchive
from pasjans_services.eventstore.base import Stored, StoreUnavailable
from pasjans_services.eventstore.memory import Memory, MemoryEventStore, MemoryRegistry
from pasjans_services.eventstore.memory_listings import MemoryListings
from pasjans_services.eventstore.records import encode_event
from pasjans_services.feed.base import Occasion
from pasjans_services.feed.memory import MemoryFeed
from pasjans_services.games.pars import Known, Par, Pars
from pasjans_services.leaderboard import projection
from pasjans_services.leaderboard.belowpar import BelowPar, Impossible
from pasjans_services.leaderboard.boards import Boards
from pasjans_services.leaderboard.exclusions import Exclusions
from pasjans_services.leaderboard.ids import Board, Scope
from pasjans_services.leaderboard.projection import Ranking
from pasjans_services.leaderboard.rebuild import Progress, Rebuild
from pasjans_services.solver.recheck import Recheck
from support import cards, solves
from support.solves import golden_log, narrated_log

MIDNIGHT_MS = 1_795_132_800_000
"""The end of 2026-11-19, UTC."""


def daily_log(**head: Any) -> tuple[Stored, ...]:
    """A solve of that day's deal, on that day."""
    return solves.moved(golden_log("polish-4", **head), MIDNIGHT_MS - 1)


def hinted(log: Sequence[Stored]) -> tuple[Stored, ...]:
    """The same game, in which a hint was taken before the last move, at the same time as it."""
    records = [entry.record for entry in log]
    again = solves.stored([*records[:-1], encode_event(Hinted()), records[-1]], step_ms=0)
    return solves.moved(again, log[-1].time_ms)


class Table:
    """The boards of one memory, and what brings them up to date."""

    def __init__(self) -> None:
        self.memory = Memory(clock=lambda: 1_795_900_000_000)
        self.listings = MemoryListings(self.memory)
        self.store = MemoryEventStore(self.memory, "a")
        self.boards = Boards(self.listings)
        self.exclusions = Exclusions(self.listings)
        self.pars = Pars(MemoryRegistry(self.memory))
        self.below_par = BelowPar(self.listings, self.pars)
        self.ranking = Ranking(self.store, self.boards, self.exclusions, self.below_par)

    @property
    def content(self) -> dict[str, list[bytes]]:
        """Every member of every board."""
        listings = self.memory.listings
        return {key: list(members) for key, members in listings.items() if key[:6] == "board:"}

    async def rebuild(self, *, from_empty: bool = False) -> Progress:
        """Make the boards anew."""
        return await Rebuild(self.store, self.listings, self.ranking).run(from_empty=from_empty)


@pytest.fixture
def table() -> Table:
    return Table()


async def test_a_solve_has_its_row_on_each_of_its_boards_and_nowhere_else(table: Table) -> None:
    await table.ranking.apply("g", daily_log())
    keys = sorted(key.rsplit(":", 1)[0] for key in table.content)
    assert keys == ["board:all", "board:daily:polish", "board:deal:polish", "board:dealt"]
    sizes = {key.split(":")[1]: len(members) for key, members in table.content.items()}
    assert sizes == {"all": 3, "dealt": 2, "deal": 2, "daily": 2}


async def test_a_bot_stands_among_bots_alone(table: Table) -> None:
    await table.ranking.apply("g", daily_log(bot=True))
    assert len(table.content) == 4
    assert all(key.endswith(":bots") for key in table.content)


async def test_an_assisted_solve_stands_among_assisted_ones_alone(table: Table) -> None:
    await table.ranking.apply("g", hinted(daily_log()))
    assert len(table.content) == 4
    assert all(key.endswith(":assisted") for key in table.content)


async def test_a_bot_that_took_a_hint_stands_among_bots(table: Table) -> None:
    await table.ranking.apply("g", hinted(daily_log(bot=True)))
    assert len(table.content) == 4
    assert all(key.endswith(":bots") for key in table.content)


@pytest.mark.parametrize("rules", cards.SOLVED)
async def test_a_solve_of_cards_has_its_rows(table: Table, rules: str) -> None:
    await table.ranking.apply("g", solves.queens_log(rules))
    assert {key.rsplit(":", 1)[0] for key in table.content} == {
        "board:all",
        "board:dealt",
        f"board:deal:{rules}",
    }
    (row,) = await table.boards.rows_of_game(Board(Scope.ALL, rules), "g")
    assert row.draws == cards.SOLVED[rules].draws


async def test_games_that_are_not_solved_have_no_row(table: Table) -> None:
    await table.ranking.apply("g", narrated_log()[:1])
    await table.ranking.apply("g", narrated_log()[:-1])
    await table.ranking.apply("h", golden_log("polish-8"))
    assert table.content == {}


LOGS: tuple[Sequence[Stored], ...] = (
    daily_log(),
    solves.moved(daily_log(), MIDNIGHT_MS),
    daily_log()[:-1],
    daily_log(player="else"),
    hinted(daily_log()),
    hinted(daily_log())[:-1],
)


@pytest.mark.slow
@given(st.lists(st.sampled_from(LOGS), max_size=5), st.sampled_from(LOGS))
async def test_rows_follow_from_the_last_log_whatever_was_applied_before(
    before: list[Sequence[Stored]], last: Sequence[Stored]
) -> None:
    table, alone = Table(), Table()
    for log in before:
        await table.ranking.apply("g", log)
    await table.ranking.apply("g", last)
    await alone.ranking.apply("g", last)
    assert table.content == alone.content


async def test_what_is_left_half_done_is_done_when_it_is_applied_again(table: Table) -> None:
    """The process died between two boards."""
    log, late = LOGS[:2]
    await table.ranking.apply("g", log)
    whole = table.content
    for key in whole:
        table.memory.listings.pop(key)
        await table.ranking.apply("g", log)
        assert table.content == whole
    daily = next(key for key in whole if key.startswith("board:daily"))
    await table.ranking.apply("g", late)
    assert daily not in table.content


async def test_what_cannot_be_verified_gets_no_row_and_is_told(table: Table) -> None:
    forged = list(golden_log("polish-2"))
    forged[7] = forged[9]
    forged = list(solves.stored([entry.record for entry in forged]))
    before = _failures()
    with capture_logs() as logs:
        await table.ranking.apply("g", forged)
    assert table.content == {}
    assert _failures() == before + 1
    (told,) = [line for line in logs if line["event"] == "game_not_verified"]
    assert (told["game"], told["log_level"]) == ("g", "error")
    assert told["why"].startswith("version ")


async def test_a_row_goes_when_its_log_no_longer_proves_it(table: Table) -> None:
    log = daily_log()
    await table.ranking.apply("g", log)
    await table.ranking.apply("g", log[:1])
    assert table.content == {}


async def test_a_long_log_is_verified_as_a_short_one_is(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(projection, "LONG_LOG", 10)
    await table.ranking.apply("g", narrated_log())
    assert len(table.content) == 2


async def test_an_excluded_game_has_no_rows_until_it_is_included(table: Table) -> None:
    log = narrated_log()
    await table.ranking.apply("g", log)
    whole = table.content
    assert await table.exclusions.add("g")
    assert not await table.exclusions.add("g")
    await table.ranking.apply("g", log)
    assert table.content == {}
    await table.ranking.apply("h", log)
    assert len(table.content) == 2
    await table.ranking.apply("h", log[:1])
    assert await table.exclusions.remove("g")
    await table.ranking.apply("g", log)
    assert table.content == whole


async def test_a_game_that_is_excluded_while_it_is_applied_has_no_rows(table: Table) -> None:
    class Late(Exclusions):
        asked = 0

        async def holds(self, game: str) -> bool:
            self.asked += 1
            return self.asked > 1

    ranking = Ranking(table.store, table.boards, Late(table.listings), table.below_par)
    await ranking.apply("g", narrated_log())
    assert table.content == {}


async def test_what_was_read_before_the_end_takes_no_row_away(table: Table) -> None:
    """A reader of an older log was slow, found a row that its log did not prove, and removed it."""
    log = narrated_log()
    await solves.keep(table.store, "g", log)
    await table.ranking.apply("g", await table.store.read("g"))
    whole = table.content
    await table.ranking.apply("g", log[:-1])
    assert table.content == whole


async def test_a_row_that_was_written_half_is_found_when_its_game_is_excluded() -> None:
    """A process died between two boards; then nobody knew of the first."""

    class Dies(MemoryListings):
        left = 0

        async def change(self, key: str, /, **how: Any) -> int:
            self.left -= 1
            if self.left < 0:
                raise StoreUnavailable("the process is gone")
            return await super().change(key, **how)

    for changes in range(4):
        table = Table()
        dying = Dies(table.memory)
        dying.left = changes
        ranking = Ranking(table.store, Boards(dying), table.exclusions, table.below_par)
        log = golden_log("polish-2")
        with suppress(StoreUnavailable):
            await ranking.apply("g", log)
        await table.exclusions.add("g")
        await table.ranking.apply("g", log)
        assert table.content == {}, f"after {changes} changes"


async def filled() -> Table:
    """Boards with the corpus on them, as the projector brings it there."""
    table = Table()
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


def _failures() -> float:
    return REGISTRY.get_sample_value("pasjans_verification_failures_total") or 0.0


# Solves that cannot be


@pytest.mark.parametrize(
    "false",
    [Par(Known.SOLVED, 1, 1, 39, 3), Par(Known.UNSOLVABLE, 1, 1)],
    ids=["solved", "unsolvable"],
)
async def test_a_solve_below_par_gets_no_row_and_raises_one_alarm(table: Table, false: Par) -> None:
    log, name = narrated_log(), deal_id("domino", solves.NARRATED.deal)
    await table.pars.keep("russian", name, false)
    before = REGISTRY.get_sample_value("pasjans_below_par_total") or 0
    with capture_logs() as logs:
        await table.ranking.apply("narrated", log)
        await table.ranking.apply("narrated", log)
    assert table.content == {}
    (alarm,) = logs
    assert (alarm["event"], alarm["log_level"]) == ("below_par", "error")
    assert (alarm["game"], alarm["moves"], alarm["par"]) == ("narrated", 38, false.par)
    assert REGISTRY.get_sample_value("pasjans_below_par_total") == before + 1
    assert await table.below_par.kept() == [Impossible("narrated", 38)]


@pytest.mark.parametrize("true", [Par(Known.SOLVED, 1, 1, 38, 3), Par(Known.UNKNOWN, 9, 1)])
async def test_a_solve_at_par_or_of_an_open_deal_has_its_rows(table: Table, true: Par) -> None:
    await table.pars.keep("russian", deal_id("domino", solves.NARRATED.deal), true)
    await table.ranking.apply("narrated", narrated_log())
    assert len(table.content) == 2
    assert await table.below_par.kept() == []


async def test_a_row_that_a_later_par_contradicts_is_looked_at_again(table: Table) -> None:
    name = deal_id("domino", solves.NARRATED.deal)
    feed = MemoryFeed()
    await feed.join("boards")
    recheck = Recheck(table.boards, feed.announce)
    await table.ranking.apply("narrated", narrated_log())

    await recheck("russian", name, Par(Known.SOLVED, 1, 1, 38, 3))
    assert await feed.take("boards", "me", 9) == ()
    false = await table.pars.keep("russian", name, Par(Known.SOLVED, 1, 1, 39, 3))
    await recheck("russian", name, false)
    (announced,) = await feed.take("boards", "me", 9)
    assert (announced.game, announced.occasion) == ("narrated", Occasion.OVER)
    with capture_logs():
        await table.ranking.apply(announced.game, narrated_log())
    assert table.content == {}
