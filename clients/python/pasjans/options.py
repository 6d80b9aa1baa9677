"""How patient a client is, and what it takes its time and chance from."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from pasjans_protocol.subprotocols import Subprotocol


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Settings of a client; the defaults suit people and bots alike.

    Attributes:
        subprotocol: MessagePack, or JSON to read what goes over the wire.
        first_patience_s: how long to try for the first connection.
        patience_s: how long to try for a new connection after one was lost.
        attempt_s: how long one attempt may take, from the TCP connection to welcome.
        answer_s: how long an answer may take; then the connection is taken for broken, and the
            request is sent again on the next one.
        retry_s: how long to send a request again that was refused with `rate_limited` or
            `unavailable`, before that is raised; 0 to raise it at once.
        hint_s: the same for a hint, since a person waits for it, and `retry_s` at most.
        backoff_first_s: the longest pause before the first attempt to reconnect. It doubles with
            each attempt, and the pause is a random part of it ("full jitter").
        backoff_most_s: where the doubling ends.
        updates_kept: how many updates wait for a slow `async for`; then the oldest are merged.
        now: seconds on a clock that never goes back.
        sleep: waits so many seconds.
        random: a number from 0 up to 1.
    """

    subprotocol: Subprotocol = Subprotocol.MSGPACK
    first_patience_s: float = 5.0
    patience_s: float = 60.0
    attempt_s: float = 5.0
    answer_s: float = 10.0
    retry_s: float = 60.0
    hint_s: float = 12.0
    backoff_first_s: float = 0.2
    backoff_most_s: float = 10.0
    updates_kept: int = 1_000
    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    random: Callable[[], float] = random.random


DEFAULTS = Options()
