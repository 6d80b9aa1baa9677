"""Saying how far a survey has come."""

import math
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TextIO

from pasjans_terminal.surveying.deals import Record

_EACH_SECONDS: Final = 0.5


def reported(
    records: Iterable[Record],
    asked: int,
    there: int,
    log: TextIO,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[Record]:
    """The records, with a line now and then about how many there are.

    Args:
        records: those that are still to come.
        asked: how many there are to be in the end.
        there: how many there were before.
        log: where to write.
        clock: seconds since some time.
    """
    begun = due = math.inf
    for fresh, record in enumerate(records, start=1):
        yield record
        now = clock()
        if fresh == 1:
            # Before the first a solver is made ready, which says nothing of those to come.
            begun, due = now, now + _EACH_SECONDS
        if now >= due or there + fresh == asked:
            due = now + _EACH_SECONDS
            print(_line(there + fresh, asked, fresh - 1, now - begun), file=log, flush=True)


def _line(done: int, asked: int, fresh: int, seconds: float) -> str:
    """How far it has come: `done` of `asked`, `fresh` of them in so many seconds."""
    parts = [f"{done:,} of {asked:,} deals"]
    if fresh and seconds:
        parts.append(f"{fresh / seconds:.1f} a second")
    if done == asked:
        parts.append("done")
    elif fresh:
        parts.append(f"{_time((asked - done) * seconds / fresh)} left")
    return ", ".join(parts)


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    if not minutes:
        return f"{rest} s"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s"
