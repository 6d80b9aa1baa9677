"""A game of three versions for scripted servers, and how they begin with a client."""

import pasjans
from pasjans_engine.game import Game, legal
from pasjans_engine.view import check, diff, view
from pasjans_protocol.messages import (
    Create,
    Delta,
    Replay,
    Resumed,
    Role,
    Snapshot,
    SnapshotReason,
    Steer,
    Steered,
)
from support.lines import after
from support.scripted import GAME, Peer, dealt, snapshot

AT_ONCE = pasjans.Options(random=lambda: 0.0)
START = dealt()
MOVE = legal(START)[0]
MOVED = after(START, MOVE)
UNDONE = after(MOVED, "undo")
OVER = after(UNDONE, "resign")


def delta(before: Game, now: Game, channel: int = 1) -> Delta:
    """What one event changes."""
    seen = view(now)
    return Delta(channel, before.version, diff(view(before), seen), check(seen))


# Joined games


def resumed(request: str, base: int, head: int, channel: int = 1) -> Resumed:
    """That the log goes on from a version."""
    return Resumed(request, channel, GAME, Role.PLAYER, base, head, 1, None)


async def give(peer: Peer, game: Game = START) -> None:
    """Welcome a client, and create the game that it asks for."""
    await peer.welcome()
    create = await peer.receive(Create)
    await peer.send(snapshot(game, create.id))


# Replays


def stands(game: Game, request: str | None = None, channel: int = 1) -> Snapshot:
    """The snapshot of a replay that stands there."""
    return snapshot(game, request, channel=channel, reason=SnapshotReason.REPLAY)


def at(
    game: Game, request: str | None = None, *, playing: bool = True, channel: int = 1
) -> Steered:
    """That a replay stands there, and goes up to version 4."""
    return Steered(request, channel, game.version, 4, playing, 100)


async def begin(peer: Peer, game: Game = START, *, channel: int = 1) -> Replay:
    """Answer the request for a replay, and the question how it stands."""
    request = await peer.receive(Replay)
    await peer.send(stands(game, request.id, channel))
    asked = await peer.receive(Steer)
    assert (asked.version, asked.playing, asked.speed) == (None, None, None)
    await peer.send(at(game, asked.id, playing=request.playing, channel=channel))
    return request
