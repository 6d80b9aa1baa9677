"""How much a run of the benchmarks does."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Plan:
    """The size of each benchmark.

    Attributes:
        windows: Timed windows for each server and number of players.
        warm_up_s: Seconds before a window that are not counted.
        seconds: Length of a window.
        idle: Idle connections.
        repeats: How often a stage of a move is timed; the median counts.
        appends: Appends to the store that are timed.
        positions: Positions of random play, for each rule set, that `closed` is asked.
    """

    windows: int
    warm_up_s: float
    seconds: float
    idle: int
    repeats: int
    appends: int
    positions: int


FULL: Final = Plan(
    windows=5,
    warm_up_s=1.5,
    seconds=5.0,
    idle=2_000,
    repeats=15,
    appends=100_000,
    positions=3_000,
)
QUICK: Final = Plan(
    windows=1,
    warm_up_s=0.5,
    seconds=1.0,
    idle=200,
    repeats=3,
    appends=5_000,
    positions=300,
)
