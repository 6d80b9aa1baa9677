"""Keeps dead games out of the index although nobody looks at it.

A game expires without a word. So the games in progress that are old enough to have expired are
compared with the store, a few at a time, round and round.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Final

import structlog

from pasjans_engine.rules import RULES
from pasjans_services.eventstore.base import DEALT_TTL_MS, StoreUnavailable
from pasjans_services.replay.entries import TIME_BYTES
from pasjans_services.replay.index import Index, by_rules, decoded

PERIOD_S: Final = 5.0
MOST: Final = 100

log = structlog.get_logger(__name__)


class Sweep:
    """See the module.

    Args:
        index: What is swept.
        clock: The time in ms since 1970, which need not be exact.
    """

    def __init__(self, index: Index, clock: Callable[[], int] | None = None) -> None:
        self._index = index
        self._clock = clock or _wall_clock_ms
        self._after: dict[str, bytes] = {}

    async def run(self) -> None:
        """Work until cancelled."""
        while True:
            await asyncio.sleep(PERIOD_S)
            try:
                await self.turn()
            except StoreUnavailable as error:
                log.warning("store_unavailable", error=str(error))
            except Exception:
                log.exception("sweep_failed")

    async def turn(self) -> int:
        """Look at the next few games of each rule set; how many were dead.

        Raises:
            StoreUnavailable: The store cannot be reached.
        """
        old = max(0, self._clock() - DEALT_TTL_MS).to_bytes(TIME_BYTES)
        dead = 0
        for rules in RULES:
            key = by_rules(rules, live=True)
            low = self._after.get(key, b"")
            members = await self._index.listings.slice(key, low=low, high=old, most=MOST)
            self._after[key] = members[-1] + b"\0" if len(members) == MOST else b""
            entries = [entry for entry in map(decoded, members) if entry is not None]
            dead += (await self._index.mend(entries)).count(0)
        return dead


def _wall_clock_ms() -> int:
    return time.time_ns() // 1_000_000
