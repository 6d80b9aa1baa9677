"""What becomes of commands, with servers that real ones never are."""

import asyncio

import pytest

import pasjans
from pasjans_engine.view import check, view
from pasjans_protocol.close_codes import CloseCode
from pasjans_protocol.errors import Code
from pasjans_protocol.messages import (
    Ack,
    Command,
    Finished,
    Join,
    Presence,
    Refused,
)
from support.lines import after
from support.scripted import GAME, Peer, scripted
from support.scriptedgames import (
    AT_ONCE,
    MOVE,
    MOVED,
    START,
    UNDONE,
    delta,
    give,
    resumed,
)


async def test_a_command_returns_when_its_delta_is_there() -> None:
    acknowledged = asyncio.Event()

    async def script(peer: Peer) -> None:
        await give(peer)
        command = await peer.receive(Command)
        assert (command.channel, command.expected, command.action) == (1, 1, MOVE)
        await peer.send(Ack(command.id, 2), Presence(1, 7))
        await acknowledged.wait()
        await peer.send(delta(START, MOVED))

    async with scripted(script) as url, pasjans.connect(url) as client:
        game = await client.create("polish")
        updates = game.updates()
        playing = asyncio.create_task(game.play(MOVE))
        assert (await anext(updates)).watching == 7
        assert (playing.done(), game.version) == (False, 1)
        acknowledged.set()
        await playing
        assert (game.version, game.view) == (2, view(MOVED))


async def test_the_last_command_returns_when_the_result_is_there() -> None:
    over = after(START, "resign")

    async def script(peer: Peer) -> None:
        await give(peer)
        command = await peer.receive(Command)
        await peer.send(Ack(command.id, 2), delta(START, over))
        await peer.send(Finished(1, 2, "resigned", 0, 1, "5a" * 32))

    async with scripted(script) as url, pasjans.connect(url) as client:
        game = await client.create("polish")
        updates = game.updates()
        await game.resign()
        assert game.result == pasjans.Result(pasjans.Status.RESIGNED, 0, 1, 2, "5a" * 32)
        assert [update.kind async for update in updates] == ["moved", "finished"]
        assert [update async for update in game.updates()] == []


@pytest.mark.parametrize("code", [Code.RATE_LIMITED, Code.UNAVAILABLE])
async def test_a_command_refused_for_now_is_sent_again_with_the_same_id(code: Code) -> None:
    async def script(peer: Peer) -> None:
        await give(peer)
        commands: set[Command] = set()
        for _ in range(3):
            commands.add(command := await peer.receive(Command))
            await peer.send(Refused(command.id, code, "later", 1, 1))
        commands.add(command := await peer.receive(Command))
        assert len(commands) == 1
        await peer.send(delta(START, MOVED), Ack(command.id, 2))

    async with scripted(script) as url, pasjans.connect(url, options=AT_ONCE) as client:
        game = await client.create("polish")
        await game.play(MOVE)
        assert game.version == 2


async def test_waiting_for_leave_to_send_again_can_be_switched_off() -> None:
    async def script(peer: Peer) -> None:
        await give(peer)
        command = await peer.receive(Command)
        await peer.send(Refused(command.id, Code.RATE_LIMITED, "later", 1, 77))

    options = pasjans.Options(retry_s=0.0)
    async with scripted(script) as url, pasjans.connect(url, options=options) as client:
        game = await client.create("polish")
        with pytest.raises(pasjans.Refused) as refused:
            await game.play(MOVE)
        assert (refused.value.code, refused.value.retry_after_ms) == (Code.RATE_LIMITED, 77)


async def test_a_committed_command_whose_answer_was_lost_is_no_conflict() -> None:
    """K3, K5: the event is in the log, the acknowledgement is not here: the id is asked again."""
    sent: list[Command] = []

    async def script(peer: Peer) -> None:
        if peer.number == 0:
            await give(peer)
            sent.append(await peer.receive(Command))
            await peer.close(CloseCode.TOO_SLOW)
            return
        await peer.welcome()
        join = await peer.receive(Join)
        assert (join.game, join.version, join.check) == (GAME, 1, check(view(START)))
        await peer.send(resumed(join.id, 1, 2, channel=9), delta(START, MOVED, channel=9))
        sent.append(command := await peer.receive(Command))
        await peer.send(Ack(command.id, 2))

    async with scripted(script) as url, pasjans.connect(url, options=AT_ONCE) as client:
        game = await client.create("polish")
        await game.play(MOVE)
        assert game.version == 2
    first, second = sent
    assert (second.id, second.expected, second.channel) == (first.id, 1, 9)


async def test_a_conflict_is_raised_and_nothing_is_sent_again() -> None:
    async def script(peer: Peer) -> None:
        await give(peer)
        command = await peer.receive(Command)
        await peer.send(Refused(command.id, Code.CONFLICT, "at version 2", 2), delta(START, MOVED))

    async with scripted(script) as url, pasjans.connect(url) as client:
        game = await client.create("polish")
        updates = game.updates()
        with pytest.raises(pasjans.Refused) as refused:
            await game.play(MOVE)
        assert (refused.value.code, refused.value.version) == (Code.CONFLICT, 2)
        assert (await anext(updates)).version == 2


async def test_a_cancelled_command_is_settled_before_the_next() -> None:
    asked, go_on = asyncio.Event(), asyncio.Event()

    async def script(peer: Peer) -> None:
        await give(peer)
        first = await peer.receive(Command)
        asked.set()
        await go_on.wait()
        await peer.send(delta(START, MOVED), Ack(first.id, 2))
        second = await peer.receive(Command)
        assert (second.action, second.expected) == ("undo", 2)
        await peer.send(delta(MOVED, UNDONE), Ack(second.id, 3))

    async with scripted(script) as url, pasjans.connect(url) as client:
        game = await client.create("polish")
        playing = asyncio.create_task(game.play(MOVE))
        await asked.wait()
        playing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await playing
        undoing = asyncio.create_task(game.undo())
        waiting = asyncio.create_task(game.redo())
        await asyncio.sleep(0)
        waiting.cancel()
        go_on.set()
        await undoing
        assert (game.version, game.undos) == (3, 1)


async def test_a_command_that_waits_when_the_client_closes_is_told() -> None:
    asked = asyncio.Event()

    async def script(peer: Peer) -> None:
        await give(peer)
        await peer.receive(Command)
        asked.set()

    async with scripted(script) as url:
        async with pasjans.connect(url) as client:
            game = await client.create("polish")
            playing = asyncio.create_task(game.play(MOVE))
            reading = asyncio.create_task(anext(game.updates()))
            await asked.wait()
        with pytest.raises(pasjans.ClientClosed):
            await playing
        with pytest.raises(StopAsyncIteration):
            await reading
        with pytest.raises(pasjans.ClientClosed):
            await game.play(MOVE)


async def test_what_is_too_long_is_refused_here() -> None:
    async def script(peer: Peer) -> None:
        await give(peer)

    async with scripted(script) as url, pasjans.connect(url) as client:
        game = await client.create("polish")
        for request in (
            game.play("x" * 33),
            client.claim("x" * 513),
            client.create("polish", deal="x" * 1025),
            client.join("x" * 65),
        ):
            with pytest.raises(pasjans.Refused, match="has more than"):
                await request
