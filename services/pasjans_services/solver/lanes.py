"""What workers do: the kinds of jobs, each with a queue and threads of its own.

So what somebody waits for is not held up by what takes long.
"""

from typing import Final

import msgspec

from pasjans_services.solver.jobs import Lane


class DealJob(msgspec.Struct, frozen=True, array_like=True):
    """A deal to solve.

    Attributes:
        rules: Id of its rules.
        deal: Its text.
        budget: Which of the budgets it is tried with, from 0.
    """

    rules: str
    deal: str
    budget: int = 0


class AdviceJob(msgspec.Struct, frozen=True, array_like=True):
    """A question about a position.

    Attributes:
        rules: Id of the rules.
        deal: The deal's text.
        line: The moves from there, by name.
    """

    rules: str
    deal: str
    line: tuple[str, ...]


class CostsJob(msgspec.Struct, frozen=True, array_like=True):
    """A game whose moves are to be weighed.

    Attributes:
        game: Its name.
    """

    game: str


SLOW_POLL_MS: Final = 500
QUICK_POLL_MS: Final = 100

DEALS: Final = Lane("deals", "solve", DealJob, most=10_000, poll_ms=SLOW_POLL_MS)
"""Deals, each with a budget that takes a second or two at most."""

HARD: Final = Lane("hard", "solve_hard", DealJob, most=100, poll_ms=SLOW_POLL_MS)
"""Deals, each with the last budget: half a minute, and more memory than all else."""

HINTS: Final = Lane("hints", "advise", AdviceJob, most=200, poll_ms=QUICK_POLL_MS)
"""Questions of people who wait for the answer."""

COSTS: Final = Lane("costs", "weigh", CostsJob, most=200, poll_ms=SLOW_POLL_MS)
"""Games that are over."""
