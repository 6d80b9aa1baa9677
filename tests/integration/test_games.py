"""Games over the wire, from being dealt to being kept for ever."""

import json
import secrets
from pathlib import Path

import pytest

from pasjans_engine.rules import RULES
from pasjans_engine.shuffle import commitment
from pasjans_engine.view import view
from pasjans_protocol.messages import (
    Claim,
    Claimed,
    Create,
    Finished,
    Presence,
    Resumed,
    Role,
    Snapshot,
    SnapshotReason,
)
from pasjans_protocol.subprotocols import Subprotocol
from support.gateways import GatewayProcess, Serve
from support.inprocess import InProcess
from support.lines import Line, random_line, replayed
from support.wire import Wire, fresh_id

WALKTHROUGH = json.loads(
    (Path(__file__).parents[1] / "data/oracles/walkthrough-russian.json").read_text()
)
LONG = random_line("polish", 400, seed=31)


@pytest.mark.parametrize("subprotocol", [Subprotocol.MSGPACK, Subprotocol.JSON])
async def test_the_narrated_game_is_played_and_solved(
    gateway: GatewayProcess, subprotocol: str
) -> None:
    async with Wire.connect(gateway.ws_url, subprotocol=subprotocol) as wire:
        table = await wire.create("russian", deal=WALKTHROUGH["deal"], guide=True)
        await table.play(*WALKTHROUGH["moves"].split())
        # "Стоп! Видим, что зашли в тупик": the exit is open there, and not before.
        assert table.legal[-1] == "open"

        await table.play(*WALKTHROUGH["a_finish"].split())

        finished = [message for message in wire.seen if isinstance(message, Finished)]
        assert finished == [Finished(table.channel, 39, "solved", 38, 3, None)]
        assert table.legal == ()


async def test_a_dealt_game_is_promised_and_its_seed_is_told_at_the_end(
    gateway: GatewayProcess,
) -> None:
    async with Wire.connect(gateway.ws_url) as wire:
        table = await wire.create("polish")
        snapshot = wire.seen[-1]
        assert isinstance(snapshot, Snapshot)
        assert (snapshot.reason, snapshot.role) == (SnapshotReason.CREATED, Role.PLAYER)
        await table.play("resign")

        finished = wire.seen[-2]
        assert isinstance(finished, Finished)
        assert finished.seed is not None
        seed = bytes.fromhex(finished.seed)
        assert commitment(seed) == snapshot.commitment
        start = replayed("polish", RULES["polish"].deal(seed), [])
        assert view(start) == snapshot.view


async def test_no_seed_leaves_the_server_while_a_game_goes_on(inprocess: InProcess) -> None:
    async with inprocess.gateway() as running, Wire.connect(running.ws_url) as wire:
        table = await wire.create("polish", guide=True)
        room = running.gateway.lobby.rooms[table.game]
        assert room.header.seed
        for _ in range(5):
            await table.play(table.legal[0])
        sent = repr(wire.seen)
        assert room.header.seed not in sent
        assert bytes.fromhex(room.header.seed) not in sent.encode()


async def test_the_daily_deal_is_the_same_for_all_and_keeps_its_seed(serve: Serve) -> None:
    one, other = serve(2)
    async with Wire.connect(one.ws_url) as here, Wire.connect(other.ws_url) as there:
        tables = [await wire.create("russian", daily=True) for wire in (here, there)]
        assert tables[0].view == tables[1].view
        assert tables[0].game != tables[1].game
        await tables[0].play("resign")
        finished = here.seen[-2]
        assert isinstance(finished, Finished)
        assert finished.seed is None


async def test_a_create_request_that_is_repeated_makes_one_game(gateway: GatewayProcess) -> None:
    request = Create(fresh_id(), "polish")
    async with Wire.connect(gateway.ws_url) as wire:
        first = await wire.ask(request)
        token = wire.welcome.token
    async with Wire.connect(gateway.ws_url, token=token) as wire:
        second = await wire.ask(request)
    assert isinstance(first, Snapshot)
    assert isinstance(second, Snapshot)
    assert (first.game, first.view) == (second.game, second.view)


async def test_a_watcher_may_not_touch_and_the_player_may_from_anywhere(
    gateway: GatewayProcess,
) -> None:
    async with Wire.connect(gateway.ws_url) as wire:
        table = await wire.create(LONG.rules, deal=LONG.deal)
        async with Wire.connect(gateway.ws_url, token=wire.welcome.token) as tab:
            again = await tab.join(table.game)
            await again.play(*LONG.actions[:3])
            await table.reach(4)
            await table.play(*LONG.actions[3:6])
            await again.reach(7)
            assert again.view == table.view


async def test_a_long_game_is_resumed_from_any_age(gateway: GatewayProcess) -> None:
    """What the room remembers ends after 256 deltas, and snapshots come every 64 events."""
    async with Wire.connect(gateway.ws_url) as wire:
        table = await wire.create(LONG.rules, deal=LONG.deal)
        async with Wire.connect(gateway.ws_url) as early:
            old = await early.join(table.game)
        await table.play(*LONG.actions)
        async with Wire.connect(gateway.ws_url) as late:
            assert (await late.resume(old)).view == table.view
    async with Wire.connect(gateway.ws_url) as later:
        fresh = await later.join(table.game)
        assert fresh.view == table.view == view(replayed(LONG.rules, LONG.deal, LONG.actions))
    async with Wire.connect(gateway.ws_url) as latest:
        assert (await latest.resume(old)).versions == list(range(2, 402))


async def test_a_finished_game_is_compacted_and_still_there(inprocess: InProcess) -> None:
    line = WALKTHROUGH["moves"].split() + WALKTHROUGH["a_finish"].split()
    async with inprocess.gateway() as running, Wire.connect(running.ws_url) as wire:
        table = await wire.create("russian", deal=WALKTHROUGH["deal"])
        await table.play(line[0])
        async with Wire.connect(running.ws_url) as watcher:
            memory = await watcher.join(table.game)
        await table.play(*line[1:])
        store = running.gateway.lobby.store
        assert await store.compact(table.game) < 300
        async with Wire.connect(running.ws_url) as watcher:
            seat = await watcher.resume(memory)
            assert seat.view == table.view
            assert isinstance(await watcher.receive(), Finished)
        stored = await store.read(table.game)
        assert [entry.version for entry in stored] == list(range(1, 40))


async def test_a_memory_that_the_log_does_not_have_is_told_diverged(
    gateway: GatewayProcess,
) -> None:
    async with Wire.connect(gateway.ws_url) as wire:
        table = await wire.create(LONG.rules, deal=LONG.deal)
        await table.play(*LONG.actions[:5])
        good = (table.version, table.check)
    for version, known in ((good[0], good[1] ^ 1), (99, good[1]), (2, good[1]), (0, 0)):
        async with Wire.connect(gateway.ws_url) as wire:
            await wire.join(table.game, version=version, check=known)
            answer = wire.seen[-1]
            assert isinstance(answer, Snapshot)
            assert answer.reason is SnapshotReason.DIVERGED
            assert (answer.version, answer.check) == good


async def test_presence_counts_over_all_gateways(serve: Serve) -> None:
    one, other = serve(2)
    async with Wire.connect(one.ws_url) as player:
        table = await player.create("polish")
        async with Wire.connect(other.ws_url) as watcher:
            await watcher.join(table.game)
            await _told(player, 2)
        await _told(player, 1)


async def _told(wire: Wire, watching: int) -> None:
    while not (isinstance(message := await wire.receive(), Presence)):
        pass
    assert message.watching == watching


async def test_a_claimed_name_is_shown(gateway: GatewayProcess) -> None:
    name = f"Ola {secrets.token_hex(4)}"
    async with Wire.connect(gateway.ws_url) as wire:
        request = Claim(fresh_id(), f"  {name} ")
        assert await wire.ask(request) == Claimed(request.id, name)
        table = await wire.create("polish")
        token = wire.welcome.token
    async with Wire.connect(gateway.ws_url, token=token) as wire:
        assert wire.welcome.name == name
        await wire.join(table.game)
        snapshot = wire.seen[-1]
        assert isinstance(snapshot, Snapshot)
        assert snapshot.name == name


async def test_many_games_on_one_socket(gateway: GatewayProcess) -> None:
    lines: list[Line] = [random_line(rules, 20, seed) for seed in (1, 2, 3) for rules in RULES]
    async with Wire.connect(gateway.ws_url) as wire, Wire.connect(gateway.ws_url) as watcher:
        tables = [await wire.create(line.rules, deal=line.deal) for line in lines]
        seats = [await watcher.join(table.game) for table in reversed(tables)]
        for actions in zip(*(line.actions for line in lines), strict=True):
            for table, action in zip(tables, actions, strict=True):
                await table.play(action)
        for seat in seats:
            await seat.reach(21)
        for table, seat in zip(tables, reversed(seats), strict=True):
            assert (seat.version, seat.view) == (table.version, table.view)


async def test_a_resume_after_leaving_is_on_a_free_channel(gateway: GatewayProcess) -> None:
    async with Wire.connect(gateway.ws_url) as wire:
        first = await wire.create("polish")
        second = await wire.create("russian")
        await wire.leave(first)
        again = await wire.resume(first)
        assert (again.channel, second.channel) == (1, 2)
        assert isinstance(wire.seen[-1], Resumed)
