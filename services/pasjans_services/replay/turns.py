"""Whose turn it is: one timer for all replays of a process, and a bound on each turn.

1. What is due first comes first; of what is due at the same time, what was asked for first.
2. However much is due at once, no more than `EVENTS_A_TURN` events are shown before the event loop
   has its turn, with everything else that the process does.
"""

import asyncio
from collections.abc import Callable
from heapq import heapify, heappop, heappush
from typing import Final

import structlog

EVENTS_A_TURN: Final = 128
EVENTS_AT_ONCE: Final = 8
"""Events of one replay that are shown without a look at the others."""
TICK_S: Final = 0.001
"""How exact timers are."""
CANCELLED_ANYWAY: Final = 64

log = structlog.get_logger(__name__)

GoOn = Callable[[int], int]
"""Shows so many events at most; how many it showed."""


class Ticket:
    """A turn that was asked for."""

    __slots__ = ("_turns", "go_on")

    def __init__(self, turns: "Turns", go_on: GoOn) -> None:
        self._turns = turns
        self.go_on: GoOn | None = go_on

    def cancel(self) -> None:
        """Let the turn pass, if it has not come yet."""
        if self.go_on is not None:
            self.go_on = None
            self._turns.cancelled += 1


class Turns:
    """See the module.

    Attributes:
        cancelled: Tickets that wait although they were cancelled.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: list[tuple[float, int, Ticket]] = []
        self._count = 0
        self._timer: asyncio.Handle | None = None
        self._timer_due = 0.0
        self.cancelled = 0

    def __len__(self) -> int:
        """How many tickets wait, cancelled ones included."""
        return len(self._waiting)

    def at(self, due: float, go_on: GoOn) -> Ticket:
        """Ask for a turn, at a time of the loop's clock."""
        if self.cancelled > len(self._waiting) // 2 + CANCELLED_ANYWAY:
            self._waiting = [one for one in self._waiting if one[2].go_on is not None]
            heapify(self._waiting)
            self.cancelled = 0
        ticket = Ticket(self, go_on)
        self._count += 1
        heappush(self._waiting, (due, self._count, ticket))
        self._set_timer()
        return ticket

    def _set_timer(self) -> None:
        due = self._waiting[0][0]
        if self._timer is not None:
            if self._timer_due <= due:
                return
            self._timer.cancel()
        self._timer, self._timer_due = self._loop.call_at(due, self._turn), due

    def _turn(self) -> None:
        # While this runs there is a timer of the past, so that nobody sets another.
        self._timer_due = 0.0
        now, left = self._loop.time(), EVENTS_A_TURN
        while self._waiting and self._waiting[0][0] <= now + TICK_S and left > 0:
            _, _, ticket = heappop(self._waiting)
            go_on, ticket.go_on = ticket.go_on, None
            if go_on is None:
                self.cancelled -= 1
                continue
            try:
                left -= max(1, go_on(min(left, EVENTS_AT_ONCE)))
            except Exception:
                log.exception("replay_failed")
        self._timer = None
        if self._waiting:
            self._set_timer()
