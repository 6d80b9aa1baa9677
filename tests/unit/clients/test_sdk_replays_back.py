"""How a replay comes back after lost connections and lost frames."""

import asyncio

import pytest

import pasjans
from pasjans_engine.view import view
from pasjans_protocol.close_codes import CloseCode
from pasjans_protocol.errors import Code
from pasjans_protocol.messages import (
    Delta,
    Finished,
    Leave,
    Left,
    Ping,
    Pong,
    Refused,
    Replay,
    Steer,
    Steered,
)
from support.scripted import GAME, Peer, scripted
from support.scriptedgames import (
    AT_ONCE,
    MOVED,
    OVER,
    START,
    UNDONE,
    at,
    begin,
    delta,
    stands,
)


async def test_p5_who_scrolled_back_stays_there_when_the_connection_resumes() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        if peer.number == 0:
            await begin(peer, OVER)
            seek = await peer.receive(Steer)
            await peer.send(stands(MOVED), Steered(seek.id, 1, 2, 4, True, 100))
            pause = await peer.receive(Steer)
            await peer.send(Steered(pause.id, 1, 2, 4, False, 300))
            await peer.close(CloseCode.GOING_AWAY)
            return
        again = await peer.receive(Replay)
        assert (again.game, again.version) == (GAME, 2)
        assert (again.playing, again.speed, again.guide) == (False, 300, False)
        await peer.send(stands(MOVED, again.id))
        asked = await peer.receive(Steer)
        await peer.send(Steered(asked.id, 1, 2, 5, False, 300))
        ping = await peer.receive(Ping)
        await peer.send(Pong(ping.id))

    async with scripted(script) as url, pasjans.connect(url, options=AT_ONCE) as client:
        replay = await client.replay(GAME, version=4, guide=False)
        await replay.seek(2)
        updates = replay.updates()
        await replay.pause()
        assert (await anext(updates)).kind == "stopped"
        while replay.head == 4:
            await asyncio.sleep(0)
        await client.ping()
        assert (replay.version, replay.playing, replay.speed) == (2, False, 300)
        await client.close()
        assert [update async for update in updates] == []


async def test_an_end_that_was_seen_is_not_shown_again_when_the_connection_resumes() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        over = Finished(1, 4, "resigned", 0, 1, None)
        if peer.number == 0:
            await begin(peer, UNDONE)
            play = await peer.receive(Steer)
            await peer.send(at(UNDONE, play.id), delta(UNDONE, OVER), over)
            await peer.send(at(OVER, playing=False))
            ping = await peer.receive(Ping)
            await peer.send(Pong(ping.id))
            await peer.close(CloseCode.GOING_AWAY)
            return
        request = await peer.receive(Replay)
        assert (request.version, request.playing) == (4, False)
        await peer.send(stands(OVER, request.id), over)
        asked = await peer.receive(Steer)
        await peer.send(Steered(asked.id, 1, 4, 4, False, 300))
        seek = await peer.receive(Steer)
        await peer.send(stands(OVER), over, at(OVER, seek.id, playing=False))

    async with scripted(script) as url, pasjans.connect(url, options=AT_ONCE) as client:
        replay = await client.replay(GAME, version=3, playing=False)
        updates = replay.updates()
        await replay.play()
        await client.ping()
        while replay.speed == 100:
            await asyncio.sleep(0)
        await replay.seek(4)
        await client.close()
        kinds = [update.kind async for update in updates]
        assert kinds == ["moved", "finished", "stopped", "sought", "finished"]


async def test_steering_that_had_no_answer_is_sent_again() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        if peer.number == 0:
            await begin(peer)
            await peer.receive(Steer)
            await peer.close(CloseCode.GOING_AWAY)
            return
        request = await peer.receive(Replay)
        assert (request.version, request.playing, request.speed) == (1, True, 100)
        await peer.send(stands(START, request.id))
        seek = await peer.receive(Steer)
        assert seek.version == 3
        await peer.send(stands(UNDONE), at(UNDONE, seek.id))

    async with scripted(script) as url, pasjans.connect(url, options=AT_ONCE) as client:
        replay = await client.replay(GAME)
        await replay.seek(3)
        assert replay.version == 3


async def test_a_replay_that_began_to_play_on_another_connection_says_when_it_stops() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        if peer.number == 0:
            await begin(peer, UNDONE)
            await peer.receive(Steer)
            await peer.close(CloseCode.GOING_AWAY)
            return
        request = await peer.receive(Replay)
        assert request.playing
        await peer.send(stands(UNDONE, request.id), delta(UNDONE, OVER), at(OVER, playing=False))
        for _ in range(2):
            steer = await peer.receive(Steer)
            await peer.send(at(OVER, steer.id, playing=False))

    async with scripted(script) as url, pasjans.connect(url, options=AT_ONCE) as client:
        replay = await client.replay(GAME, version=3, playing=False)
        updates = replay.updates()
        await replay.play()
        await client.close()
        assert [update.kind async for update in updates] == ["moved", "stopped"]


async def test_a_pause_that_had_no_answer_counts_at_once_after_the_return() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        if peer.number == 0:
            await begin(peer)
            await peer.receive(Steer)
            await peer.close(CloseCode.GOING_AWAY)
            return
        request = await peer.receive(Replay)
        assert not request.playing
        await peer.send(stands(START, request.id))
        pause = await peer.receive(Steer)
        await peer.send(at(START, pause.id, playing=False))

    async with scripted(script) as url, pasjans.connect(url, options=AT_ONCE) as client:
        replay = await client.replay(GAME)
        await replay.pause()
        assert (replay.version, replay.playing) == (1, False)


async def test_a_log_that_lost_its_end_is_replayed_from_its_new_end() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        if peer.number == 0:
            await begin(peer, OVER)
            await peer.close(CloseCode.GOING_AWAY)
            return
        request = await peer.receive(Replay)
        assert request.version == 4
        await peer.send(Refused(request.id, Code.NO_SUCH_VERSION, "versions are 1 to 2", 2))
        await begin(peer, MOVED)

    async with scripted(script) as url, pasjans.connect(url, options=AT_ONCE) as client:
        replay = await client.replay(GAME, version=4)
        update = await anext(replay.updates())
        assert (update.kind, update.version, update.view) == ("sought", 2, view(MOVED))


async def test_a_game_that_is_gone_when_the_connection_resumes_is_told() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        if peer.number == 0:
            await begin(peer)
            await peer.close(CloseCode.GOING_AWAY)
            return
        request = await peer.receive(Replay)
        await peer.send(Refused(request.id, Code.NO_SUCH_GAME, "no such game"))

    async with scripted(script) as url, pasjans.connect(url, options=AT_ONCE) as client:
        replay = await client.replay(GAME)
        with pytest.raises(pasjans.Refused, match="no such game"):
            await anext(replay.updates())
        with pytest.raises(pasjans.Refused, match="no such game"):
            await replay.play()


@pytest.mark.parametrize(
    "wrong",
    [
        delta(MOVED, UNDONE),
        Delta(1, 1, (0, 1), 7),
        Steered(None, 1, 3, 4, False, 100),
    ],
    ids=["lost delta", "wrong check", "another version"],
)
async def test_what_does_not_fit_has_the_replay_asked_for_again(wrong: Delta | Steered) -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        await begin(peer)
        await peer.send(wrong, delta(START, MOVED))
        leave = await peer.receive(Leave)
        await peer.send(Left(leave.id))
        request = await begin(peer)
        assert request.version == 1
        await peer.send(delta(START, MOVED))

    async with scripted(script) as url, pasjans.connect(url) as client:
        replay = await client.replay(GAME)
        updates = replay.updates()
        while replay.version == 1:
            await anext(updates)
        assert replay.view == view(MOVED)


async def test_what_never_fits_is_given_up() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        await begin(peer)
        for attempt in range(4):
            await peer.send(delta(MOVED, UNDONE))
            leave = await peer.receive(Leave)
            await peer.send(Left(leave.id))
            if attempt < 3:
                await begin(peer)

    async with scripted(script) as url, pasjans.connect(url) as client:
        replay = await client.replay(GAME)
        with pytest.raises(pasjans.Inconsistent):
            await anext(replay.updates())
