"""An event loop whose clock goes on only when there is nothing to do until then."""

import asyncio
import heapq
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class TurnedLoop(asyncio.SelectorEventLoop):
    """Timers are due at once, one after the other, each at exactly its time. No sockets here."""

    now_s = 1_000.0

    def time(self) -> float:
        """The loop's time."""
        return self.now_s

    def _run_once(self) -> None:
        loop: Any = self
        while loop._scheduled and loop._scheduled[0].cancelled():
            heapq.heappop(loop._scheduled)._scheduled = False
            loop._timer_cancelled_count -= 1
        if not loop._ready and loop._scheduled:
            self.now_s = max(self.now_s, loop._scheduled[0].when())
        super()._run_once()  # type: ignore[misc]


def run_turned(main: Coroutine[Any, Any, T]) -> T:
    """What a coroutine gives that is run on such a loop."""
    with asyncio.Runner(loop_factory=TurnedLoop) as runner:
        return runner.run(main)
