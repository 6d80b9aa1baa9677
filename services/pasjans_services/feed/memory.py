"""The feed in one process: for tests, and to read what it promises."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pasjans_services.eventstore.memory import Clock, wall_clock_ms
from pasjans_services.feed.base import Announcement, Occasion


@dataclass(slots=True)
class _Group:
    """How many a group was told, and which it has not settled, told when."""

    told: int = 0
    unsettled: dict[str, int] = field(default_factory=dict[str, int])


class MemoryFeed:
    """See `Feed`.

    Args:
        clock: the time in ms.
        reclaim_ms: how long one reader may keep an announcement.
    """

    def __init__(self, clock: Clock = wall_clock_ms, reclaim_ms: int = 10_000) -> None:
        self._clock = clock
        self._reclaim_ms = reclaim_ms
        self._announcements: list[Announcement] = []
        self._groups: dict[str, _Group] = {}

    async def announce(self, game: str, occasion: Occasion, /) -> None:
        """See `Feed.announce`."""
        place = str(len(self._announcements))
        self._announcements.append(Announcement(place, game, occasion))

    async def join(self, group: str, /) -> None:
        """See `Feed.join`."""
        self._groups.setdefault(group, _Group())

    async def take(self, group: str, _reader: str, most: int, /) -> tuple[Announcement, ...]:
        """See `Feed.take`."""
        state, now = self._groups[group], self._clock()
        left = [
            place for place, since in state.unsettled.items() if now - since >= self._reclaim_ms
        ]
        fresh = self._announcements[state.told : state.told + most]
        state.told += len(fresh)
        taken = [*(self._announcements[int(place)] for place in left[:most]), *fresh]
        for announcement in taken:
            state.unsettled[announcement.place] = now
        return tuple(taken)

    async def settle(self, group: str, announcements: Sequence[Announcement], /) -> None:
        """See `Feed.settle`."""
        for announcement in announcements:
            self._groups[group].unsettled.pop(announcement.place, None)

    async def rewind(self, group: str, /) -> None:
        """See `Feed.rewind`."""
        self._groups[group].told = 0

    async def behind(self, group: str, /) -> int:
        """See `Feed.behind`."""
        state = self._groups[group]
        return len(self._announcements) - state.told + len(state.unsettled)

    async def close(self) -> None:
        """See `Feed.close`."""
