"""What becomes of a joined game, with servers that real ones never are."""

import asyncio
import gc

import pytest

import pasjans
from pasjans_engine.game import legal
from pasjans_engine.view import check, view
from pasjans_protocol.close_codes import CloseCode
from pasjans_protocol.errors import Code
from pasjans_protocol.messages import (
    Ack,
    Command,
    Create,
    Delta,
    Heartbeat,
    Join,
    Leave,
    Left,
    Presence,
    Refused,
    SnapshotReason,
)
from support.scripted import GAME, Peer, scripted, snapshot
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
