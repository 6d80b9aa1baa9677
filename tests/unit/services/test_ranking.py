"""The projection of the boards: rows that follow from logs, whatever came before."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prometheus_client import REGISTRY
from structlog.testing import capture_logs

from pasjans_services.eventstore.base import Stored, StoreUnavailable
from pasjans_services.eventstore.memory_listings import MemoryListings
from pasjans_services.leaderboard import projection
from pasjans_services.leaderboard.boards import Boards
from pasjans_services.leaderboard.exclusions import Exclusions
from pasjans_services.leaderboard.ids import Board, Scope
from pasjans_services.leaderboard.projection import Ranking
from support import cards, solves
from support.ranked import Ranked, hinted
from support.solves import golden_log, narrated_log

MIDNIGHT_MS = 1_795_132_800_000
"""The end of 2026-11-19, UTC."""


def daily_log(**head: Any) -> tuple[Stored, ...]:
    """A solve of that day's deal, on that day."""
    return solves.moved(golden_log("polish-4", **head), MIDNIGHT_MS - 1)


@pytest.fixture
def table() -> Ranked:
    return Ranked()


async def test_a_solve_has_its_row_on_each_of_its_boards_and_nowhere_else(table: Ranked) -> None:
    await table.ranking.apply("g", daily_log())
    keys = sorted(key.rsplit(":", 1)[0] for key in table.content)
    assert keys == ["board:all", "board:daily:polish", "board:deal:polish", "board:dealt"]
    sizes = {key.split(":")[1]: len(members) for key, members in table.content.items()}
    assert sizes == {"all": 3, "dealt": 2, "deal": 2, "daily": 2}


async def test_a_bot_stands_among_bots_alone(table: Ranked) -> None:
    await table.ranking.apply("g", daily_log(bot=True))
    assert len(table.content) == 4
    assert all(key.endswith(":bots") for key in table.content)


async def test_an_assisted_solve_stands_among_assisted_ones_alone(table: Ranked) -> None:
    await table.ranking.apply("g", hinted(daily_log()))
    assert len(table.content) == 4
    assert all(key.endswith(":assisted") for key in table.content)


async def test_a_bot_that_took_a_hint_stands_among_bots(table: Ranked) -> None:
    await table.ranking.apply("g", hinted(daily_log(bot=True)))
    assert len(table.content) == 4
    assert all(key.endswith(":bots") for key in table.content)


@pytest.mark.parametrize("rules", cards.SOLVED)
async def test_a_solve_of_cards_has_its_rows(table: Ranked, rules: str) -> None:
    await table.ranking.apply("g", solves.queens_log(rules))
    assert {key.rsplit(":", 1)[0] for key in table.content} == {
        "board:all",
        "board:dealt",
        f"board:deal:{rules}",
    }
    (row,) = await table.boards.rows_of_game(Board(Scope.ALL, rules), "g")
    assert row.draws == cards.SOLVED[rules].draws


async def test_games_that_are_not_solved_have_no_row(table: Ranked) -> None:
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
    table, alone = Ranked(), Ranked()
    for log in before:
        await table.ranking.apply("g", log)
    await table.ranking.apply("g", last)
    await alone.ranking.apply("g", last)
    assert table.content == alone.content


async def test_what_is_left_half_done_is_done_when_it_is_applied_again(table: Ranked) -> None:
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


async def test_what_cannot_be_verified_gets_no_row_and_is_told(table: Ranked) -> None:
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


async def test_a_row_goes_when_its_log_no_longer_proves_it(table: Ranked) -> None:
    log = daily_log()
    await table.ranking.apply("g", log)
    await table.ranking.apply("g", log[:1])
    assert table.content == {}


async def test_a_long_log_is_verified_as_a_short_one_is(
    table: Ranked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(projection, "LONG_LOG", 10)
    await table.ranking.apply("g", narrated_log())
    assert len(table.content) == 2


async def test_an_excluded_game_has_no_rows_until_it_is_included(table: Ranked) -> None:
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


async def test_a_game_that_is_excluded_while_it_is_applied_has_no_rows(table: Ranked) -> None:
    class Late(Exclusions):
        asked = 0

        async def holds(self, game: str) -> bool:
            self.asked += 1
            return self.asked > 1

    ranking = Ranking(table.store, table.boards, Late(table.listings), table.below_par)
    await ranking.apply("g", narrated_log())
    assert table.content == {}


async def test_what_was_read_before_the_end_takes_no_row_away(table: Ranked) -> None:
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
        table = Ranked()
        dying = Dies(table.memory)
        dying.left = changes
        ranking = Ranking(table.store, Boards(dying), table.exclusions, table.below_par)
        log = golden_log("polish-2")
        with suppress(StoreUnavailable):
            await ranking.apply("g", log)
        await table.exclusions.add("g")
        await table.ranking.apply("g", log)
        assert table.content == {}, f"after {changes} changes"


def _failures() -> float:
    return REGISTRY.get_sample_value("pasjans_verification_failures_total") or 0.0
