"""What becomes of a replay, with servers that real ones never are."""

import asyncio
import gc

import pytest

import pasjans
from pasjans_engine.game import Game, legal
from pasjans_engine.view import check, diff, view
from pasjans_protocol.close_codes import CloseCode
from pasjans_protocol.errors import Code
from pasjans_protocol.messages import (
    Capability,
    Delta,
    Finished,
    Join,
    Leave,
    Left,
    Ping,
    Pong,
    Refused,
    Replay,
    Snapshot,
    SnapshotReason,
    Steer,
    Steered,
)
from support.lines import after
from support.scripted import GAME, Peer, dealt, scripted, snapshot

AT_ONCE = pasjans.Options(random=lambda: 0.0)
DEALT = dealt()
MOVED = after(DEALT, legal(DEALT)[0])
UNDONE = after(MOVED, "undo")
OVER = after(UNDONE, "resign")


def stands(game: Game, request: str | None = None, channel: int = 1) -> Snapshot:
    """The snapshot of a replay that stands there."""
    return snapshot(game, request, channel=channel, reason=SnapshotReason.REPLAY)


def delta(before: Game, now: Game, channel: int = 1) -> Delta:
    seen = view(now)
    return Delta(channel, before.version, diff(view(before), seen), check(seen))


def at(
    game: Game, request: str | None = None, *, playing: bool = True, channel: int = 1
) -> Steered:
    """That a replay stands there, and goes up to version 4."""
    return Steered(request, channel, game.version, 4, playing, 100)


async def begin(peer: Peer, game: Game = DEALT, *, channel: int = 1) -> Replay:
    """Answer the request for a replay, and the question how it stands."""
    request = await peer.receive(Replay)
    await peer.send(stands(game, request.id, channel))
    asked = await peer.receive(Steer)
    assert (asked.version, asked.playing, asked.speed) == (None, None, None)
    await peer.send(at(game, asked.id, playing=request.playing, channel=channel))
    return request


async def test_a_replay_is_seen_event_by_event_to_its_end() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        request = await begin(peer)
        assert (request.game, request.version, request.playing) == (GAME, 1, True)
        assert (request.speed, request.guide) == (250, True)
        await peer.receive(Steer)
        await peer.send(delta(DEALT, MOVED), delta(MOVED, UNDONE), delta(UNDONE, OVER))
        await peer.send(Finished(1, 4, "resigned", 0, 1, None), at(OVER, playing=False))

    async with scripted(script) as url, pasjans.connect(url) as client:
        replay = await client.replay(GAME, speed=250)
        assert (replay.id, replay.rules, replay.player) == (GAME, "polish", "player-1")
        assert (replay.version, replay.head, replay.playing) == (1, 4, True)
        assert (replay.view, replay.legal) == (view(DEALT), legal(DEALT))
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
        await peer.send(stands(DEALT, request.id))
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
        await peer.send(stands(DEALT, request.id))
        pause = await peer.receive(Steer)
        await peer.send(at(DEALT, pause.id, playing=False))

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
        await peer.send(wrong, delta(DEALT, MOVED))
        leave = await peer.receive(Leave)
        await peer.send(Left(leave.id))
        request = await begin(peer)
        assert request.version == 1
        await peer.send(delta(DEALT, MOVED))

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
        await peer.send(delta(DEALT, MOVED))

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
        await peer.send(stands(DEALT, request.id))
        steer = await peer.receive(Steer)
        await peer.send(at(DEALT, steer.id))
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
        await peer.send(at(DEALT, pause.id, playing=False))

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


async def test_hello_says_that_a_bot_plays() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        assert peer.hello.bot
        if peer.number == 0:
            await peer.close(CloseCode.GOING_AWAY)

    async with (
        scripted(script) as url,
        pasjans.connect(url, bot=True, options=AT_ONCE) as client,
    ):
        connections = client.connections()
        while await anext(connections):
            pass
        assert await anext(connections)
