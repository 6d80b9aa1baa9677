"""How figures lie: a row of a table with their median, mean and highest percentiles."""

from collections.abc import Sequence
from statistics import mean
from typing import Final

from bench.table import hundredths, whole

HEAD: Final = ("", "deals", "median", "mean", "p90", "p99", "max")


def spread(name: str, values: Sequence[float], *, decimals: bool = False) -> tuple[str, ...]:
    """A row of a table with `HEAD`."""
    ordered = sorted(values)
    points = [ordered[min(len(ordered) - 1, int(len(ordered) * at))] for at in (0.5, 0.9, 0.99, 1)]
    figures = (points[0], mean(ordered), *points[1:])
    return (name, whole(len(ordered)), *map(hundredths if decimals else whole, figures))
