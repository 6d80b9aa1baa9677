"""Games seen again: faults P1, P2, P4, P5 and K11 that users of other servers reported.

P3, the corpus of finished games, has a module of its own; the client's half of P5 is among the
SDK's tests.
"""

import json
import random
from typing import Any

import httpx
import pytest

from pasjans_engine.game import Game, Undo, decide, evolve
from pasjans_engine.notation import parse_command
from pasjans_engine.view import check, view
from pasjans_protocol import portable
from pasjans_protocol.messages import Delta, Finished, GuidedDelta, Replay, Snapshot, Steer, Steered
from pasjans_services.eventstore.memory import Memory, MemoryEventStore
from pasjans_services.eventstore.records import encode_dealt, encode_event
from pasjans_services.games.gamelog import SNAPSHOT_EVERY, GameLog
from pasjans_services.web.moments import iso
from support.inprocess import InProcess, Running
from support.lines import Line, random_line, replayed
from support.logs import header_of, resigned_line, solved_line
from support.wire import PATIENCE_S, Table, Wire, fresh_id

FASTEST = 100_000
NARRATED = solved_line()
UNDONE = resigned_line("polish", 90, seed=44)
GAMES = 1_000
pytestmark = pytest.mark.slow


def web_of(running: Running) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=running.http_url, timeout=PATIENCE_S)


async def play(wire: Wire, line: Line) -> tuple[Table, list[int]]:
    """Play a line live; the check that was sent at each ply."""
    table = await wire.create(line.rules, deal=line.deal)
    checks = [table.check]
    for action in line.actions:
        await table.play(action)
        checks.append(table.check)
    sent = [one.check for one in wire.seen if isinstance(one, Delta)]
    assert checks[1:] == sent
    return table, checks


@pytest.mark.parametrize("line", [NARRATED, UNDONE], ids=["narrated", "undone"])
async def test_p1_every_ply_of_a_replay_has_the_check_that_was_sent_live(
    inprocess: InProcess, line: Line
) -> None:
    """A replay drew a position that nobody had seen while the game was played."""
    async with inprocess.gateway() as running, Wire.connect(running.ws_url) as player:
        table, checks = await play(player, line)
        async with Wire.connect(running.ws_url) as viewer, web_of(running) as web:
            start = await viewer.ask(Replay(fresh_id(), table.game, speed=FASTEST, guide=True))
            assert isinstance(start, Snapshot)
            while not isinstance(await viewer.receive(), Finished):
                pass
            again = [one.check for one in viewer.seen if isinstance(one, GuidedDelta)]
            assert [start.check, *again] == checks
            for ply in random.Random(1).sample(range(len(checks)), 20):
                answer = await web.get(f"/api/v1/games/{table.game}/at/{ply}")
                assert answer.json()["check"] == checks[ply]
                steered = await viewer.ask(Steer(fresh_id(), start.channel, version=ply + 1))
                assert isinstance(steered, Steered)
                assert viewer.tables[start.channel].check == checks[ply]


async def test_p2_a_log_with_undos_is_exported_as_played_and_as_its_net_line(
    inprocess: InProcess,
) -> None:
    """An export left the undone moves out, and its score was another than the game's."""
    async with inprocess.gateway() as running, Wire.connect(running.ws_url) as wire:
        table, checks = await play(wire, UNDONE)
        async with web_of(running) as web:
            game = f"/api/v1/games/{table.game}"
            exported = (await web.get(f"{game}/export")).content
            log = (await web.get(f"{game}/log")).json()
            live = (await web.get(game)).json()
            plies = [
                (await web.get(f"{game}/at/{ply}?line=net")).json()
                for ply in range(live["moves"] + 1)
            ]
    assert table.view[31] > 0
    seen: list[int] = []
    proved = portable.verify(
        exported.splitlines(keepends=True), lambda step: seen.append(check(view(step.game)))
    )
    assert seen == checks
    assert (proved.moves, proved.undos) == (live["moves"], live["undos"])
    net = json.loads(exported.splitlines()[-1])["net"]
    assert net == log["net"] == [ply["event"] for ply in plies[1:]]
    end = replayed(UNDONE.rules, UNDONE.deal, net)
    assert view(end)[:29] == table.view[:29]
    assert plies[-1]["position"] == live["position"]
    assert [tuple(ply["view"]) for ply in plies] == [
        view(replayed(UNDONE.rules, UNDONE.deal, net[:n])) for n in range(len(net) + 1)
    ]


async def test_p2_no_export_with_a_changed_byte_is_verified(inprocess: InProcess) -> None:
    """A file was edited, and a viewer showed the better game that it told."""
    async with inprocess.gateway() as running, Wire.connect(running.ws_url) as wire:
        table, checks = await play(wire, NARRATED)
        async with web_of(running) as web:
            exported = (await web.get(f"/api/v1/games/{table.game}/export")).content
    proved = portable.verify(exported.splitlines(keepends=True))
    assert (proved.status, proved.moves, proved.events) == ("solved", 38, len(checks))
    chance = random.Random(2)
    for at in chance.sample(range(len(exported)), 400):
        changed = bytearray(exported)
        changed[at] ^= 1 << chance.randrange(8)
        with pytest.raises(portable.NotVerified):
            portable.verify(bytes(changed).splitlines(keepends=True))


async def test_p4_the_times_of_an_export_are_those_of_the_events(inprocess: InProcess) -> None:
    """An export gave every move the time at which it was downloaded."""
    told: list[list[int]] = []
    async with inprocess.gateway() as running, Wire.connect(running.ws_url) as wire:
        table = await wire.create(NARRATED.rules, deal=NARRATED.deal)
        await table.play(*NARRATED.actions[:-1])
        live = [entry.time_ms for entry in await running.gateway.lobby.store.read(table.game)]
        async with web_of(running) as web:
            told.append(await exported_times(web, table.game))
            await table.play(NARRATED.actions[-1])
            log = (await web.get(f"/api/v1/games/{table.game}/log")).json()
    async with inprocess.gateway() as running, web_of(running) as web:
        stored = [entry.time_ms for entry in await running.gateway.lobby.store.read(table.game)]
        told.append(await exported_times(web, table.game))
        plies = [
            (await web.get(f"/api/v1/games/{table.game}/at/{ply}")).json()["time"]
            for ply in range(len(stored))
        ]
    assert told == [live, stored]
    assert stored[:-1] == live
    assert [log["time"], *(event["time"] for event in log["events"])] == plies
    assert plies == [iso(time_ms) for time_ms in stored]


async def exported_times(web: httpx.AsyncClient, game: str) -> list[int]:
    exported = (await web.get(f"/api/v1/games/{game}/export")).content
    portable.verify(exported.splitlines(keepends=True))
    lines: list[dict[str, Any]] = [json.loads(line) for line in exported.splitlines()]
    return [line["time"] for line in lines[:-1]]


async def test_p5_who_scrolled_back_stays_there_after_a_lost_connection(
    inprocess: InProcess,
) -> None:
    """A viewer looked at move five; the connection came back, and threw him to the newest move."""
    async with inprocess.gateway() as running, Wire.connect(running.ws_url) as player:
        table = await player.create(UNDONE.rules, deal=UNDONE.deal)
        await table.play(*UNDONE.actions[:10])
        async with Wire.connect(running.ws_url) as viewer:
            start = await viewer.ask(Replay(fresh_id(), table.game, playing=False))
            assert isinstance(start, Snapshot)
            await viewer.ask(Steer(fresh_id(), start.channel, version=6))
            there = viewer.tables[start.channel]
            await viewer.drop()
        await table.play(*UNDONE.actions[10:20])
        async with Wire.connect(running.ws_url, token=viewer.welcome.token) as viewer:
            back = await viewer.ask(
                Replay(fresh_id(), table.game, version=there.version, playing=False)
            )
            assert isinstance(back, Snapshot)
            assert (back.version, back.view, back.check) == (6, there.view, there.check)
            await table.play(*UNDONE.actions[20:30])
            await viewer.receive_heartbeat()
            assert viewer.tables[back.channel].version == 6
            # To follow live is a choice of one's own.
            live = await viewer.join(table.game)
            assert (live.version, live.view) == (table.version, table.view)
            await table.play(UNDONE.actions[30])
            await live.reach(table.version)
            assert viewer.tables[back.channel].version == 6


class Desk:
    """One game in a store, as a gateway keeps it, of which a restart forgets all but the store."""

    def __init__(self, line: Line) -> None:
        self.header = header_of(line.rules, line.deal)
        self.gamelog = GameLog(MemoryEventStore(Memory(), "a"))
        self.game = evolve(None, self.header.event)

    async def begin(self) -> None:
        await self.gamelog.store.append("g", 0, "", [encode_dealt(self.header)], final=False)

    async def play(self, action: str) -> None:
        before = self.game
        (event,) = decide(before, parse_command(before.rules, action))
        self.game = evolve(before, event)
        record = [encode_event(event)]
        await self.gamelog.store.append(
            "g", before.version, f"c{before.version}", record, final=self.game.over
        )
        if self.game.over or self.game.version % SNAPSHOT_EVERY == 0:
            await self.gamelog.keep("g", self.header, self.game)

    async def restarted(self) -> Game:
        return (await self.gamelog.load("g")).game


def taken_back(game: Game) -> Game:
    (event,) = decide(game, Undo())
    return evolve(game, event)


async def test_k11_undo_at_every_ply_of_a_thousand_games() -> None:
    """Undo went wrong in long games, right after a restart, and where a snapshot had been made."""
    undos = loads = 0
    for number in range(GAMES):
        chance = random.Random(number)
        rules = ("polish", "russian")[number % 2]
        line = random_line(rules, chance.randint(8, 26), seed=number, undo=0)
        desk = Desk(line)
        await desk.begin()
        near_a_snapshot = {SNAPSHOT_EVERY + step for step in (-1, 0, 1, 2)}
        few = near_a_snapshot | {chance.randint(2, 60) for _ in range(2)}
        restarts = set(range(2, 100)) if number % 10 == 0 else few
        for action in line.actions:
            before = desk.game
            for command in (action, *(("undo", "redo") if action != "undo" else ())):
                await desk.play(command)
                if desk.game.version in restarts and desk.game.moves:
                    loads += 1
                    fresh = await desk.restarted()
                    assert view(fresh) == view(desk.game)
                    assert view(taken_back(fresh)) == view(taken_back(desk.game))
                if command == "undo" and action != "undo":
                    undos += 1
                    assert desk.game.position == before.position
                    assert desk.game.line == before.line
                    assert desk.game.undos == before.undos + 1
    assert undos > 10 * GAMES
    assert loads > GAMES


async def test_k11_undo_holds_on_a_gateway_through_restarts_and_snapshots(
    inprocess: InProcess,
) -> None:
    """As above, over the wire: the position after an undo is the one before the move."""
    line = random_line("russian", 30, seed=77, undo=0)
    token: str | None = None
    game = ""
    played = 0
    while played < len(line.actions):
        async with (
            inprocess.gateway() as running,
            Wire.connect(running.ws_url, token=token) as wire,
        ):
            token = wire.welcome.token
            table = await (wire.join(game) if game else wire.create(line.rules, deal=line.deal))
            game = table.game
            if played:
                board = table.view[:29]
                await table.play("undo", "redo")
                assert table.view[:29] == board
            for action in line.actions[played : played + 10]:
                board = table.view[:29]
                await table.play(action, "undo")
                assert table.view[:29] == board
                await table.play("redo")
                assert (
                    table.view[30]
                    == replayed(line.rules, line.deal, line.actions[:played]).moves + 1
                )
                played += 1
    assert table.version > SNAPSHOT_EVERY
    async with inprocess.gateway() as running, Wire.connect(running.ws_url, token=token) as wire:
        table = await wire.join(game)
        for ply in range(table.view[30] - 1, -1, -1):
            await table.play("undo")
            there = replayed(line.rules, line.deal, line.actions[:ply])
            assert table.view[:29] == view(there)[:29]
