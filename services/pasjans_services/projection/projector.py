"""Keeps a projection up to date: takes announcements from the feed and applies the logs.

1. An announced game may not be there yet: then it is looked at again, at growing intervals. After
   `GIVE_UP_S` it is let go: whoever announced it did not append, or announced it anew.
2. An announcement is settled after its game was applied. So each is applied at least once, and
   that is enough: a projection is idempotent.
3. What fails is tried again, like a game that is not there yet, logged, and let go as late.
4. A game whose store is away is kept until it is back, and does not hold the others up.
"""

import asyncio
import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Final

import structlog

from pasjans_services import telemetry
from pasjans_services.eventstore.base import EventStore, Standing, StoreUnavailable
from pasjans_services.feed.base import Announcement, Feed, Occasion
from pasjans_services.projection.base import Projection

POLL_S: Final = 0.2
FIRST_PAUSE_S: Final = 0.02
LONGEST_PAUSE_S: Final = 5.0
GIVE_UP_S: Final = 60.0
MOST: Final = 64
GAMES_AT_ONCE: Final = 16

log = structlog.get_logger(__name__)


@dataclass(slots=True)
class _Waiting:
    """An announcement that is not settled, since when, and when its game is looked at again."""

    announcement: Announcement
    since_s: float
    due_s: float
    pause_s: float = FIRST_PAUSE_S


class Projector:
    """See the module.

    Args:
        feed: Which games to look at.
        store: Their logs.
        projection: What is kept up to date.
        reader: The name of this process in the feed.
        poll_s: Seconds between two looks at a quiet feed.
        give_up_s: Seconds after which an announced game that does not come is let go.
    """

    def __init__(  # noqa: PLR0913 - whom it works for, and how patiently
        self,
        feed: Feed,
        store: EventStore,
        projection: Projection,
        reader: str,
        *,
        poll_s: float = POLL_S,
        give_up_s: float = GIVE_UP_S,
    ) -> None:
        self._feed = feed
        self._store = store
        self._projection = projection
        self._group = projection.name
        self._reader = reader
        self._poll_s = poll_s
        self._give_up_s = give_up_s
        self._waiting: dict[str, _Waiting] = {}
        self._now: Callable[[], float] = asyncio.get_running_loop().time
        self._applied = telemetry.PROJECTED.labels(self._group)
        self._failed = telemetry.PROJECTION_FAILURES.labels(self._group)
        self._behind = telemetry.PROJECTION_BEHIND.labels(self._group)

    async def run(self) -> None:
        """Work until cancelled."""
        joined = False
        while True:
            try:
                if not joined:
                    await self._feed.join(self._group)
                    joined = True
                more = await self._turn()
            except StoreUnavailable as error:
                log.warning("projection_waits", projection=self._group, error=str(error))
                joined, more = False, False
            except Exception:
                log.exception("projection_turn_failed", projection=self._group)
                joined, more = False, False
            if not more:
                await self._rest()

    async def _turn(self) -> bool:
        """Take what is new and work on what is due; whether there may be more at once."""
        taken = await self._feed.take(self._group, self._reader, MOST)
        now = self._now()
        for announcement in taken:
            # One that is told again is as old as it was.
            self._waiting.setdefault(announcement.place, _Waiting(announcement, now, now))
        self._behind.set(len(self._waiting))
        by_game: dict[str, list[_Waiting]] = {}
        for waiting in self._waiting.values():
            if waiting.due_s <= now:
                by_game.setdefault(waiting.announcement.game, []).append(waiting)
        done: list[_Waiting] = []
        games = iter(by_game.items())
        while some := tuple(islice(games, GAMES_AT_ONCE)):
            looks = await asyncio.gather(*(self._look(game, about) for game, about in some))
            done += (waiting for look in looks for waiting in look)
        if done:
            await self._feed.settle(self._group, [waiting.announcement for waiting in done])
        for waiting in done:
            self._waiting.pop(waiting.announcement.place, None)
        return len(taken) >= MOST

    async def _look(self, game: str, about: list[_Waiting]) -> list[_Waiting]:
        """Apply a game, if it has come to where it was announced; what is settled by that."""
        try:
            standing = await self._store.standing(game)
            come = [one for one in about if _has_come(one.announcement.occasion, standing)]
            if come:
                await self._projection.apply(game, await self._store.read(game))
                self._applied.inc()
        except StoreUnavailable as error:
            log.warning("projection_waits", projection=self._group, game=game, error=str(error))
            for waiting in about:
                waiting.since_s = self._now()
                self._put_off(waiting)
            return []
        except Exception:
            log.exception("projection_failed", projection=self._group, game=game)
            self._failed.inc()
            come = []
        return come + [one for one in about if one not in come and self._let_go(one)]

    def _let_go(self, waiting: _Waiting) -> bool:
        """Whether an announcement has waited long enough; if not, it is put off."""
        if self._now() - waiting.since_s > self._give_up_s:
            game = waiting.announcement.game
            log.info("announcement_let_go", projection=self._group, game=game)
            return True
        self._put_off(waiting)
        return False

    def _put_off(self, waiting: _Waiting) -> None:
        waiting.due_s = self._now() + waiting.pause_s
        waiting.pause_s = min(2 * waiting.pause_s, LONGEST_PAUSE_S)

    async def _rest(self) -> None:
        """Wait until something is due, or it is time to look at the feed."""
        now = self._now()
        due = min((waiting.due_s for waiting in self._waiting.values()), default=math.inf)
        await asyncio.sleep(max(0.0, min(due - now, self._poll_s)))


def _has_come(occasion: Occasion, standing: Standing) -> bool:
    return standing.finished if occasion is Occasion.OVER else standing.head > 0
