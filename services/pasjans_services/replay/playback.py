"""A replay as it goes on: where it stands, how fast it goes, and when the next event is due.

1. Between two events lies the pause that lay there in the game, `LONGEST_PAUSE_MS` at most,
   divided by the speed.
2. A replay that comes to the head stops there, and plays no more.
3. One that is held up goes on from where it stands, at its pace: it does not hurry after the time
   that it lost.

There is no clock here: each call names the time, in seconds, never going back.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

LONGEST_PAUSE_MS: Final = 3_000
REAL_SPEED: Final = 100
"""The speed, in percent, at which pauses are as long as they were."""
LATEST_S: Final = 0.1
"""How late an event may be before the replay counts as held up."""


class Playback:
    """See the module.

    Args:
        pauses_ms: The pause after each event but the last; see `pauses`.
        version: Where it begins, 1 to the number of events.
        playing: Whether it goes on by itself.
        speed: Percent of the pace at which the game was played.
        now: The time.
    """

    __slots__ = ("_due", "_pauses_ms", "playing", "speed", "version")

    def __init__(
        self, pauses_ms: Sequence[int], version: int, *, playing: bool, speed: int, now: float
    ) -> None:
        self._pauses_ms = pauses_ms
        self.version = version
        self.speed = speed
        self.playing = False
        self._due = now
        self._set_playing(playing, now)

    @property
    def head(self) -> int:
        """The version up to which it goes."""
        return len(self._pauses_ms) + 1

    @property
    def at_head(self) -> bool:
        """Whether there is nothing more to show."""
        return self.version >= self.head

    @property
    def due(self) -> float | None:
        """When the next event is to be shown; None while it does not play."""
        return self._due if self.playing else None

    def take(self, pauses_ms: Sequence[int]) -> None:
        """Take the log as it is now. The caller steers to a version that it has."""
        self._pauses_ms = pauses_ms

    def step(self, now: float) -> None:
        """Go to the next version: its event is shown now."""
        late = now - self._due
        self.version += 1
        if self.at_head:
            self.playing = False
            return
        self._due = (now if late > LATEST_S else self._due) + self._pause_s()

    def steer(
        self, now: float, *, version: int | None, playing: bool | None, speed: int | None
    ) -> None:
        """Go elsewhere, play or stop, change the pace; None leaves each as it is."""
        if speed is not None and speed != self.speed:
            left = max(0.0, self._due - now) * self.speed / speed
            self.speed = speed
            self._due = now + left
        if version is not None:
            self.version = version
            self._due = now + self._pause_s()
        self._set_playing(self.playing if playing is None else playing, now)

    def _set_playing(self, playing: bool, now: float) -> None:
        wanted = playing and not self.at_head
        if wanted and not self.playing:
            self._due = now + self._pause_s()
        self.playing = wanted

    def _pause_s(self) -> float:
        """The pause before the next event."""
        if self.at_head:
            return 0.0
        return self._pauses_ms[self.version - 1] * REAL_SPEED / self.speed / 1_000


def pauses(times_ms: Sequence[int]) -> tuple[int, ...]:
    """The pause after each event but the last, given the time of each; a clock may go back."""
    return tuple(
        min(max(0, after - before), LONGEST_PAUSE_MS) for before, after in pairwise(times_ms)
    )
