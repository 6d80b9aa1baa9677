"""One game as this process knows it: the state at a version, and who is listening.

1. A room only moves along the log: from version n to n+1, by the event that the log holds.
   Nothing is shown that was not appended.
2. A delta is encoded once for each encoding, however many listen; the number that a socket knows
   the game by is one byte of the frame.
3. The deltas of the last events are kept, so that who was away for a moment can be brought up to
   date without a look at the store.
4. Clients of version 0.2 know no view that grows. Who does not take hints gets a snapshot in place
   of the delta that adds the slot of hints.
"""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from pasjans_engine.game import evolve, legal
from pasjans_engine.view import check, view
from pasjans_protocol.codec import Frame, ServerCodec, rechannel
from pasjans_protocol.messages import (
    Delta,
    Finished,
    GuidedDelta,
    Presence,
    ServerMessage,
    SnapshotReason,
)
from pasjans_services.eventstore.base import Stored
from pasjans_services.eventstore.records import Header
from pasjans_services.games.gamelog import Loaded, events
from pasjans_services.games.step import ANY_CHANNEL, Step, finished, step_to

RECENT_DELTAS: Final = 256


class Listener(Protocol):
    """Somebody who is shown each event of a game: a seat."""

    @property
    def codec(self) -> ServerCodec:
        """How messages are encoded for it."""
        ...

    @property
    def channel(self) -> int:
        """The number that its socket knows the game by, 1 to 127."""
        ...

    @property
    def guide(self) -> bool:
        """Whether it wants the legal moves with each delta."""
        ...

    @property
    def takes_hints(self) -> bool:
        """Whether its client knows that the first hint adds a slot to the view."""
        ...

    def push(self, frame: Frame, /) -> None:
        """Send a frame that was encoded for this channel, without waiting."""
        ...

    def send_snapshot(self, request: str | None, reason: SnapshotReason, /) -> None:
        """Send the whole visible position."""
        ...


class Room:
    """See the module. Rooms are made and kept by the lobby.

    Args:
        game_id: The game's public name.
        loaded: The game at some version.
        told_seed: The seed of a deal that may be told once the game is over.
        name: The name that the game's player has claimed.
    """

    __slots__ = (
        "_floor_check",
        "_recent",
        "_seats",
        "_told_seed",
        "game",
        "header",
        "id",
        "name",
        "time_ms",
        "view",
        "watching",
    )

    def __init__(
        self,
        game_id: str,
        loaded: Loaded,
        told_seed: Callable[[Header], str | None],
        name: str | None,
    ) -> None:
        self.id = game_id
        self.header = loaded.header
        self._told_seed = told_seed
        self.name = name
        self.watching = 0
        self._seats: dict[tuple[ServerCodec, bool], dict[int, set[Listener]]] = {}
        self.reset(loaded)

    def reset(self, loaded: Loaded) -> None:
        """Take a state that the store gave, whatever was known before."""
        self.game = loaded.game
        self.time_ms = loaded.time_ms
        self.view = view(loaded.game)
        self._recent: deque[Delta] = deque(maxlen=RECENT_DELTAS)
        self._floor_check = check(self.view)

    # Where the room stands

    @property
    def version(self) -> int:
        """Number of events shown."""
        return self.game.version

    @property
    def check(self) -> int:
        """CRC-32 of the visible position."""
        return self._recent[-1].check if self._recent else self._floor_check

    def check_at(self, version: int) -> int | None:
        """The check that was sent at a version; None when it is not remembered here."""
        floor = self.version - len(self._recent)
        if version == floor:
            return self._floor_check
        if floor < version <= self.version:
            return self._recent[version - floor - 1].check
        return None

    def deltas_after(self, version: int) -> list[Delta]:
        """The deltas from a version, which `check_at` remembers, to this one."""
        floor = self.version - len(self._recent)
        return [delta for delta in self._recent if delta.base >= max(version, floor)]

    def adds_slot(self, deltas: Sequence[Delta]) -> bool:
        """Whether the first hint, which adds a slot to the view, is among the last deltas."""
        hints = len(self.view) - 1
        return self.game.hints > 0 and any(delta.changes == (hints, 1) for delta in deltas)

    def finished(self) -> Finished:
        """How the game ended."""
        return finished(self.game, self._told_seed(self.header))

    # Moving along the log

    def take(self, stored: Sequence[Stored]) -> bool:
        """Show events of the log, in order; those that were shown already are passed over.

        Returns:
            False when events before these are missing: the store must be read.
        """
        fresh = [entry for entry in stored if entry.version > self.version]
        if fresh and fresh[0].version != self.version + 1:
            return False
        for entry, event in zip(fresh, events(fresh), strict=True):
            self.show(step_to(evolve(self.game, event), self.view), entry.time_ms)
        return True

    def show(self, outcome: Step, time_ms: int) -> None:
        """Show one event, the next one, which the log now holds.

        Args:
            outcome: What it leads to.
            time_ms: The time that the log gives it: with the version, what it is known by.
        """
        self.time_ms = time_ms
        if len(self._recent) == RECENT_DELTAS:
            self._floor_check = self._recent[0].check
        self._recent.append(outcome.delta)
        self.game, self.view = outcome.game, outcome.view
        if self.adds_slot([outcome.delta]):
            self._broadcast_slot(outcome.delta)
        else:
            self._broadcast_delta(outcome.delta)
        if self.game.over:
            self.broadcast(self.finished())

    # Who listens

    def add(self, seat: Listener) -> None:
        """Show a seat every event from now on."""
        by_channel = self._seats.setdefault((seat.codec, seat.guide), {})
        by_channel.setdefault(seat.channel, set()).add(seat)

    def remove(self, seat: Listener) -> None:
        """Show a seat nothing more."""
        by_channel = self._seats.get((seat.codec, seat.guide), {})
        seats = by_channel.get(seat.channel, set())
        seats.discard(seat)
        if not seats:
            by_channel.pop(seat.channel, None)
        if not by_channel:
            self._seats.pop((seat.codec, seat.guide), None)

    @property
    def seats(self) -> list[Listener]:
        """Everybody who is shown the game by this process."""
        return [
            seat
            for by_channel in self._seats.values()
            for seats in by_channel.values()
            for seat in seats
        ]

    @property
    def size(self) -> int:
        """How many are shown the game by this process."""
        return len(self.seats)

    @property
    def empty(self) -> bool:
        """Whether nobody listens here."""
        return not self._seats

    def set_watching(self, total: int) -> None:
        """Tell everybody how many watch, over all processes, when that has changed."""
        if total != self.watching:
            self.watching = total
            self.broadcast(Presence(ANY_CHANNEL, total))

    def broadcast(self, message: ServerMessage) -> None:
        """Send a message about this game to everybody here."""
        for (codec, _), by_channel in self._seats.items():
            _send(codec, message, by_channel)

    def _broadcast_slot(self, delta: Delta) -> None:
        others = [seat for seat in self.seats if not seat.takes_hints]
        for seat in others:
            self.remove(seat)
        self._broadcast_delta(delta)
        for seat in others:
            self.add(seat)
            seat.send_snapshot(None, SnapshotReason.JOINED)

    def _broadcast_delta(self, delta: Delta) -> None:
        guided: GuidedDelta | None = None
        for (codec, guide), by_channel in self._seats.items():
            if guide and guided is None:
                guided = GuidedDelta(
                    delta.channel, delta.base, delta.changes, delta.check, legal(self.game)
                )
            _send(codec, guided if guide and guided else delta, by_channel)


def _send(codec: ServerCodec, message: ServerMessage, by_channel: dict[int, set[Listener]]) -> None:
    frame = codec.encode(message)
    for channel, seats in by_channel.items():
        numbered = rechannel(frame, channel)
        for seat in list(seats):
            seat.push(numbered)
