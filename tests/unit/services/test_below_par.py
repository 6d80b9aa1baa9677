"""Solves that cannot be, since they are shorter than what was proved to be the shortest."""

import pytest
from prometheus_client import REGISTRY
from structlog.testing import capture_logs

from pasjans_engine.deal_id import deal_id
from pasjans_services.feed.base import Occasion
from pasjans_services.feed.memory import MemoryFeed
from pasjans_services.games.pars import Known, Par
from pasjans_services.leaderboard.belowpar import Impossible
from pasjans_services.solver.recheck import Recheck
from support import solves
from support.ranked import Ranked
from support.solves import narrated_log


@pytest.fixture
def table() -> Ranked:
    return Ranked()


@pytest.mark.parametrize(
    "false",
    [Par(Known.SOLVED, 1, 1, 39, 3), Par(Known.UNSOLVABLE, 1, 1)],
    ids=["solved", "unsolvable"],
)
async def test_a_solve_below_par_gets_no_row_and_raises_one_alarm(
    table: Ranked, false: Par
) -> None:
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
async def test_a_solve_at_par_or_of_an_open_deal_has_its_rows(table: Ranked, true: Par) -> None:
    await table.pars.keep("russian", deal_id("domino", solves.NARRATED.deal), true)
    await table.ranking.apply("narrated", narrated_log())
    assert len(table.content) == 2
    assert await table.below_par.kept() == []


async def test_a_row_that_a_later_par_contradicts_is_looked_at_again(table: Ranked) -> None:
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
