"""Hints where no solver answers: who waits, and what goes on meanwhile."""

import asyncio

import httpx
import pytest

from pasjans_engine.domino import POLISH
from pasjans_engine.game import Game
from pasjans_protocol.errors import Code
from pasjans_protocol.messages import (
    Advised,
    Ping,
    Pong,
    Refused,
)
from pasjans_services.games.advice import Advice
from pasjans_services.games.pars import Known
from pasjans_services.solver.attendance import attending
from pasjans_services.solver.lanes import HINTS
from support.advisers import Told
from support.hints import DEAL, hint
from support.inprocess import InProcess
from support.leaderboards import backends_of
from support.wire import Wire, fresh_id

pytestmark = pytest.mark.slow


async def test_without_a_solver_nobody_waits(inprocess: InProcess) -> None:
    """A server without solvers refused each hint after eight seconds."""
    async with (
        inprocess.gateway() as running,
        Wire.connect(running.ws_url) as player,
        httpx.AsyncClient(base_url=f"{running.http_url}/api/v1/games/") as web,
    ):
        # Longer than `PATIENCE_S` of the wire: whoever waited would be seen to.
        vars(vars(running.gateway.hints)["_adviser"])["_patience_s"] = 60.0
        table = await player.create("polish", deal=DEAL)
        refused = await player.refused(hint(table))
        assert (refused.code, refused.retry_after_ms) == (Code.UNAVAILABLE, 2_000)
        assert "no solver is at work" in refused.message
        assert await running.gateway.lobby.store.head(table.game) == 1
        await table.play("resign")
        costs = await web.get(f"{table.game}/costs")
        assert (costs.status_code, costs.json()["code"]) == (503, "unavailable")
        assert costs.headers["retry-after"] == "1"


async def test_while_solvers_are_silent_nothing_changes_and_the_rest_goes_on(
    inprocess: InProcess,
) -> None:
    async with (
        inprocess.gateway() as running,
        backends_of(inprocess) as backends,
        attending(backends.registry),
        Wire.connect(running.ws_url) as player,
    ):
        vars(vars(running.gateway.hints)["_adviser"])["_patience_s"] = 0.5
        table = await player.create("polish", deal=DEAL)
        requests = [hint(table) for _ in range(5)]
        for request in requests:
            await player.send(request)
        # Four wait; the fifth, and whatever else is asked meanwhile, is answered before them.
        fifth = await player.answer_to(requests[4].id)
        assert isinstance(fifth, Refused)
        assert (fifth.code, fifth.retry_after_ms) == (Code.RATE_LIMITED, 1_000)
        assert isinstance(await player.ask(Ping(fresh_id())), Pong)
        assert not any(isinstance(one, Advised) for one in player.seen)
        await table.play(POLISH.move_name(POLISH.legal_moves(POLISH.start(DEAL))[0]))
        for request in requests[:4]:
            refused = await player.answer_to(request.id)
            assert isinstance(refused, Refused)
        assert table.version == 2
        again = await player.refused(hint(table))
        assert (again.code, again.retry_after_ms) == (Code.UNAVAILABLE, 2_000)
        assert await running.gateway.lobby.store.head(table.game) == 2


async def test_a_hint_is_for_the_game_that_the_channel_had_when_it_was_asked_for(
    inprocess: InProcess,
) -> None:
    """A hint waited, its channel was left and taken again, and another game got an event."""
    gate = asyncio.Event()

    class Waiting(Told):
        async def about(self, game: Game, asker: str, /) -> Advice:
            await gate.wait()
            return await super().about(game, asker)

    async with inprocess.gateway() as running, Wire.connect(running.ws_url) as player:
        vars(running.gateway.hints)["_adviser"] = Waiting(Advice(Known.SOLVED, 9, 0, "54@14"))
        first = await player.create("polish", deal=DEAL)
        game, requests = first.game, [hint(first), hint(first)]
        for request in requests:
            await player.send(request)
        await player.leave(first)
        second = await player.create("polish", deal=DEAL)
        assert second.channel == first.channel
        gate.set()
        answer = await player.answer_to(requests[0].id)
        assert isinstance(answer, Advised)
        assert answer.version == 2
        refused = await player.answer_to(requests[1].id)
        assert isinstance(refused, Refused)
        assert refused.code is Code.CONFLICT
        heads = [await running.gateway.lobby.store.head(one) for one in (game, second.game)]
        assert heads == [2, 1]


async def test_where_too_many_wait_nobody_else_does(
    inprocess: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(HINTS), "most", 0)
    async with (
        inprocess.gateway() as running,
        backends_of(inprocess) as backends,
        attending(backends.registry),
        Wire.connect(running.ws_url) as player,
    ):
        table = await player.create("polish", deal=DEAL)
        refused = await player.refused(hint(table))
        assert (refused.code, refused.retry_after_ms) == (Code.UNAVAILABLE, 2_000)
        assert "too many" in refused.message
