"""How often an address may ask for a resource over HTTP."""

import time
from collections.abc import Callable

from pasjans_services.limits import BucketsByAddress


class Reads:
    """A bucket an address.

    Args:
        rate: Requests a second in the long run; 0 for no limit.
        burst: Requests that may come at once after a pause.
        now: Seconds on a clock that never goes back.
    """

    def __init__(self, rate: float, burst: int, now: Callable[[], float] = time.monotonic) -> None:
        self._buckets = BucketsByAddress(rate, burst)
        self._now = now

    def wait_ms(self, address: str) -> int:
        """0 when the address may ask now, which counts; otherwise milliseconds until it may."""
        return self._buckets.take(address, self._now())

    def charge(self, address: str, requests: int) -> None:
        """Count as many requests more as one turned out to weigh."""
        self._buckets.spend(address, self._now(), requests)
