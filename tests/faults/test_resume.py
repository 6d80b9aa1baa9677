"""Coming back: faults R1 to R8 and R11 that users of other servers reported."""

import asyncio
import random
from contextlib import suppress
from dataclasses import replace

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from pasjans_engine.view import View, view
from pasjans_protocol.messages import (
    Ack,
    Command,
    Delta,
    Heartbeat,
    Ping,
    Presence,
    Refused,
    Resumed,
    Role,
)
from pasjans_services.gateway.room import Room
from pasjans_services.gateway.seat import Seat
from support.gateways import GatewayProcess, Serve
from support.inprocess import InProcess
from support.lines import Line, random_line, replayed
from support.proxy import Fate, Proxy
from support.wire import Table, Wire, fresh_id, until

LINE = random_line("russian", 60, seed=7)
ACTION = LINE.actions[0]


def truth(line: Line, version: int) -> View:
    """The visible position at a version of a line."""
    return view(replayed(line.rules, line.deal, line.actions[: version - 1]))


async def begin(wire: Wire, line: Line = LINE) -> Table:
    return await wire.create(line.rules, deal=line.deal)


@pytest.mark.slow
async def test_r1_a_command_cut_in_the_middle_has_exactly_one_outcome(
    gateway: GatewayProcess,
) -> None:
    """A tap was lost with its socket: nobody knew whether the move was made, or made it twice."""
    outcomes: set[int] = set()
    async with Wire.connect(gateway.ws_url) as home, Proxy.before(gateway.ws_url) as proxy:
        token = home.welcome.token

        async def cut_at(fate: Fate) -> tuple[int, int, int, int]:
            table = await begin(home)
            command_id = fresh_id()
            proxy.next_fates.append(fate)
            up, down = proxy.up_bytes, proxy.down_bytes
            spans = (0, 0, 0, 0)
            with suppress(ConnectionClosed):
                async with Wire.connect(proxy.ws_url, token=token) as wire:
                    seat = await wire.join(table.game)
                    begun = proxy.up_bytes - up, proxy.down_bytes - down
                    await seat.command(ACTION, request_id=command_id)
                    spans = (*begun, proxy.up_bytes - up, proxy.down_bytes - down)
            async with Wire.connect(gateway.ws_url, token=token) as wire:
                seat = await wire.join(table.game)
                outcomes.add(seat.version)
                answer = await seat.command(ACTION, request_id=command_id, expected=1)
                assert isinstance(answer, Ack)
                await seat.reach(2)
                assert (answer.version, seat.version, seat.view) == (2, 2, truth(LINE, 2))
            await home.leave(table)
            return spans

        up, down, up_end, down_end = await cut_at(Fate())
        for cut in range(up, up_end):
            await cut_at(Fate(up_bytes=cut))
        for cut in range(down, down_end):
            await cut_at(Fate(down_bytes=cut))
    assert outcomes == {1, 2}


@pytest.mark.slow
async def test_r2_a_killed_node_keeps_nothing_from_those_on_another(serve: Serve) -> None:
    """A node died and its games froze for whoever was connected elsewhere, until a reload."""
    doomed, survivor = serve(2)
    async with Wire.connect(survivor.ws_url) as viewer, Wire.connect(survivor.ws_url) as second:
        async with Wire.connect(doomed.ws_url) as player:
            table = await begin(player)
            watched = await viewer.join(table.game)
            await table.play(*LINE.actions[:10])
            doomed.kill()
        async with Wire.connect(survivor.ws_url, token=player.welcome.token) as player:
            again = await player.resume(table)
            async with asyncio.timeout(5):
                await again.play(*LINE.actions[10:20])
                await watched.reach(21)
        late = await second.join(table.game)
        assert watched.view == late.view == truth(LINE, 21)
        assert watched.versions == list(range(watched.versions[0], 22))


async def test_r3_each_command_that_cannot_be_done_gets_one_coded_answer(
    gateway: GatewayProcess,
) -> None:
    """A stale or foreign move was dropped in silence, and the client waited for ever."""
    async with Wire.connect(gateway.ws_url) as player, Wire.connect(gateway.ws_url) as stranger:
        table = await begin(player)
        await table.play(*LINE.actions[:5])
        seat = await stranger.join(table.game)
        wrong = {
            "conflict": table.command("undo", expected=2),
            "illegal": table.command("00@00"),
            "invalid": table.command("castle"),
            "not_your_game": seat.command("undo"),
        }
        for code, asking in wrong.items():
            answer = await asking
            assert isinstance(answer, Refused)
            assert (answer.code, answer.version) == (code, 6)
        unknown = await player.refused(Command(fresh_id(), 77, 6, "undo"))
        assert unknown.code == "not_joined"
        await player.ask(Ping(fresh_id()))
        answers = [message for message in player.seen if isinstance(message, Refused)]
        assert len(answers) == len({answer.id for answer in answers}) == 4
        assert table.version == 6


@pytest.mark.slow
@pytest.mark.timeout(600)
async def test_r4_after_a_cut_anywhere_the_position_is_right(gateway: GatewayProcess) -> None:
    """A frame was torn and the board stayed wrong after the client had come back."""
    chance = random.Random(4)
    async with Wire.connect(gateway.ws_url) as home, Proxy.before(gateway.ws_url) as proxy:
        table = await begin(home)
        await table.play(*LINE.actions)
        memories = {version: truth(LINE, version) for version in range(1, 62)}
        whole = (await _join_through(proxy, table, 1, memories, Fate()))[1]

        async def cut_some(times: int) -> int:
            landed = 0
            for _ in range(times):
                version, cut = chance.randint(1, 61), chance.randrange(whole)
                reached, _ = await _join_through(
                    proxy, table, version, memories, Fate(down_bytes=cut)
                )
                landed += reached > version
            return landed

        landed = await asyncio.gather(*(cut_some(CUTS // LANES) for _ in range(LANES)))
        assert sum(landed) > CUTS / 20


CUTS = 10_000
LANES = 8


async def _join_through(
    proxy: Proxy, table: Table, version: int, memories: dict[int, View], fate: Fate
) -> tuple[int, int]:
    """Resume from a version until the cut, then again unhurt; where the first got, and bytes."""
    proxy.next_fates.append(fate)
    before = proxy.down_bytes
    memory = Table(table.wire, 1, memories[version])
    memory.game, memory.version = table.game, version
    seat = memory
    with suppress(ConnectionClosed, InvalidHandshake, InvalidMessage, EOFError):
        async with Wire.connect(proxy.ws_url) as wire:
            try:
                seat = await wire.resume(memory)
            finally:
                seat = next(iter(wire.tables.values()), memory)
    assert seat.view == memories[seat.version]
    return seat.version, proxy.down_bytes - before


async def test_r5_who_joins_while_events_are_made_misses_none(gateway: GatewayProcess) -> None:
    """A watcher who joined in the middle of a move never saw that move."""
    async with Wire.connect(gateway.ws_url) as player:
        table = await begin(player)
        playing = asyncio.create_task(table.play(*LINE.actions))
        watchers: list[Table] = []
        async with asyncio.TaskGroup() as group:

            async def watch() -> None:
                async with Wire.connect(gateway.ws_url) as wire:
                    seat = await wire.join(table.game)
                    first = seat.version
                    await seat.reach(61)
                    assert seat.versions == list(range(first + 1, 62))
                    watchers.append(seat)

            while not playing.done():
                group.create_task(watch())
                await asyncio.sleep(0)
        await playing
        assert len(watchers) > 5
        assert {watcher.view for watcher in watchers} == {truth(LINE, 61)}


@pytest.mark.parametrize("known", [1, 2, 30, 60, 61])
async def test_r6_a_resume_starts_at_exactly_the_next_version(
    gateway: GatewayProcess, known: int
) -> None:
    """After a resume the last move came twice, or the first one after it was missing."""
    async with Wire.connect(gateway.ws_url) as player:
        table = await begin(player)
        await table.play(*LINE.actions[: known - 1])
        async with Wire.connect(gateway.ws_url) as wire:
            seat = await wire.join(table.game)
        await table.play(*LINE.actions[known - 1 :])
        async with Wire.connect(gateway.ws_url) as wire:
            again = await wire.resume(seat)
            assert again.versions == list(range(known + 1, 62))
            assert isinstance(wire.seen[1], Resumed)
            assert again.view == table.view


async def test_r7_a_game_that_was_forgotten_while_watched_goes_on_at_the_next_version(
    inprocess: InProcess,
) -> None:
    """A game was evicted from a cache, and came back at version 1 for those who watched it."""
    async with (
        inprocess.gateway() as here,
        inprocess.gateway() as there,
        Wire.connect(there.ws_url) as watcher,
    ):
        async with Wire.connect(here.ws_url) as player:
            table = await begin(player)
            seat = await watcher.join(table.game)
            await table.play(*LINE.actions[:10])
        await until(lambda: not here.gateway.lobby.rooms)

        async with Wire.connect(here.ws_url, token=player.welcome.token) as player:
            again = await player.resume(table)
            await again.play(*LINE.actions[10:20])
            assert again.versions == list(range(12, 22))
        await seat.reach(21)
        assert seat.versions == list(range(2, 22))
        assert seat.view == truth(LINE, 21)


def lose(frame: bytes | str, *, unbounded: bool = False) -> None:
    """A way out of a socket on which every frame is lost."""


@pytest.mark.parametrize("noticed_by", ["the next delta", "a heartbeat"])
async def test_r8_a_lost_frame_is_noticed_by(inprocess: InProcess, noticed_by: str) -> None:
    """One frame was lost on the way, and the client showed an old position as the present."""
    quiet = replace(inprocess, settings=replace(inprocess.settings, heartbeat_s=600))
    async with (
        quiet.gateway() as running,
        Wire.connect(running.ws_url) as player,
        Wire.connect(running.ws_url) as watcher,
    ):
        table = await begin(player)
        seat = await watcher.join(table.game)
        servers = running.gateway.lobby.rooms[table.game].seats
        server_side = next(
            one for one in servers if isinstance(one, Seat) and one.role is Role.WATCHER
        )
        await table.play(LINE.actions[0])
        push, server_side.push = server_side.push, lose
        await table.play(LINE.actions[1])
        server_side.push = push
        if noticed_by == "the next delta":
            await table.play(LINE.actions[2])
        else:
            for socket in running.gateway.sockets:
                socket.heartbeat()

        with pytest.raises(AssertionError, match=r"missing|behind"):
            await seat.reach(99)
        assert seat.version == 2

        await watcher.leave(seat)
        again = await watcher.resume(seat)
        assert again.view == table.view


async def test_r11_nothing_about_a_game_comes_before_the_answer_to_resume(
    inprocess: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A heartbeat overtook the answer to resume, and the client threw its good state away."""
    async with inprocess.gateway() as running, Wire.connect(running.ws_url) as player:
        table = await begin(player)
        await table.play(*LINE.actions[:10])
        lobby = running.gateway.lobby
        resume = lobby.resume

        async def resume_amid_noise(
            game: str, version: int, check: int
        ) -> tuple[Room, list[Delta] | None]:
            answer = await resume(game, version, check)
            for socket in running.gateway.sockets:
                socket.heartbeat()
            answer[0].broadcast(Presence(1, 99))
            return answer

        monkeypatch.setattr(lobby, "resume", resume_amid_noise)
        async with Wire.connect(running.ws_url) as watcher:
            await watcher.resume(table)
            answered = next(i for i, m in enumerate(watcher.seen) if isinstance(m, Resumed))
            for message in watcher.seen[:answered]:
                assert not isinstance(message, Presence)
                assert not isinstance(message, Heartbeat) or message.games == ()
