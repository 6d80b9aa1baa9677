"""Once and only once, and kept: faults K1, K2, K4, K5 and K9 that users of other servers reported.

K3, which is about the SDK's memory, is among the SDK's tests.
"""

import asyncio
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from pasjans_protocol.messages import Ack, Command, Refused
from support.gateways import GatewayProcess, Serve
from support.inprocess import InProcess
from support.lines import random_line
from support.redisproxy import RedisProxy
from support.wire import Table, Wire, fresh_id

LINE = random_line("polish", 40, seed=11)


async def begin(wire: Wire) -> Table:
    return await wire.create(LINE.rules, deal=LINE.deal)


async def test_k1_one_command_id_five_times_is_one_event_and_one_answer(
    gateway: GatewayProcess,
) -> None:
    """A client sent its move again on a new socket, and two moves were made."""
    command_id = fresh_id()
    async with AsyncExitStack() as stack:
        first = await stack.enter_async_context(Wire.connect(gateway.ws_url))
        token = first.welcome.token
        second = await stack.enter_async_context(Wire.connect(gateway.ws_url, token=token))
        table = await begin(first)
        other = await second.join(table.game)

        def repeat(seat: Table) -> Command:
            return Command(command_id, seat.channel, 1, LINE.actions[0])

        for seat in (table, other, table, other):
            await seat.wire.send(repeat(seat))
        answers = [await seat.wire.answer_to(command_id) for seat in (table, other, table, other)]
        await first.drop()
        third = await stack.enter_async_context(Wire.connect(gateway.ws_url, token=token))
        resumed = await third.resume(table)
        answers.append(await third.ask(repeat(resumed)))

        assert set(answers) == {Ack(command_id, 2)}
        await resumed.play(LINE.actions[1])
        assert resumed.versions[-1] == 3


async def test_k2_two_equal_commands_with_different_ids_are_two_events(
    gateway: GatewayProcess,
) -> None:
    """A second equal move was taken for a repetition of the first and thrown away."""
    async with Wire.connect(gateway.ws_url) as wire:
        table = await begin(wire)
        await table.play(LINE.actions[0], LINE.actions[1])
        before = table.version

        await table.play("undo", "undo")

        assert table.version == before + 2
        assert table.view[30] == 0


async def test_k4_an_old_command_id_with_the_current_version_gets_the_old_answer(
    gateway: GatewayProcess,
) -> None:
    """A late repetition with a fresh version was taken for a new move."""
    command_id = fresh_id()
    async with Wire.connect(gateway.ws_url) as wire:
        table = await begin(wire)
        await table.play(*LINE.actions[:3])
        assert await table.command(LINE.actions[3], request_id=command_id) == Ack(command_id, 5)
        await table.play(*LINE.actions[4:8])
        view = table.view

        for action in (LINE.actions[3], LINE.actions[8], "resign", "nonsense"):
            assert await table.command(action, request_id=command_id) == Ack(command_id, 5)

        assert (table.version, table.view) == (9, view)


async def test_k4_holds_after_the_game_was_solved_and_compacted(gateway: GatewayProcess) -> None:
    """The answer to a last move was lost, and the repetition was told that the game is over."""
    command_id = fresh_id()
    async with Wire.connect(gateway.ws_url) as wire:
        table = await begin(wire)
        await table.play(LINE.actions[0])
        assert await table.command("resign", request_id=command_id) == Ack(command_id, 3)
        token = wire.welcome.token
    async with Wire.connect(gateway.ws_url, token=token) as wire:
        table = await wire.join(table.game)
        assert await table.command("resign", request_id=command_id) == Ack(command_id, 3)
        refused = await table.command("undo")
        assert isinstance(refused, Refused)
        assert refused.code == "game_over"


async def test_k5_an_answer_of_the_store_that_was_lost_is_asked_for_again(
    inprocess: InProcess, tmp_path: Path
) -> None:
    """The append was made, its answer was lost, and the player was told that it had failed."""
    async with (
        RedisProxy.before(inprocess.redis_url, tmp_path) as proxy,
        inprocess.gateway(proxy.url) as running,
        Wire.connect(running.ws_url) as wire,
    ):
        table = await begin(wire)
        command_id = fresh_id()
        proxy.lose_answer_to = command_id.encode()

        answer = await table.command(LINE.actions[0], request_id=command_id)

        assert proxy.answers_lost == 1
        assert answer == Ack(command_id, 2)
        await table.reach(2)
        assert await running.gateway.lobby.store.head(table.game) == 2
        await table.play(*LINE.actions[1:5])


@pytest.mark.slow
async def test_k5_a_store_that_stays_away_is_said_to_and_the_retry_counts_once(
    inprocess: InProcess, tmp_path: Path
) -> None:
    """A move during an outage got no answer at all, or counted twice afterwards."""
    async with (
        RedisProxy.before(inprocess.redis_url, tmp_path) as proxy,
        inprocess.gateway(proxy.url) as running,
        Wire.connect(running.ws_url) as wire,
    ):
        table = await begin(wire)
        command_id = fresh_id()
        proxy.hold_requests_with = command_id.encode()

        refused = await table.command(LINE.actions[0], request_id=command_id)
        assert isinstance(refused, Refused)
        assert refused.code == "unavailable"
        assert refused.retry_after_ms
        assert table.version == 1

        proxy.hold_requests_with = None
        assert await table.command(LINE.actions[0], request_id=command_id) == Ack(command_id, 2)
        assert await table.command(LINE.actions[0], request_id=command_id) == Ack(command_id, 2)
        assert await running.gateway.lobby.store.head(table.game) == 2


async def test_k9_nobody_sees_an_event_before_it_is_in_the_log(
    inprocess: InProcess, tmp_path: Path
) -> None:
    """A node crashed between deciding and appending: viewers had seen a move that never was."""
    async with (
        RedisProxy.before(inprocess.redis_url, tmp_path) as proxy,
        inprocess.gateway(proxy.url) as running,
        Wire.connect(running.ws_url) as player,
        Wire.connect(running.ws_url) as watcher,
    ):
        table = await begin(player)
        seat = await watcher.join(table.game)
        command_id = fresh_id()
        proxy.hold_requests_with = command_id.encode()

        await player.send(Command(command_id, table.channel, 1, LINE.actions[0]))
        await proxy.held.wait()
        for socket in running.gateway.sockets:
            socket.heartbeat()
        await watcher.receive_heartbeat()

        assert (seat.version, table.version) == (1, 1)
        assert await running.gateway.lobby.store.head(table.game) == 1
        proxy.hold_requests_with = None
        assert await player.answer_to(command_id) == Ack(command_id, 2)
        await seat.reach(2)


@pytest.mark.slow
async def test_k9_a_node_killed_at_any_moment_has_shown_only_what_is_in_the_log(
    serve: Serve,
) -> None:
    """A node was killed after the append and before the fan-out: its viewers never heard of it."""
    doomed, survivor = serve(2)
    async with Wire.connect(doomed.ws_url) as player, Wire.connect(doomed.ws_url) as near:
        table = await begin(player)
        near_seat = await near.join(table.game)
        async with Wire.connect(survivor.ws_url) as far:
            far_seat = await far.join(table.game)
            playing = asyncio.create_task(_play_until_cut(table))
            await far_seat.reach(15)
            doomed.kill()
            await playing
            await near.closed()

            async with Wire.connect(survivor.ws_url, token=player.welcome.token) as again:
                head = await again.join(table.game)
                assert near_seat.version <= head.version
                assert table.version <= head.version
                await far_seat.reach(head.version)
                assert far_seat.view == head.view
                assert far_seat.versions == list(range(2, head.version + 1))


async def _play_until_cut(table: Table) -> None:
    with suppress(ConnectionClosed):
        await table.play(*LINE.actions)
