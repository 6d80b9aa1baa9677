"""Hints: solvers' words about positions, from a real worker over a real data server."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import httpx
import pytest
import pytest_asyncio

from pasjans_engine.domino import POLISH
from pasjans_engine.game import legal
from pasjans_engine.queens.rules import QUEENS
from pasjans_engine.view import View, check
from pasjans_protocol.errors import Code
from pasjans_protocol.messages import (
    Advised,
    Delta,
    Hint,
    Join,
    Question,
    Refused,
    Replay,
    Snapshot,
    SnapshotReason,
)
from support.hints import DEAL, PAR, advised, hint, lost_line, solving
from support.inprocess import InProcess, Running, in_process
from support.lines import dealt
from support.wire import Table, Wire, fresh_id

pytestmark = pytest.mark.slow

HINTS_SLOT = 33


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[InProcess]:
    """A data server with a worker, for tests that leave both as they were."""
    folder = tmp_path_factory.mktemp("shared") / "data"
    async with in_process(folder) as inprocess, solving(inprocess):
        yield inprocess


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_running(shared: InProcess) -> AsyncIterator[Running]:
    """A gateway over it."""
    async with shared.gateway() as running:
        yield running


SHARING = pytest.mark.asyncio(loop_scope="module")


@SHARING
async def test_a_hint_is_an_event_that_everybody_sees(shared_running: Running) -> None:
    async with (
        Wire.connect(shared_running.ws_url) as player,
        Wire.connect(shared_running.ws_url) as other,
    ):
        table = await player.create("polish", deal=DEAL)
        watched = await other.join(table.game)
        before = table.view
        first = await advised(player, hint(table))

        assert (first.verdict, first.to_go, first.undo, first.version) == ("solved", PAR, 0, 2)
        assert table.version == 2, "the delta comes before the answer"
        assert table.view == (*before, 1)
        await watched.reach(2)
        assert watched.view == table.view

        (best,) = first.suggestions
        assert (best.reason, best.message) == ("best", f"{PAR} moves from the end")
        assert best.action is not None
        await table.play(best.action)
        second = await advised(player, hint(table))
        assert (second.version, second.to_go) == (4, (PAR or 0) - 1)
        assert table.view[HINTS_SLOT] == 2

        # Whoever was away gets the hints like any event.
        async with Wire.connect(shared_running.ws_url, token=player.welcome.token) as again:
            again_table = await resumed_from(again, table, before)
            assert again_table.view == table.view


async def resumed_from(wire: Wire, table: Table, view: View) -> Table:
    """A game that another socket knew at version 1."""
    known = Table(wire, table.channel, view)
    known.game, known.version = table.game, 1
    return await wire.resume(known)


@SHARING
async def test_who_takes_no_hints_gets_a_snapshot_where_the_first_one_adds_a_slot(
    shared_running: Running,
) -> None:
    """Version 0.2 of the SDK, which knows no view that grows, gave such games up."""
    async with AsyncExitStack() as stack:
        player = await stack.enter_async_context(Wire.connect(shared_running.ws_url))
        table = await player.create("polish", deal=DEAL)
        old = await stack.enter_async_context(Wire.open(shared_running.ws_url))
        await old.hello(takes_hints=False)
        watched = await old.join(table.game)
        before = watched.view
        await advised(player, hint(table))
        await watched.reach(2)
        unasked = old.seen[-1]
        assert isinstance(unasked, Snapshot)
        assert (unasked.id, unasked.reason) == (None, SnapshotReason.JOINED)
        await advised(player, hint(table))
        await watched.reach(3)
        assert isinstance(old.seen[-1], Delta), "the slot is there"

        back = await stack.enter_async_context(Wire.open(shared_running.ws_url))
        await back.hello(takes_hints=False)
        away = Join(fresh_id(), table.game, False, 1, check(before))
        answer = await back.ask(away)
        assert isinstance(answer, Snapshot)
        assert (answer.version, answer.reason) == (3, SnapshotReason.JOINED)

        await table.play("resign")
        await back.ask(Replay(fresh_id(), table.game, version=1, playing=True, speed=10_000))
        seen = back.tables[max(back.tables)]
        await seen.reach(4)
        kinds = [type(one) for one in back.seen if getattr(one, "channel", 0) == seen.channel]
        assert kinds[:4] == [Snapshot, Snapshot, Delta, Delta]
        assert seen.view == table.view


@SHARING
async def test_hints_are_the_players_alone_while_the_game_goes_on(shared_running: Running) -> None:
    async with (
        Wire.connect(shared_running.ws_url) as player,
        Wire.connect(shared_running.ws_url) as other,
    ):
        table = await player.create("polish", deal=DEAL)
        watched = await other.join(table.game)
        assert (await other.refused(hint(watched))).code is Code.NOT_OVER
        assert await other.ask(Replay(fresh_id(), table.game, playing=False))
        channel = max(other.tables)
        replayed_hint = Hint(fresh_id(), channel, 1)
        assert (await other.refused(replayed_hint)).code is Code.NOT_OVER
        stale = await player.refused(hint(table, version=2))
        assert (stale.code, stale.version) == (Code.CONFLICT, 1)
        refused = await table.command("hint")
        assert isinstance(refused, Refused)
        assert (refused.code, refused.message) == (Code.INVALID, "ask with the message `hint`")
        assert (await player.refused(hint(table, ask=Question.MOVES))).code is Code.UNSUPPORTED
        assert await shared_running.gateway.lobby.store.head(table.game) == 1


@SHARING
async def test_who_lost_the_solution_is_told_how_much_to_take_back(shared_running: Running) -> None:
    line = lost_line()
    async with Wire.connect(shared_running.ws_url) as player:
        table = await player.create("polish", deal=DEAL)
        await table.play(*line)
        said = await advised(player, hint(table))
        assert (said.verdict, said.to_go, said.undo) == ("unsolvable", None, 2)
        assert said.suggestions[0].action == "undo"
        assert said.suggestions[0].message == "no solution from here: take back 2 moves"
        await table.play("undo", "undo")
        assert (await advised(player, hint(table))).verdict == "solved"


@SHARING
async def test_a_hint_that_is_sent_again_is_one_event(
    shared: InProcess, shared_running: Running
) -> None:
    async with AsyncExitStack() as stack:
        second = await stack.enter_async_context(shared.gateway())
        first = await stack.enter_async_context(Wire.connect(shared_running.ws_url))
        token = first.welcome.token
        table = await first.create("polish", deal=DEAL)
        others = [
            await (await stack.enter_async_context(Wire.connect(one.ws_url, token=token))).join(
                table.game
            )
            for one in (shared_running, second)
        ]
        request_id = fresh_id()

        def again(seat: Table) -> Hint:
            return Hint(request_id, seat.channel, 1)

        # At once, on three sockets of two processes.
        tables = [table, *others]
        answers = await asyncio.gather(*(advised(one.wire, again(one)) for one in tables))
        assert answers == [answers[0]] * 3
        assert (answers[0].version, answers[0].to_go) == (2, PAR)
        for one in tables:
            assert one.version == 2
        # Later, and when the game is over.
        await table.play(POLISH.move_name(POLISH.legal_moves(POLISH.start(DEAL))[0]))
        assert await advised(first, again(table)) == answers[0]
        await table.play("resign")
        assert await advised(others[1].wire, again(others[1])) == answers[0]
        assert await shared_running.gateway.lobby.store.head(table.game) == 4


@SHARING
async def test_the_id_of_a_command_gives_no_advice(shared_running: Running) -> None:
    """A move was sent, then a hint with its id: advice came, and nobody saw a hint."""
    async with Wire.connect(shared_running.ws_url) as player:
        table = await player.create("polish", deal=DEAL)
        request_id = fresh_id()
        move = POLISH.move_name(POLISH.legal_moves(POLISH.start(DEAL))[0])
        await table.command(move, request_id=request_id)
        for version in (1, 2):
            refused = await player.refused(Hint(request_id, table.channel, version))
            assert refused.code is Code.INVALID
        assert table.version == 2
        assert await shared_running.gateway.lobby.store.head(table.game) == 2


@SHARING
async def test_a_game_that_is_full_takes_no_hint(shared: InProcess) -> None:
    async with shared.gateway() as running, Wire.connect(running.ws_url) as player:
        table = await player.create("polish", deal=DEAL)
        vars(running.gateway.hints)["_max_events"] = 1
        assert (await player.refused(hint(table))).code is Code.TOO_LONG


@SHARING
async def test_of_queens_no_answer_tells_what_lies_hidden(shared_running: Running) -> None:
    async with (
        Wire.connect(shared_running.ws_url) as player,
        Wire.connect(shared_running.ws_url) as other,
    ):
        table = await player.create("queens", deal=QUEENS.deal(bytes(32)))
        watched = await other.join(table.game)
        seen = [await advised(one.wire, hint(one, ask=Question.MOVES)) for one in (table, watched)]
        for answer in seen:
            assert (answer.verdict, answer.to_go, answer.undo, answer.version) == (*[None] * 3, 1)
        assert seen[0].suggestions == seen[1].suggestions
        assert seen[0].suggestions[0].action in legal(dealt("queens", QUEENS.deal(bytes(32))))
        stale = await other.refused(hint(watched, version=2, ask=Question.MOVES))
        assert stale.code is Code.CONFLICT
        assert table.version == 1

        for rules in ("queens", "queens-3pass"):
            table = await player.create(rules, deal=QUEENS.deal(bytes(32)))
            said = await advised(player, hint(table))
            assert said == Advised(said.id, 2, "solved", None, 0, ())
            assert table.version == 2
        await table.play("resign")
        path = f"{shared_running.http_url}/api/v1/games/{table.game}/costs"
        async with httpx.AsyncClient() as web:
            costs = await web.get(path)
        assert (costs.status_code, costs.json()["code"]) == (404, "unsupported")


@SHARING
async def test_costs_of_what_has_none(shared_running: Running) -> None:
    async with httpx.AsyncClient(base_url=f"{shared_running.http_url}/api/v1/games/") as web:
        answer = await web.get("nosuchgame/costs")
        assert (answer.status_code, answer.json()["code"]) == (404, "no_such_game")
