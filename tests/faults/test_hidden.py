"""Hidden cards: faults H1 to H4 that users of other card servers reported."""

import asyncio
import io
import logging
import random
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest
from dramatiq import Message
from hypothesis import given, settings
from hypothesis import strategies as st

from pasjans_engine.deal_id import sealed_deal_id
from pasjans_engine.errors import EngineError
from pasjans_engine.game import Dealt, Game, decide, evolve, legal
from pasjans_engine.notation import command_name, parse_command
from pasjans_engine.queens import QUEENS, QUEENS_3PASS, QueensRules
from pasjans_engine.rules import rules_named
from pasjans_engine.view import view
from pasjans_protocol.portable import Origin, verify
from pasjans_protocol.subprotocols import Subprotocol
from pasjans_services.backends import Backends
from pasjans_services.games.advice import looked
from pasjans_services.solver.jobs import open_jobs
from pasjans_services.solver.lanes import HINTS, AdviceJob
from pasjans_services.telemetry import configure_logs
from support import cards, solves
from support.inprocess import InProcess, Running
from support.leaderboards import write
from support.onlooker import Onlooker
from support.spying import BAD, Ear, Spy
from support.strategies import choices, possible, seeds
from support.wire import PATIENCE_S, Wire

pytestmark = pytest.mark.slow

GAMES = 200
SPIES = 8
COMMANDS = 10
WHOLE_STOCK = 66
"""Draws up to the first card after a redeal, one of them refused."""
RULES = ("queens", "queens-3pass")
SHUFFLES, LAST = 4, 60
"""Deals that look the same, and plies that are looked at, late in a game."""


@pytest.fixture
def logged(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """All that the servers of this test write into their logs, at the level that tells most."""
    root = logging.getLogger()
    handlers, level, text = root.handlers[:], root.level, io.StringIO()
    monkeypatch.setattr(sys, "stderr", text)
    configure_logs("info", as_json=True)
    for ours in ("pasjans_services", "dramatiq"):
        monkeypatch.setattr(logging.getLogger(ours), "level", logging.DEBUG)
    yield text
    root.handlers[:] = handlers
    root.setLevel(level)


async def sent_out(spy: Spy, number: int, games: int) -> None:
    """Play games of all kinds: some from the second pass on, some up to the end."""
    for game in range(games):
        draws = WHOLE_STOCK if game == 0 and number < len(RULES) else 0
        rules = RULES[(number + game) % 2]
        await spy.play(rules, COMMANDS, draws=draws, end=game % 2 == 1)


async def test_h1_to_h3_nothing_hidden_is_in_anything_that_leaves_the_server(
    inprocess: InProcess, shared: Backends, logged: io.StringIO
) -> None:
    """Other servers sent hidden cards in snapshots, undo, error texts and exports.

    What is shown is compared with what a program sees that knows nothing of ours; everything else
    is searched for seeds, deals, and runs of cards that nobody has seen.
    """
    async with AsyncExitStack() as stack:
        one, other = [await stack.enter_async_context(inprocess.gateway()) for _ in range(2)]
        client = httpx.AsyncClient(base_url=other.http_url, timeout=PATIENCE_S)
        web = await stack.enter_async_context(client)
        spies: list[Spy] = []
        for number in range(SPIES):
            ways = [Subprotocol.MSGPACK, Subprotocol.JSON][:: 1 - 2 * (number % 2)]
            player, watcher = [
                await stack.enter_async_context(Ear.open(gateway.ws_url, subprotocol=way))
                for gateway, way in zip((one, other), ways, strict=True)
            ]
            spies.append(Spy(shared.store, player, watcher, web, random.Random(number)))
            await player.hello()
            await watcher.hello()
        await asyncio.gather(
            *(sent_out(spy, number, GAMES // SPIES) for number, spy in enumerate(spies))
        )
        common = [
            (await spies[0].get(path)).content
            for path in ("metrics", "api/v1/games", "api/v1/boards", "api/v1/rules", "readyz")
        ]
    common.append(logged.getvalue().encode())
    assert len(common[-1]) > 1_000

    secrets = {secret.game: secret for spy in spies for secret in spy.secrets}
    assert len(secrets) == GAMES
    shown = [one for spy in spies for one in spy.shown]
    # Deals are random, and with them how many commands are taken.
    assert len(shown) > GAMES * COMMANDS / 2
    for game, version, seen in shown:
        assert seen == secrets[game].views[version - 1]
    for spy in spies:
        for secret in spy.secrets:
            left = b"\0".join([*spy.left[: secret.told_at], *common])
            for needle in secret.needles:
                # A game that is over has been told to those who asked for it.
                assert needle not in left


def test_h1_a_line_about_a_job_has_no_deal(logged: io.StringIO) -> None:
    """A job that failed was logged with its arguments: the deal of a game in progress."""
    deal = QUEENS.deal(bytes(32))
    job = Message[None]("hints", "advise", (deal,), {}, {})
    logging.getLogger("dramatiq.worker.WorkerThread").error("Failed to process message %s.", job)
    assert job.message_id in logged.getvalue()
    assert deal.split(" | ")[0] not in logged.getvalue()


async def test_h1_a_worker_logs_no_deal_that_it_is_told(
    inprocess: InProcess, logged: io.StringIO
) -> None:
    """At the level `debug` each question of a player was logged with the deal of the game."""
    deal, told = QUEENS.deal(bytes(32)), asyncio.Event()

    async def work(_job: AdviceJob) -> None:
        told.set()

    jobs = await open_jobs(inprocess.redis_url, HINTS, work)
    try:
        await jobs.start()
        await jobs.put(AdviceJob("queens", deal, ("draw",)))
        async with asyncio.timeout(PATIENCE_S):
            await told.wait()
    finally:
        await jobs.close()
    assert "Received message" in logged.getvalue()
    assert deal.split(" | ")[0] not in logged.getvalue()


async def test_h3_no_name_promise_or_time_tells_of_a_deal_before_its_end(
    running: Running, shared: Backends, web: httpx.AsyncClient
) -> None:
    """The name of a deal was a hash of the cards: 5,040 tries found all prisoners."""
    async with Wire.connect(running.ws_url) as wire:
        table = await wire.create("queens")
        before = (await web.get(f"/api/v1/games/{table.game}/log")).json()
        assert (before["deal"], before["seed"]) == (None, None)
        info = (await web.get(f"/api/v1/games/{table.game}")).json()
        assert (info["deal"], info["position"], info["seed"]) == (None, None, None)
        refused = await web.get(f"/api/v1/games/{table.game}/export")
        assert (refused.status_code, refused.json()["code"]) == (409, "not_over")
        await table.play("draw", "resign")
    told = (await web.get(f"/api/v1/games/{table.game}/log")).json()
    seed = bytes.fromhex(told["seed"])
    assert told["deal"] == QUEENS.deal(seed)
    assert told["deal_id"] == before["deal_id"] == sealed_deal_id(seed)
    proved = verify((await web.get(f"/api/v1/games/{table.game}/export")).content.splitlines(True))
    assert (proved.origin, proved.draws) == (Origin.SEED, 1)


@pytest.mark.parametrize("source", ["level:easy", "daily:{today}"])
async def test_h3_a_deal_that_others_may_still_play_is_not_told_at_the_end_of_a_game(
    shared: Backends, web: httpx.AsyncClient, source: str
) -> None:
    """Who gave the deal of the day up was told it, and came back under another name."""
    today = datetime.now(UTC).date().isoformat()
    log = solves.queens_log(source=source.format(today=today))
    header = solves.header_of(log)
    await write(shared, "over", log)
    for path in ("", "/log", "/at/3", "/export"):
        answer = await web.get(f"/api/v1/games/over{path}")
        fields: dict[str, Any] = answer.json()
        assert [fields.get(name) for name in ("deal", "seed", "position")] == [None] * 3
        assert str(header.seed) not in answer.text
        assert header.deal.split(" | ")[0] not in answer.text
    assert fields["code"] == "deal_in_play"


async def test_h3_the_deal_of_the_day_is_not_told_by_its_address(web: httpx.AsyncClient) -> None:
    """Everybody could read it before the first move."""
    for rules in RULES:
        answer = await web.get(f"/api/v1/daily/{rules}")
        assert answer.json()["deal"] is None
        assert answer.json()["commitment"]


async def test_h4_undo_and_drawing_again_over_a_redeal_lead_to_the_identical_position(
    running: Running,
) -> None:
    """The waste was shuffled when it was turned over, and undo brought another order back."""
    async with Wire.connect(running.ws_url) as wire:
        table = await wire.create("queens-3pass")
        await table.play(*["draw"] * 65)
        seen = [table.view]
        for action in ("redeal", *["draw"] * 4):
            await table.play(action)
            seen.append(table.view)
        for before in seen[-2::-1]:
            await table.play("undo")
            assert cards_of(table) == before[:210]
        for after in seen[1:]:
            await table.play("redo")
            assert cards_of(table) == after[:210]
        await table.play("undo", "undo")
        for again in seen[-2:]:
            await table.play("draw")
            assert cards_of(table) == again[:210]
        # The second pass has the order of the first.
        await table.play(*["draw"] * 61)
        assert cards_of(table)[143:208] == seen[0][143:208]


def cards_of(table: Any) -> tuple[int, ...]:
    """The slots of a view without its counters."""
    slots: tuple[int, ...] = table.view[:210]
    return slots


def other_deal(game: Game, onlooker: Onlooker, order: random.Random) -> str:
    """A deal that differs in what nobody has seen so far, and in nothing else."""
    prisoners, columns, stock = game.deal.split(" | ")
    drawn, held = stock.split(), prisoners.split()
    first = len(drawn) - onlooker.never_drawn
    shut = [at for at, house in enumerate(onlooker.table.houses[:7]) if len(house) < 13]
    hidden = [*(held[at] for at in shut), *drawn[first:]]
    order.shuffle(hidden)
    for at in shut:
        held[at] = hidden.pop()
    return " | ".join((" ".join(held), columns, " ".join([*drawn[:first], *hidden])))


def answers(game: Game) -> list[object]:
    """All that a player is told of a position, whatever they ask for."""
    told: list[object] = [view(game), legal(game)]
    hint = looked("a hint", game) if not game.over else None
    told.append(hint)
    for action in (*BAD, "draw", "undo", "redo", "w>c1", "w>h1", "c3>h2", "c1*2>c4", "c8*1>c1"):
        try:
            decide(game, parse_command(game.rules, action))
        except EngineError as error:
            told.append((type(error), *error.args))
    return told


def played(rules: QueensRules, deal: str, actions: list[str]) -> Iterator[Game]:
    game = evolve(None, Dealt(rules.id, rules.version, deal, None))
    yield game
    for action in actions:
        (event,) = decide(game, parse_command(rules, action))
        game = evolve(game, event)
        yield game


@settings(max_examples=40)
@given(st.sampled_from([QUEENS, QUEENS_3PASS]), seeds, choices, st.randoms(use_true_random=False))
def test_h1_what_is_told_follows_from_what_was_seen(
    rules: QueensRules, seed: bytes, picks: list[int], order: random.Random
) -> None:
    """Moves, refusals and hints are the same for each deal that looks the same so far."""
    deal = rules.deal(seed)
    (game,) = played(rules, deal, [])
    onlooker, actions = Onlooker(rules.id, deal), list[str]()
    for pick in picks:
        commands = possible(game)
        if not commands:
            break
        (event,) = decide(game, commands[pick % len(commands)])
        game = evolve(game, event)
        actions.append(command_name(rules, commands[pick % len(commands)]))
        onlooker.take(actions[-1])
    other = other_deal(game, onlooker, order)
    pairs = zip(played(rules, deal, actions), played(rules, other, actions), strict=True)
    for one, alike in pairs:
        assert answers(one) == answers(alike)


@pytest.mark.parametrize("rules", cards.SOLVED)
@pytest.mark.parametrize("part", [0.3, 0.5, 0.7])
def test_h1_what_is_told_late_in_a_game_follows_from_what_was_seen(rules: str, part: float) -> None:
    """Moves by chance come to no second pass and open no prisoner: here some of them are open."""
    known, order = cards.SOLVED[rules], random.Random(1)
    actions = list(known.actions[: int(part * len(known.actions))])
    onlooker = Onlooker(rules, known.deal)
    for action in actions:
        onlooker.take(action)
    rule_set = rules_named(rules)
    assert isinstance(rule_set, QueensRules)
    games = list(played(rule_set, known.deal, actions))
    told = [answers(game) for game in games[-LAST:]]
    others = {other_deal(games[-1], onlooker, order) for _ in range(SHUFFLES)} - {known.deal}
    assert others
    for other in others:
        alike = list(played(rule_set, other, actions))
        assert [answers(game) for game in alike[-LAST:]] == told
