"""What becomes of a replay, with servers that real ones never are."""

import asyncio
import gc

import pytest

import pasjans
from pasjans_engine.game import legal
from pasjans_engine.view import view
from pasjans_protocol.errors import Code
from pasjans_protocol.messages import (
    Capability,
    Finished,
    Join,
    Leave,
    Left,
    Refused,
    Replay,
    SnapshotReason,
    Steer,
    Steered,
)
from support.scripted import GAME, Peer, scripted, snapshot
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


async def test_a_replay_is_seen_event_by_event_to_its_end() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        request = await begin(peer)
        assert (request.game, request.version, request.playing) == (GAME, 1, True)
        assert (request.speed, request.guide) == (250, True)
        await peer.receive(Steer)
        await peer.send(delta(START, MOVED), delta(MOVED, UNDONE), delta(UNDONE, OVER))
        await peer.send(Finished(1, 4, "resigned", 0, 1, None), at(OVER, playing=False))

    async with scripted(script) as url, pasjans.connect(url) as client:
        replay = await client.replay(GAME, speed=250)
        assert (replay.id, replay.rules, replay.player) == (GAME, "polish", "player-1")
        assert (replay.version, replay.head, replay.playing) == (1, 4, True)
        assert (replay.view, replay.legal) == (view(START), legal(START))
        assert repr(replay) == f"<Replay {GAME} polish version 1 of 4>"
        assert not client.games
        updates = replay.updates()
        pacing = asyncio.create_task(replay.pace(100))
        seen = [await anext(updates) for _ in range(5)]
        assert [update.kind for update in seen] == [*["moved"] * 3, "finished", "stopped"]
        assert [update.version for update in seen] == [2, 3, 4, 4, 4]
        assert (replay.version, replay.playing) == (4, False)
        assert replay.result
        assert (replay.status, replay.undos) == (pasjans.Status.RESIGNED, 1)
        pacing.cancel()


async def test_it_is_steered() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        await begin(peer)
        seek = await peer.receive(Steer)
        assert (seek.channel, seek.version, seek.playing, seek.speed) == (1, 3, None, None)
        await peer.send(stands(UNDONE), at(UNDONE, seek.id))
        pause = await peer.receive(Steer)
        assert (pause.version, pause.playing, pause.speed) == (None, False, None)
        await peer.send(at(UNDONE, pause.id, playing=False))
        pace = await peer.receive(Steer)
        assert (pace.version, pace.playing, pace.speed) == (None, None, 1000)
        await peer.send(Steered(pace.id, 1, 3, 4, False, 1000))
        play = await peer.receive(Steer)
        assert (play.version, play.playing, play.speed) == (None, True, None)
        await peer.send(Steered(play.id, 1, 3, 9, True, 1000))

    async with scripted(script) as url, pasjans.connect(url) as client:
        replay = await client.replay(GAME)
        updates = replay.updates()
        await replay.seek(3)
        assert (replay.version, replay.view) == (3, view(UNDONE))
        await replay.pause()
        assert not replay.playing
        await replay.pace(1000)
        assert replay.speed == 1000
        await replay.play()
        assert (replay.playing, replay.head) == (True, 9)
        assert [(await anext(updates)).kind for _ in range(2)] == ["sought", "stopped"]


async def test_a_replay_that_ended_goes_back_and_lives_again() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        await begin(peer, UNDONE)
        play = await peer.receive(Steer)
        await peer.send(at(UNDONE, play.id), delta(UNDONE, OVER))
        await peer.send(Finished(1, 4, "resigned", 0, 1, None), at(OVER, playing=False))
        seek = await peer.receive(Steer)
        await peer.send(stands(MOVED), at(MOVED, seek.id))
        await peer.send(delta(MOVED, UNDONE))

    async with scripted(script) as url, pasjans.connect(url) as client:
        replay = await client.replay(GAME, version=3, playing=False)
        updates = replay.updates()
        await replay.play()
        while (await anext(updates)).kind != "stopped":
            pass
        results = [replay.result]
        await replay.seek(2)
        results.append(replay.result)
        assert [result is None for result in results] == [False, True]
        while (update := await anext(updates)).kind != "moved":
            pass
        assert (update.version, update.view) == (3, view(UNDONE))


async def test_a_version_that_is_not_there_is_refused_and_the_replay_stays() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        await begin(peer)
        seek = await peer.receive(Steer)
        await peer.send(Refused(seek.id, Code.NO_SUCH_VERSION, "versions are 1 to 4", 4))

    async with scripted(script) as url, pasjans.connect(url) as client:
        replay = await client.replay(GAME)
        for version in (9, 0, -1, 2**53):
            with pytest.raises(pasjans.Refused) as refused:
                await replay.seek(version)
            assert refused.value.code is Code.NO_SUCH_VERSION
        assert replay.version == 1


async def test_a_replay_that_is_told_to_play_at_its_end_stops_at_once() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        await begin(peer, OVER)
        for _ in range(2):
            play = await peer.receive(Steer)
            await peer.send(at(OVER, play.id, playing=False))

    async with scripted(script) as url, pasjans.connect(url, options=AT_ONCE) as client:
        replay = await client.replay(GAME, version=4, playing=False)
        updates = replay.updates()
        for _ in range(2):
            await replay.play()
            assert (await anext(updates)).kind == "stopped"
        assert not replay.playing


async def test_to_follow_live_is_a_choice() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        await begin(peer)
        join = await peer.receive(Join)
        assert (join.game, join.guide, join.version) == (GAME, False, None)
        await peer.send(snapshot(UNDONE, join.id, channel=2, reason=SnapshotReason.JOINED))
        leave = await peer.receive(Leave)
        assert leave.channel == 1
        await peer.send(Left(leave.id))

    async with scripted(script) as url, pasjans.connect(url) as client:
        replay = await client.replay(GAME, guide=False)
        updates = replay.updates()
        game = await replay.follow()
        assert (game.id, game.version, game.role) == (GAME, 3, pasjans.Role.PLAYER)
        assert client.games[GAME] is game
        assert [update async for update in updates] == []
        with pytest.raises(pasjans.GameLeft):
            await replay.play()
        assert [update async for update in replay.updates()] == []


async def test_a_game_that_cannot_be_followed_live_stays_a_replay() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        await begin(peer)
        join = await peer.receive(Join)
        await peer.send(Refused(join.id, Code.TOO_MANY_GAMES, "no"))
        await peer.send(delta(START, MOVED))

    async with scripted(script) as url, pasjans.connect(url) as client:
        replay = await client.replay(GAME)
        updates = replay.updates()
        with pytest.raises(pasjans.Refused):
            await replay.follow()
        assert (await anext(updates)).version == 2


async def test_a_game_is_replayed_twice_and_each_is_left_at_the_end() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        await begin(peer)
        await begin(peer, MOVED, channel=2)
        for channel in (2, 1):
            leave = await peer.receive(Leave)
            assert leave.channel == channel
            await peer.send(Left(leave.id))

    async with (
        scripted(script) as url,
        pasjans.connect(url) as client,
        await client.replay(GAME) as first,
        await client.replay(GAME) as second,
    ):
        assert (first.version, second.version) == (1, 2)


async def test_a_replay_that_nobody_waits_for_any_more_is_left() -> None:
    left = asyncio.Event()

    async def script(peer: Peer) -> None:
        await peer.welcome()
        request = await peer.receive(Replay)
        await peer.send(stands(START, request.id))
        steer = await peer.receive(Steer)
        await peer.send(at(START, steer.id))
        leave = await peer.receive(Leave)
        await peer.send(Left(leave.id))
        left.set()

    async with scripted(script) as url, pasjans.connect(url) as client:
        beginning = asyncio.create_task(client.replay(GAME))
        await asyncio.sleep(0)
        beginning.cancel()
        with pytest.raises(asyncio.CancelledError):
            await beginning
        await left.wait()


async def test_steering_goes_one_after_another() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        await begin(peer)
        for game in (MOVED, UNDONE, OVER):
            seek = await peer.receive(Steer)
            assert seek.version == game.version
            await peer.send(stands(game), at(game, seek.id))

    async with scripted(script) as url, pasjans.connect(url) as client:
        replay = await client.replay(GAME)
        await asyncio.gather(*(replay.seek(version) for version in (2, 3, 4)))
        assert replay.version == 4


async def test_a_refusal_for_now_is_waited_out() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        request = await peer.receive(Replay)
        await peer.send(Refused(request.id, Code.UNAVAILABLE, "later", None, 1))
        await begin(peer)
        pause = await peer.receive(Steer)
        await peer.send(Refused(pause.id, Code.RATE_LIMITED, "later", None, 1))
        pause = await peer.receive(Steer)
        await peer.send(at(START, pause.id, playing=False))

    async with scripted(script) as url, pasjans.connect(url, options=AT_ONCE) as client:
        replay = await client.replay(GAME)
        await replay.pause()
        assert not replay.playing


async def test_a_server_without_replays_is_unsupported() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome(capabilities=(Capability.RESUME,))

    async with scripted(script) as url, pasjans.connect(url) as client:
        with pytest.raises(pasjans.Unsupported, match="does not offer replay"):
            await client.replay(GAME)


async def test_what_can_never_be_is_refused_here() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        await begin(peer)

    async with scripted(script) as url, pasjans.connect(url) as client:
        with pytest.raises(pasjans.Refused, match="no_such_game"):
            await client.replay("g" * 65)
        with pytest.raises(pasjans.Refused, match="no_such_version"):
            await client.replay(GAME, version=0)
        for speed in (0, 100_001):
            with pytest.raises(ValueError, match="speeds are 1 to 100000"):
                await client.replay(GAME, speed=speed)
        replay = await client.replay(GAME)
        with pytest.raises(ValueError, match="speeds are"):
            await replay.pace(0)


async def test_replays_end_with_the_client() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        await begin(peer)

    async with scripted(script) as url, pasjans.connect(url) as client:
        replay = await client.replay(GAME)
        updates = replay.updates()
        steering = asyncio.create_task(replay.seek(3))
        await asyncio.sleep(0)
        await client.close()
        assert [update async for update in updates] == []
        with pytest.raises(pasjans.ClientClosed):
            await steering
        with pytest.raises(pasjans.ClientClosed):
            await replay.play()


async def test_updates_that_nobody_reads_any_more_are_forgotten() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        await begin(peer)

    async with scripted(script) as url, pasjans.connect(url) as client:
        replay = await client.replay(GAME)
        replay.updates()
        gc.collect()
        assert len(replay._replaying._updates) == 0
