"""Rate limits: a token bucket that says how long to wait."""

import math


class TokenBucket:
    """Allows `rate` things a second in the long run and `burst` at once after a pause.

    The clock is the caller's: each call names the time, in seconds, never going back.

    Source: the token bucket of RFC 2697 (1999), one colour.
    """

    __slots__ = ("_burst", "_rate", "_then", "_tokens")

    def __init__(self, rate: float, burst: int, now: float) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._tokens = float(burst)
        self._then = now

    def take(self, now: float) -> int:
        """Take one token, or tell how long to wait.

        Args:
            now: Seconds on the caller's clock.

        Returns:
            0 when the thing is allowed; otherwise the milliseconds (at least 1) until it will be.
        """
        if self._rate <= 0:
            return 0
        self._tokens = min(self._burst, self._tokens + (now - self._then) * self._rate)
        self._then = now
        if self._tokens >= 1:
            self._tokens -= 1
            return 0
        return max(1, math.ceil((1 - self._tokens) / self._rate * 1000))

    def spend(self, now: float, tokens: int) -> None:
        """Take tokens for something that was done already, even such as are not there yet."""
        if self._rate > 0:
            self._tokens = min(self._burst, self._tokens + (now - self._then) * self._rate) - tokens
            self._then = now

    def full(self, now: float) -> bool:
        """Whether nothing was taken lately, so that the bucket may be forgotten."""
        return self._tokens + (now - self._then) * self._rate >= self._burst


class BucketsByAddress:
    """One bucket an address, forgotten once it is full again, so that memory stays bounded."""

    __slots__ = ("_buckets", "_burst", "_rate", "_sweep_at")

    _SWEEP_EVERY_S = 60.0

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: dict[str, TokenBucket] = {}
        self._sweep_at = 0.0

    def __len__(self) -> int:
        """Number of addresses that took something lately."""
        return len(self._buckets)

    def take(self, address: str, now: float) -> int:
        """Take one token of the address' bucket; the result is as for `TokenBucket.take`."""
        if now >= self._sweep_at:
            self._sweep_at = now + self._SWEEP_EVERY_S
            self._buckets = {a: b for a, b in self._buckets.items() if not b.full(now)}
        return self._bucket(address, now).take(now)

    def spend(self, address: str, now: float, tokens: int) -> None:
        """Take tokens of the address' bucket, as `TokenBucket.spend` does."""
        self._bucket(address, now).spend(now, tokens)

    def _bucket(self, address: str, now: float) -> TokenBucket:
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = TokenBucket(self._rate, self._burst, now)
        return bucket
