"""Games with every ply, kept as long as there is room: whoever looks at one ply looks at more."""

import asyncio
import math
import weakref
from collections import OrderedDict
from collections.abc import Coroutine
from typing import Any, Final

from pasjans_engine.game import legal
from pasjans_services.games.deals import Clock, utc_now
from pasjans_services.games.gamelog import GameLog, History, NoSuchGame
from pasjans_services.replay.playback import pauses
from pasjans_services.replay.plies import standing_of

MAX_EVENTS: Final = 50_000
"""About 800 bytes each; twice as many of a whole waste that is turned over and back."""

SETTLED_MS: Final = 3_600_000
"""How long after its end a game may still turn out otherwise: a failover may lose the end of a log
that was acknowledged, but only what had not reached the replica yet."""

COMPARE_EVERY_S: Final = 1.0
"""How often a finished game that is not settled is compared with the store, while it is asked for.
"""


class Recording:
    """A game from its deal on, for all who look at it.

    Args:
        history: What happened.

    Attributes:
        history: What happened.
        compared_s: When it was last what the store had, on the loop's clock.
        pauses_ms: The pause after each event but the last, when it is replayed at its own pace.
    """

    __slots__ = ("__weakref__", "_legal", "_standing", "compared_s", "history", "pauses_ms")

    def __init__(self, history: History) -> None:
        self.history = history
        self.pauses_ms = pauses([entry.time_ms for entry in history.stored])
        self._legal: dict[int, tuple[str, ...]] = {}
        self.compared_s = -math.inf
        self._standing: tuple[int, ...] | None = None

    @property
    def standing(self) -> tuple[int, ...]:
        """For each ply of the net line the version at which it came to stand for good."""
        if self._standing is None:
            self._standing = standing_of(self.history)
        return self._standing

    def legal_at(self, version: int) -> tuple[str, ...]:
        """The legal moves at a version, 1 to the log's length."""
        names = self._legal.get(version)
        if names is None:
            names = self._legal[version] = legal(self.history.game_at(version))
        return names


class Histories:
    """The games that somebody looked at last, and those that somebody still looks at.

    Of a game in progress the log is read on each time, from the last event that is known; if that
    has changed, the game is read anew. A finished game is compared so now and then, until it is
    settled; then it is not read again.

    Args:
        gamelog: Where they are read.
        max_events: Events that may be kept, of all games together.
        clock: The time.
    """

    def __init__(
        self, gamelog: GameLog, max_events: int = MAX_EVENTS, clock: Clock = utc_now
    ) -> None:
        self._gamelog = gamelog
        self._clock = clock
        self._now_s = asyncio.get_running_loop().time
        self._max_events = max_events
        self._alive: weakref.WeakValueDictionary[str, Recording] = weakref.WeakValueDictionary()
        self._kept: OrderedDict[str, Recording] = OrderedDict()
        self._events = 0
        self._reading: dict[str, asyncio.Task[Recording]] = {}
        self._next: dict[str, asyncio.Task[Recording]] = {}

    @property
    def events(self) -> int:
        """How many events are kept."""
        return self._events

    @property
    def events_in_use(self) -> int:
        """How many events are in memory, those that are kept and those that are looked at."""
        return sum(recording.history.head for recording in self._alive.values())

    def knows(self, game_id: str) -> bool:
        """Whether a game is in memory, so that little or nothing of it has to be read."""
        return game_id in self._alive

    async def get(self, game_id: str) -> Recording:
        """A game up to the log's head, as it is from now on.

        Raises:
            NoSuchGame: There is no such game.
            StoreUnavailable: The store cannot be reached.
        """
        known = self._alive.get(game_id)
        if known is not None and self._is_true(known):
            return self._keep(game_id, known)
        # What is being read may be older than this question; the next reading is for all who ask
        # until it begins.
        if game_id not in self._reading:
            task = self._reading[game_id] = self._start(self._read(game_id))
        elif game_id in self._next:
            task = self._next[game_id]
        else:
            after = self._reading[game_id]
            task = self._next[game_id] = self._start(self._read_after(game_id, after))
        task.add_done_callback(lambda done: self._done(game_id, done))
        return await asyncio.shield(task)

    def settled(self, history: History) -> bool:
        """Whether nothing that a game tells will ever be otherwise."""
        age_ms = self._clock().timestamp() * 1_000 - history.stored[-1].time_ms
        return history.last.over and age_ms >= SETTLED_MS

    def _is_true(self, known: Recording) -> bool:
        """Whether a game need not be compared with the store."""
        if not known.history.last.over:
            return False
        just_now = self._now_s() - known.compared_s < COMPARE_EVERY_S
        return just_now or self.settled(known.history)

    @staticmethod
    def _start(reading: Coroutine[Any, Any, Recording]) -> asyncio.Task[Recording]:
        return asyncio.get_running_loop().create_task(reading)

    def _done(self, game_id: str, task: asyncio.Task[Recording]) -> None:
        if self._reading.get(game_id) is task:
            del self._reading[game_id]
        if not task.cancelled():
            task.exception()

    async def _read_after(self, game_id: str, before: asyncio.Task[Recording]) -> Recording:
        await asyncio.wait([before])
        self._reading[game_id] = self._next.pop(game_id)
        return await self._read(game_id)

    async def _read(self, game_id: str) -> Recording:
        known, asked_s = self._alive.get(game_id), self._now_s()
        try:
            if known is None:
                history = await self._gamelog.history(game_id)
            elif self._is_true(known):
                return known
            else:
                history = await self._gamelog.lengthened(game_id, known.history)
        except NoSuchGame:
            self._forget(game_id)
            self._alive.pop(game_id, None)
            raise
        if known is None or known.history is not history:
            known = Recording(history)
        known.compared_s = asked_s
        return self._keep(game_id, known)

    def _keep(self, game_id: str, recording: Recording) -> Recording:
        self._forget(game_id)
        self._alive[game_id] = recording
        self._kept[game_id] = recording
        self._events += recording.history.head
        while self._events > self._max_events:
            self._forget(next(iter(self._kept)))
        return recording

    def _forget(self, game_id: str) -> None:
        kept = self._kept.pop(game_id, None)
        if kept is not None:
            self._events -= kept.history.head
