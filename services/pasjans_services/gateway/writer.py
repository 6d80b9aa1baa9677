"""The way of events into a game: appended by the store, then shown.

1. Nothing is shown before the store has it.
2. That a game ends is announced before it is appended, so that no list and no board misses it.
"""

import time
from collections.abc import Sequence

from pasjans_engine.game import Event, evolve
from pasjans_services import telemetry
from pasjans_services.eventstore.base import Appended, Outcome
from pasjans_services.eventstore.records import encode_event
from pasjans_services.feed.base import Announce, Occasion
from pasjans_services.games.step import step_to
from pasjans_services.gateway.lobby import Lobby
from pasjans_services.gateway.room import Room


class Writer:
    """See the module.

    Args:
        lobby: The rooms.
        announce: Tells that a game is about to begin or to end.
    """

    def __init__(self, lobby: Lobby, announce: Announce) -> None:
        self._lobby = lobby
        self._announce = announce

    async def append(self, room: Room, request: str, events: Sequence[Event]) -> Outcome:
        """Append events that were decided in the state that the room has.

        Args:
            room: The game.
            request: The idempotency key.
            events: What was decided.

        Raises:
            GameFinished: The log has the game's end.
            NoSuchGame: The game has gone.
            StoreUnavailable: The store cannot be reached.
        """
        before, seen = room.game, room.view
        after = before
        for event in events:
            after = evolve(after, event)
        records = [encode_event(event) for event in events]
        if after.over:
            await self._announce(room.id, Occasion.OVER)
        started = time.perf_counter()
        outcome = await self._lobby.store.append(
            room.id, before.version, request, records, after.over
        )
        telemetry.APPEND_SECONDS.observe(time.perf_counter() - started)
        if isinstance(outcome, Appended):
            if room.game is before:
                room.show(step_to(after, seen), outcome.time_ms)
                self._lobby.keep(room)
            if self._lobby.rooms.get(room.id) is not room:
                self._lobby.catch_up(room.id)
            if after.over:
                telemetry.FINISHED.labels(after.status).inc()
        return outcome

    async def shown(self, room: Room, version: int) -> None:
        """Return when the deltas up to a version were sent.

        Raises:
            NoSuchGame: The game has gone.
            StoreUnavailable: The store cannot be reached.
        """
        if room.version < version:
            await self._lobby.caught_up(room.id)
