"""Replays over real sockets of a gateway."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from pasjans_protocol.errors import Code
from pasjans_protocol.messages import (
    Command,
    Delta,
    Finished,
    GuidedDelta,
    Heartbeat,
    Refused,
    Replay,
    ServerMessage,
    Snapshot,
    Steer,
    Steered,
)
from pasjans_protocol.subprotocols import Subprotocol
from support.inprocess import InProcess, Running
from support.lines import random_line
from support.logs import keep_line, solved_line
from support.slow import hold_up, narrow
from support.wire import Table, Wire, fresh_id

FASTEST = 100_000
SOLVED = solved_line()
LINE = random_line("polish", 20, seed=6)
pytestmark = pytest.mark.slow


@asynccontextmanager
async def solved(inprocess: InProcess) -> AsyncIterator[tuple[Running, Table]]:
    """A gateway, and a game that was solved on it."""
    async with inprocess.gateway() as running, Wire.connect(running.ws_url) as wire:
        table = await wire.create(SOLVED.rules, deal=SOLVED.deal, guide=True)
        await table.play(*SOLVED.actions)
        yield running, table


async def until_stopped(wire: Wire) -> list[ServerMessage]:
    """What comes until a replay stops by itself, heartbeats left out."""
    came: list[ServerMessage] = []
    while not (came and isinstance(came[-1], Steered) and came[-1].id is None):
        message = await wire.receive()
        if not isinstance(message, Heartbeat):
            came.append(message)
    return came


@pytest.mark.parametrize("subprotocol", [Subprotocol.MSGPACK, Subprotocol.JSON])
@pytest.mark.parametrize("guide", [False, True])
async def test_a_solved_game_is_seen_again_from_its_deal(
    inprocess: InProcess, subprotocol: str, guide: bool
) -> None:
    async with (
        solved(inprocess) as (running, live),
        Wire.connect(running.ws_url, subprotocol=subprotocol) as wire,
    ):
        await wire.send(Replay("again", live.game, speed=FASTEST, guide=guide))
        snapshot, *deltas, finished, stopped = await until_stopped(wire)
        kind = GuidedDelta if guide else Delta
        assert [type(one) for one in deltas] == [kind] * len(SOLVED.actions)
        assert isinstance(snapshot, Snapshot)
        assert (snapshot.reason, snapshot.role, snapshot.version) == ("replay", "watcher", 1)
        assert isinstance(finished, Finished)
        assert (finished.status, finished.version) == ("solved", live.version)
        assert stopped == Steered(
            None, snapshot.channel, live.version, live.version, False, FASTEST
        )
        again = wire.tables[snapshot.channel]
        assert (again.view, again.version) == (live.view, live.version)
        if guide:
            shown = [one.legal for one in live.wire.seen if isinstance(one, GuidedDelta)]
            assert [one.legal for one in deltas if isinstance(one, GuidedDelta)] == shown


async def test_a_game_is_joined_live_and_replayed_at_the_same_time(inprocess: InProcess) -> None:
    async with inprocess.gateway() as running, Wire.connect(running.ws_url) as wire:
        live = await wire.create(LINE.rules, deal=LINE.deal)
        await live.play(*LINE.actions[:5])
        replay = await wire.ask(Replay("r", live.game, playing=False))
        assert isinstance(replay, Snapshot)
        assert replay.channel != live.channel
        await live.play(LINE.actions[5])

        heartbeat = await wire.receive_heartbeat()
        assert [channel for channel, _, _ in heartbeat.games] == [live.channel]
        steered = await wire.ask(Steer("s", replay.channel, version=7, playing=True))
        assert steered == Steered("s", replay.channel, 7, 7, False, 100)
        again = wire.tables[replay.channel]
        assert (again.view, again.version) == (live.view, live.version)

        await wire.leave(again)
        await live.play(LINE.actions[6])
        anew = await wire.ask(Replay("t", live.game, version=8, playing=False))
        assert isinstance(anew, Snapshot)
        assert anew.channel == replay.channel


async def test_what_may_not_be_is_refused_with_a_code(inprocess: InProcess) -> None:
    async with solved(inprocess) as (running, live), Wire.connect(running.ws_url) as wire:
        limit = wire.welcome.limits.games
        missing = await wire.refused(Replay(fresh_id(), "nosuchgame42"))
        beyond = await wire.refused(Replay(fresh_id(), live.game, version=live.version + 1))
        assert (missing.code, beyond.code) == (Code.NO_SUCH_GAME, Code.NO_SUCH_VERSION)
        assert beyond.version == live.version
        replays = [
            await wire.ask(Replay(fresh_id(), live.game, playing=False)) for _ in range(limit)
        ]
        assert {type(one) for one in replays} == {Snapshot}
        over = await wire.refused(Replay(fresh_id(), live.game))
        assert over.code == Code.TOO_MANY_GAMES
        command = await wire.refused(Command(fresh_id(), 1, 1, "undo"))
        assert command.code == Code.NOT_YOUR_GAME
        steered = await wire.refused(Steer(fresh_id(), 1, version=live.version + 1))
        assert (steered.code, steered.version) == (Code.NO_SUCH_VERSION, live.version)
        await wire.leave(wire.tables[1])
        left = await wire.refused(Steer(fresh_id(), 1, playing=True))
        assert left.code == Code.NOT_JOINED


async def test_a_slow_reader_of_a_long_replay_is_neither_flooded_nor_sent_away(
    inprocess: InProcess,
) -> None:
    long = random_line("polish", 1_000, seed=12)
    async with inprocess.gateway() as running:
        await keep_line(running.gateway.lobby.store, "long", long)
        async with Wire.open(running.ws_url, **narrow(running.ws_url)) as wire:
            await wire.hello()
            end = hold_up(running, wire)
            before = end.outbox.waiting_bytes
            await wire.send(Replay("r", "long", speed=FASTEST))
            while not end.session.connection.game_on(1):
                await breath(running)
            for _ in range(20):
                await breath(running)
            # The snapshot waits, and no delta behind it.
            assert before < end.outbox.waiting_bytes < before + 1_000
            came = [one for one in await until_stopped(wire) if not isinstance(one, Refused)]
        assert [one.base for one in came if isinstance(one, Delta)] == list(range(1, 1_001))
        assert came[-1] == Steered(None, 1, 1_001, 1_001, False, FASTEST)


async def breath(running: Running) -> None:
    """Let the gateway do what is due: somebody comes and goes."""
    async with Wire.connect(running.ws_url):
        pass
