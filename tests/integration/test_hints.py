"""Hints: solvers' words about positions, from real workers over a real data server."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import httpx
import pytest
import pytest_asyncio

from pasjans_engine.domino import POLISH
from pasjans_engine.game import Game, legal
from pasjans_engine.queens.rules import QUEENS
from pasjans_engine.rules import Position, Rules
from pasjans_engine.view import View, check
from pasjans_protocol.errors import Code
from pasjans_protocol.messages import (
    Advised,
    Delta,
    Hint,
    Join,
    Ping,
    Pong,
    Question,
    Refused,
    Replay,
    Snapshot,
    SnapshotReason,
)
from pasjans_services.games.advice import Advice
from pasjans_services.games.pars import Known
from pasjans_services.solver import judge
from pasjans_services.solver.attendance import attending
from pasjans_services.solver.judge import Judged
from pasjans_services.solver.lanes import HINTS
from pasjans_services.solver.main import working
from support.advisers import Told
from support.inprocess import InProcess, Running, in_process
from support.leaderboards import backends_of
from support.lines import dealt, replayed
from support.pars import deals_of
from support.wire import Table, Wire, fresh_id, poll

pytestmark = pytest.mark.slow

HINTS_SLOT = 33
DEAL, PAR = deals_of("polish")[6]
BEST = 2
"""Best moves from `DEAL`, after which there is a move that loses every solution."""


class Counted:
    """The solver, and how often it was asked about each position; or one that knows nothing."""

    def __init__(self) -> None:
        self.asked: list[Position] = []
        self.knows = True

    def __call__(self, rules: Rules, position: Position, max_nodes: int) -> Judged:
        self.asked.append(position)
        return self._judge(rules, position, max_nodes) if self.knows else Judged(Known.UNKNOWN, 1)

    _judge = staticmethod(judge.judge)


@pytest.fixture
def solver(monkeypatch: pytest.MonkeyPatch) -> Counted:
    counted = Counted()
    monkeypatch.setattr(judge, "judge", counted)
    return counted


@pytest.fixture
async def running(inprocess: InProcess, solver: Counted) -> AsyncIterator[Running]:
    """A gateway beside a worker."""
    async with (
        inprocess.gateway() as running,
        backends_of(inprocess) as backends,
        working(backends, inprocess.redis_url),
    ):
        # Deals that are played are solved by another function.
        assert not solver.asked
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[InProcess]:
    """A data server with a worker, for tests that leave both as they were."""
    async with (
        in_process(tmp_path_factory.mktemp("shared") / "data") as inprocess,
        backends_of(inprocess) as backends,
        working(backends, inprocess.redis_url),
    ):
        yield inprocess


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_running(shared: InProcess) -> AsyncIterator[Running]:
    """A gateway over it."""
    async with shared.gateway() as running:
        yield running


SHARING = pytest.mark.asyncio(loop_scope="module")


def hint(table: Table, version: int | None = None, ask: Question = Question.SOLVER) -> Hint:
    at = table.version if version is None else version
    return Hint(fresh_id(), table.channel, at, ask)


async def advised(wire: Wire, request: Hint) -> Advised:
    answer = await wire.ask(request)
    assert isinstance(answer, Advised), answer
    return answer


def lost_line() -> tuple[str, ...]:
    """Moves from `DEAL`: best ones, one that loses every solution, and one more."""
    position = POLISH.start(DEAL)
    names: list[str] = []
    while len(names) < BEST:
        best = judge.judge(POLISH, position, 500_000).best
        assert best is not None
        names.append(best)
        position = POLISH.play(position, POLISH.parse_move(best))
    for move in POLISH.legal_moves(position):
        after = POLISH.play(position, move)
        following = POLISH.legal_moves(after)
        if judge.judge(POLISH, after, 500_000).verdict is Known.UNSOLVABLE and following:
            return (*names, POLISH.move_name(move), POLISH.move_name(following[0]))
    raise AssertionError("there is no such move")


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


async def test_a_game_that_is_full_takes_no_hint(running: Running) -> None:
    async with Wire.connect(running.ws_url) as player:
        table = await player.create("polish", deal=DEAL)
        vars(running.gateway.hints)["_max_events"] = 1
        assert (await player.refused(hint(table))).code is Code.TOO_LONG


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

        said = await advised(player, hint(table))
        assert said == Advised(said.id, 2, "solved", None, 0, ())
        assert table.version == 2

        table = await player.create("queens-3pass", deal=QUEENS.deal(bytes(32)))
        assert (await player.refused(hint(table))).code is Code.UNSUPPORTED
        await table.play("resign")
        path = f"{shared_running.http_url}/api/v1/games/{table.game}/costs"
        async with httpx.AsyncClient() as web:
            costs = await web.get(path)
        assert (costs.status_code, costs.json()["code"]) == (404, "unsupported")


# Costs


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


@SHARING
async def test_costs_of_what_has_none(shared_running: Running) -> None:
    async with httpx.AsyncClient(base_url=f"{shared_running.http_url}/api/v1/games/") as web:
        answer = await web.get("nosuchgame/costs")
        assert (answer.status_code, answer.json()["code"]) == (404, "no_such_game")
