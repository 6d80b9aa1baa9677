"""What workers are asked about games: each position once, by whoever and how often."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import httpx
import pytest

from pasjans_protocol.errors import Code
from pasjans_protocol.messages import (
    Advised,
    Hint,
    Question,
    Replay,
    Snapshot,
)
from pasjans_services.solver import judge
from support.hints import DEAL, PAR, Counted, advised, hint, lost_line, solving
from support.inprocess import InProcess, Running
from support.lines import dealt, replayed
from support.wire import Table, Wire, fresh_id, poll

pytestmark = pytest.mark.slow


@pytest.fixture
def solver(monkeypatch: pytest.MonkeyPatch) -> Counted:
    counted = Counted()
    monkeypatch.setattr(judge, "judge", counted)
    return counted


@pytest.fixture
async def running(inprocess: InProcess, solver: Counted) -> AsyncIterator[Running]:
    """A gateway beside a worker."""
    async with inprocess.gateway() as running, solving(inprocess):
        # Deals that are played are solved by another function.
        assert not solver.asked
        yield running


async def test_of_a_game_that_is_over_everybody_may_ask_for_any_version(
    running: Running, solver: Counted
) -> None:
    line = lost_line()
    async with Wire.connect(running.ws_url) as player, Wire.connect(running.ws_url) as other:
        table = await player.create("polish", deal=DEAL)
        await table.play(*line, "undo", "resign")
        head = table.version
        watched = await other.join(table.game)
        answer = await other.ask(Replay(fresh_id(), table.game, version=head, playing=False))
        assert isinstance(answer, Snapshot)
        for channel in (watched.channel, answer.channel):
            to_go = [
                (await advised(other, Hint(fresh_id(), channel, version))).to_go
                for version in range(1, head + 1)
            ]
            assert to_go[:3] == [PAR, (PAR or 0) - 1, (PAR or 0) - 2]
            assert to_go[3:] == [None] * 4
            beyond = await other.refused(Hint(fresh_id(), channel, head + 1))
            assert (beyond.code, beyond.version) == (Code.NO_SUCH_VERSION, head)
        moves = Hint(fresh_id(), watched.channel, 1, Question.MOVES)
        assert (await other.refused(moves)).code is Code.UNSUPPORTED
        assert await running.gateway.lobby.store.head(table.game) == head
        # Each question was looked at once, though it was asked on two channels.
        assert solver.asked.count(replayed("polish", DEAL, line).position) == 1


async def test_what_the_solver_does_not_know_is_no_event(running: Running, solver: Counted) -> None:
    solver.knows = False
    async with Wire.connect(running.ws_url) as player:
        table = await player.create("polish", deal=DEAL)
        request = hint(table)
        for _ in range(2):
            said = await advised(player, request)
            assert said == Advised(request.id, 1, "unknown", None, None, ())
        assert table.version == 1
        assert await running.gateway.lobby.store.head(table.game) == 1


async def test_ten_hints_at_once_from_two_processes_are_looked_at_once(
    inprocess: InProcess, running: Running, solver: Counted
) -> None:
    async with AsyncExitStack() as stack:
        second = await stack.enter_async_context(inprocess.gateway())
        player = await stack.enter_async_context(Wire.connect(running.ws_url))
        table = await player.create("polish", deal=DEAL)
        await table.play("resign")
        tables = [
            await (await stack.enter_async_context(Wire.connect(one.ws_url))).join(table.game)
            for one in (running, second)
            for _ in range(5)
        ]
        answers = await asyncio.gather(*(advised(one.wire, hint(one, 1)) for one in tables))
        assert {answer.to_go for answer in answers} == {PAR}
        assert solver.asked == [dealt("polish", DEAL).position]


async def test_the_costs_of_a_game_that_is_over(running: Running, solver: Counted) -> None:
    line = (*lost_line(), "undo", "undo")
    async with (
        Wire.connect(running.ws_url) as player,
        httpx.AsyncClient(base_url=f"{running.http_url}/api/v1/games/") as web,
    ):
        table = await player.create("polish", deal=DEAL)
        await table.play(*line)
        path = f"{table.game}/costs"
        early = await web.get(path)
        assert (early.status_code, early.json()["code"]) == (409, "not_over")
        while not table_over(table):
            (best,) = (await advised(player, hint(table))).suggestions
            assert best.action is not None
            await table.play(best.action)
        solver.asked.clear()
        first = await web.get(path)
        assert (first.status_code, first.json()["state"]) == (202, "pending")
        assert first.headers["retry-after"] == "1"
        done = await poll(lambda: web.get(path), lambda answer: answer.status_code == 200)

        body = done.json()
        assert (body["game"], body["rules"], body["state"]) == (table.game, "polish", "ready")
        versions = body["versions"]
        assert [one["version"] for one in versions] == list(range(1, table.version + 1))
        assert versions[0] == {"version": 1, "verdict": "solved", "to_go": PAR, "cost": None}
        assert [one["verdict"] for one in versions[2:6]] == [
            "solved",
            *["unsolvable"] * 2,
            "unsolvable",
        ]
        assert versions[-1]["to_go"] == 0
        moves = table.view[30]
        assert sum(one["cost"] for one in versions[6:] if one["cost"] is not None) == 0
        assert moves == PAR
        # Each position once, and never again.
        asked = list(solver.asked)
        assert len(asked) == len(set(asked))
        assert (await web.get(path)).json() == body
        assert solver.asked == asked


def table_over(table: Table) -> bool:
    return table.view[29] != 0
