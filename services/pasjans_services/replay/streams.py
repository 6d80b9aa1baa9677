"""Replays on sockets: a game again, event by event, at the pace at which it was played.

1. A replay is answered by a snapshot; then come deltas. A seek is a snapshot that answers nothing,
   before the answer to the request for it.
2. At the end of a finished game comes `finished`; at every end a replay stops, and says so.
3. Whoever reads slowly is sent nothing while something waits; the replay then goes on from where
   it stands.
4. All who replay a game share what is known of it.
"""

import asyncio
from typing import Final

import msgspec

from pasjans_engine.view import view
from pasjans_protocol.messages import (
    Delta,
    GuidedDelta,
    Replay,
    Role,
    Snapshot,
    SnapshotReason,
    Steer,
    Steered,
)
from pasjans_services.desk import Way
from pasjans_services.games.step import finished
from pasjans_services.games.telling import ToldSeed
from pasjans_services.replay.bodies import seed_of
from pasjans_services.replay.histories import Recording
from pasjans_services.replay.playback import Playback
from pasjans_services.replay.turns import TICK_S, Ticket, Turns

LOOK_AGAIN_S: Final = 0.05
"""How soon to look again whether a slow reader has read what waits."""


class Stream:
    """One replay.

    Args:
        way: The socket.
        turns: When it is this replay's turn.
        channel: The number by which it knows the replay.
        game_id: The game.
        recording: The game.
        playback: Where the replay stands.
        guide: Whether the legal moves are wanted.
        name: The name that the game's player has claimed.
        told_seed: Which seeds may be told.
    """

    __slots__ = (
        "_guide",
        "_loop",
        "_name",
        "_recording",
        "_ticket",
        "_told_seed",
        "_turns",
        "_way",
        "channel",
        "game_id",
        "playback",
    )

    def __init__(  # noqa: PLR0913 - what a replay is made of
        self,
        way: Way,
        turns: Turns,
        channel: int,
        game_id: str,
        *,
        recording: Recording,
        playback: Playback,
        guide: bool,
        name: str | None,
        told_seed: ToldSeed,
    ) -> None:
        self._way = way
        self._turns = turns
        self.channel = channel
        self.game_id = game_id
        self._recording = recording
        self.playback = playback
        self._guide = guide
        self._name = name
        self._told_seed = told_seed
        self._loop = asyncio.get_running_loop()
        self._ticket: Ticket | None = None

    def begin(self, request: Replay) -> None:
        """Answer the request for this replay, and go on from there."""
        self._send_snapshot(request.id)
        if request.playing and self.playback.at_head:
            self._send_steered(None)
        self._wait()

    def steer(self, request: Steer, recording: Recording) -> None:
        """Carry out and answer a request; `recording` is the game as it is now."""
        version = request.version
        if version is None and not self._stands_in(recording):
            version = min(self.playback.version, recording.history.head)
        self._recording = recording
        self.playback.take(recording.pauses_ms)
        self.playback.steer(
            self._loop.time(), version=version, playing=request.playing, speed=request.speed
        )
        if version is not None:
            self._send_snapshot(None)
        self._send_steered(request.id)
        self._wait()

    def end(self) -> None:
        """Send nothing more."""
        if self._ticket is not None:
            self._ticket.cancel()
            self._ticket = None

    def _stands_in(self, recording: Recording) -> bool:
        """Whether a log, which may have lost its tail, still has the position that was shown."""
        before, now, version = self._recording.history, recording.history, self.playback.version
        return version <= now.head and before.check_at(version) == now.check_at(version)

    # Going on

    def _wait(self) -> None:
        """Wait for the next event to be due."""
        self.end()
        due = self.playback.due
        if due is not None:
            self._ticket = self._turns.at(due, self._go_on)

    def _go_on(self, most: int) -> int:
        """Show events that are due, so many at most; how many."""
        self._ticket = None
        for shown in range(most):
            if self._way.ended:
                return shown
            now = self._loop.time()
            if self._way.waiting_bytes:
                self._ticket = self._turns.at(now + LOOK_AGAIN_S, self._go_on)
                return shown
            due = self.playback.due
            if due is None or due > now + TICK_S:
                self._wait()
                return shown
            self._show_next(now)
        self._wait()
        return most

    def _show_next(self, now: float) -> None:
        base = self.playback.version
        delta = self._recording.history.deltas[base - 1]
        self.playback.step(now)
        if not self._way.takes_hints and self._adds_slot(base + 1):
            # Clients of version 0.2 know no view that grows.
            self._send_snapshot(None)
        elif self._guide:
            names = self._recording.legal_at(base + 1)
            self._way.send(GuidedDelta(self.channel, base, delta.changes, delta.check, names))
        else:
            self._way.send(Delta(self.channel, base, delta.changes, delta.check))
        if self.playback.at_head:
            self._send_end()
            self._send_steered(None)

    def _adds_slot(self, version: int) -> bool:
        """Whether the first hint, which adds a slot to the view, makes this version."""
        game_at = self._recording.history.game_at
        return game_at(version).hints == 1 and game_at(version - 1).hints == 0

    # What is sent

    def _send_snapshot(self, request: str | None) -> None:
        """The whole position, and how the game ended if it did there."""
        history, version = self._recording.history, self.playback.version
        header = history.header
        self._way.send(
            Snapshot(
                id=request,
                channel=self.channel,
                game=self.game_id,
                role=Role.WATCHER,
                reason=SnapshotReason.REPLAY,
                rules=header.rules,
                rules_version=header.rules_version,
                deal_id=header.deal_id,
                commitment=header.commitment,
                player=header.player,
                name=self._name,
                version=version,
                view=view(history.game_at(version)),
                check=history.check_at(version),
                watching=0,
                legal=self._recording.legal_at(version) if self._guide else None,
            )
        )
        if self.playback.at_head:
            self._send_end()

    def _send_end(self) -> None:
        history = self._recording.history
        if history.last.over:
            told = finished(history.last, seed_of(history, self._told_seed))
            self._way.send(msgspec.structs.replace(told, channel=self.channel))

    def _send_steered(self, request: str | None) -> None:
        playback = self.playback
        self._way.send(
            Steered(
                request,
                self.channel,
                playback.version,
                playback.head,
                playback.playing,
                playback.speed,
            )
        )
