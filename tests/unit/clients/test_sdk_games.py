"""What becomes of a joined game and its commands, with servers that real ones never are."""

import asyncio
import gc

import pytest

import pasjans
from pasjans_engine.game import Game, legal
from pasjans_engine.view import check, diff, view
from pasjans_protocol.close_codes import CloseCode
from pasjans_protocol.errors import Code
from pasjans_protocol.messages import (
    Ack,
    Command,
    Create,
    Delta,
    Finished,
    Heartbeat,
    Join,
    Leave,
    Left,
    Presence,
    Refused,
    Resumed,
    Role,
    SnapshotReason,
)
from support.lines import after
from support.scripted import GAME, Peer, dealt, scripted, snapshot

AT_ONCE = pasjans.Options(random=lambda: 0.0)
START = dealt()
MOVE = legal(START)[0]
MOVED = after(START, MOVE)
UNDONE = after(MOVED, "undo")


def delta(before: Game, now: Game, channel: int = 1) -> Delta:
    seen = view(now)
    return Delta(channel, before.version, diff(view(before), seen), check(seen))


def resumed(request: str, base: int, head: int, channel: int = 1) -> Resumed:
    return Resumed(request, channel, GAME, Role.PLAYER, base, head, 1, None)


async def give(peer: Peer, game: Game = START) -> None:
    """Welcome a client, and create the game that it asks for."""
    await peer.welcome()
    create = await peer.receive(Create)
    await peer.send(snapshot(game, create.id))


# Commands


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


# Staying in step


@pytest.mark.parametrize(
    "wrong",
    [
        delta(MOVED, UNDONE),
        Delta(1, 1, delta(START, MOVED).changes, 12345),
        Delta(1, 1, (99, 1), 12345),
        Heartbeat(((1, 2, check(view(MOVED))),)),
    ],
    ids=["lost delta", "wrong check", "no such slot", "heartbeat is ahead"],
)
async def test_what_does_not_fit_has_the_game_joined_again(wrong: Delta | Heartbeat) -> None:
    async def script(peer: Peer) -> None:
        await give(peer)
        await peer.send(wrong)
        leave = await peer.receive(Leave)
        await peer.send(Presence(1, 5), Left(leave.id))
        join = await peer.receive(Join)
        assert (join.version, join.check) == (1, check(view(START)))
        await peer.send(resumed(join.id, 1, 3), delta(START, MOVED), delta(MOVED, UNDONE))

    async with scripted(script) as url, pasjans.connect(url) as client:
        game = await client.create("polish")
        updates = game.updates()
        assert [(await anext(updates)).version for _ in range(2)] == [2, 3]
        assert game.view == view(UNDONE)


async def test_what_never_fits_is_given_up() -> None:
    wrong = Delta(1, 1, (0, 1), 12345)

    async def script(peer: Peer) -> None:
        await give(peer)
        await peer.send(wrong)
        for _ in range(3):
            leave = await peer.receive(Leave)
            await peer.send(Left(leave.id))
            join = await peer.receive(Join)
            await peer.send(resumed(join.id, 1, 2), wrong)
        leave = await peer.receive(Leave)
        await peer.send(Left(leave.id))

    async with scripted(script) as url, pasjans.connect(url) as client:
        game = await client.create("polish")
        with pytest.raises(pasjans.Inconsistent, match="report it"):
            await anext(game.updates())
        with pytest.raises(pasjans.Inconsistent):
            await game.play(MOVE)
        assert dict(client.games) == {}


async def test_a_snapshot_that_contradicts_itself_closes_and_comes_back() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        create = await peer.receive(Create)
        good = snapshot(START, create.id)
        wrong = snapshot(MOVED, create.id)
        bad = type(good)(
            **{f: getattr(good, f) for f in good.__struct_fields__} | {"check": wrong.check}
        )
        await peer.send(bad if peer.number == 0 else good)

    async with scripted(script) as url, pasjans.connect(url, options=AT_ONCE) as client:
        assert (await client.create("polish")).version == 1


async def test_a_log_that_lost_its_end_is_told() -> None:
    """K7: the command was acknowledged, then a failover lost it before its delta came."""

    async def script(peer: Peer) -> None:
        await give(peer, MOVED)
        command = await peer.receive(Command)
        await peer.send(Ack(command.id, 3))
        await peer.send(snapshot(START, None, reason=SnapshotReason.DIVERGED))

    async with scripted(script) as url, pasjans.connect(url) as client:
        game = await client.create("polish")
        updates = game.updates()
        with pytest.raises(pasjans.Diverged, match="back at version 1"):
            await game.undo()
        assert (game.version, game.view, game.legal) == (1, view(START), legal(START))
        assert (await anext(updates)).kind is pasjans.UpdateKind.DIVERGED


async def test_a_refusal_after_a_log_lost_its_end_is_told_as_that() -> None:
    async def script(peer: Peer) -> None:
        await give(peer, MOVED)
        command = await peer.receive(Command)
        await peer.send(snapshot(START, None, reason=SnapshotReason.DIVERGED))
        await peer.send(Refused(command.id, Code.CONFLICT, "at version 1", 1))

    async with scripted(script) as url, pasjans.connect(url) as client:
        game = await client.create("polish")
        with pytest.raises(pasjans.Diverged, match="back at version 1"):
            await game.undo()


async def test_a_resume_that_has_diverged_is_told() -> None:
    async def script(peer: Peer) -> None:
        if peer.number == 0:
            await give(peer, MOVED)
            await peer.close(CloseCode.GOING_AWAY)
            return
        await peer.welcome()
        join = await peer.receive(Join)
        await peer.send(snapshot(START, join.id, reason=SnapshotReason.DIVERGED))

    async with scripted(script) as url, pasjans.connect(url, options=AT_ONCE) as client:
        game = await client.create("polish")
        update = await anext(game.updates())
        assert (update.kind, update.version) == (pasjans.UpdateKind.DIVERGED, 1)
        assert game.view == view(START)


async def test_a_game_that_cannot_be_joined_again_ends() -> None:
    async def script(peer: Peer) -> None:
        if peer.number == 0:
            await give(peer)
            await peer.close(CloseCode.GOING_AWAY)
            return
        await peer.welcome()
        join = await peer.receive(Join)
        await peer.send(Refused(join.id, Code.NO_SUCH_GAME, "it has expired"))

    async with scripted(script) as url, pasjans.connect(url, options=AT_ONCE) as client:
        game = await client.create("polish")
        with pytest.raises(pasjans.Refused, match="it has expired"):
            await anext(game.updates())
        with pytest.raises(pasjans.Refused, match="it has expired"):
            await game.play(MOVE)
        assert dict(client.games) == {}


async def test_a_join_again_that_is_refused_for_now_is_tried_again() -> None:
    async def script(peer: Peer) -> None:
        if peer.number == 0:
            await give(peer)
            await peer.close(CloseCode.GOING_AWAY)
            return
        await peer.welcome()
        join = await peer.receive(Join)
        await peer.send(Refused(join.id, Code.UNAVAILABLE, "no store", retry_after_ms=1))
        join = await peer.receive(Join)
        await peer.send(resumed(join.id, 1, 2), delta(START, MOVED))

    async with scripted(script) as url, pasjans.connect(url, options=AT_ONCE) as client:
        game = await client.create("polish")
        assert (await anext(game.updates())).version == 2


# Leaving


async def test_a_leave_that_is_refused_closes_and_comes_back() -> None:
    async def script(peer: Peer) -> None:
        if peer.number == 0:
            await give(peer)
            await peer.send(Delta(1, 1, (0, 1), 12345))
            leave = await peer.receive(Leave)
            await peer.send(Refused(leave.id, Code.UNAVAILABLE, "not now"))
            return
        await peer.welcome()
        join = await peer.receive(Join)
        await peer.send(resumed(join.id, 1, 2), delta(START, MOVED))

    async with scripted(script) as url, pasjans.connect(url, options=AT_ONCE) as client:
        game = await client.create("polish")
        assert (await anext(game.updates())).version == 2
        assert game.view == view(MOVED)


async def test_a_game_that_was_left_says_so_and_can_be_joined_again() -> None:
    async def script(peer: Peer) -> None:
        await give(peer)
        leave = await peer.receive(Leave)
        await peer.send(delta(START, MOVED), Left(leave.id))
        join = await peer.receive(Join)
        assert (join.version, join.check) == (None, None)
        await peer.send(snapshot(MOVED, join.id))

    async with scripted(script) as url, pasjans.connect(url) as client:
        async with await client.create("polish") as game:
            updates = game.updates()
        await game.leave()
        assert [update async for update in updates] == []
        with pytest.raises(pasjans.GameLeft, match="join it again"):
            await game.play(MOVE)
        assert game.version == 1
        assert (await client.join(GAME)).version == 2


async def test_a_game_that_was_left_while_away_is_left_when_it_comes_back() -> None:
    asked, go_on, left = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def script(peer: Peer) -> None:
        if peer.number == 0:
            await give(peer)
            await peer.close(CloseCode.GOING_AWAY)
            return
        await peer.welcome()
        join = await peer.receive(Join)
        asked.set()
        await go_on.wait()
        await peer.send(resumed(join.id, 1, 2), delta(START, MOVED))
        leave = await peer.receive(Leave)
        await peer.send(Left(leave.id))
        left.set()

    async with scripted(script) as url, pasjans.connect(url, options=AT_ONCE) as client:
        game = await client.create("polish")
        await asked.wait()
        await game.leave()
        go_on.set()
        await left.wait()
        assert game.version == 1


async def test_one_game_is_joined_once() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        join = await peer.receive(Join)
        await peer.send(snapshot(START, join.id, reason=SnapshotReason.JOINED))

    async with scripted(script) as url, pasjans.connect(url) as client:
        first, second = await asyncio.gather(client.join(GAME), client.join(GAME))
        assert first is second is await client.join(GAME)
        assert dict(client.games) == {GAME: first}


async def test_updates_that_nobody_reads_any_more_are_forgotten() -> None:
    async def script(peer: Peer) -> None:
        await give(peer)

    async with scripted(script) as url, pasjans.connect(url) as client:
        game = await client.create("polish")
        game.updates()
        gc.collect()
        assert len(game._joined._updates) == 0


def test_a_game_shows_itself() -> None:
    async def script(peer: Peer) -> None:
        await give(peer)

    async def shown() -> str:
        async with scripted(script) as url, pasjans.connect(url) as client:
            return repr(await client.create("polish"))

    assert asyncio.run(shown()) == f"<Game {GAME} polish version 1 playing>"
