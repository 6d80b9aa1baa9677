"""What a number of measurements say: shares with their uncertainty, and where values lie."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final, TypeVar

N = TypeVar("N", int, float)

_Z_95: Final = 1.959963984540054
"""A normal value is no farther from its mean than so many deviations, 95 times in 100."""


@dataclass(frozen=True, slots=True)
class Share:
    """How many of a sample are of a kind, and what that says of all there are.

    Attributes:
        count: how many.
        share: the part of the sample, 0 to 1.
        low: where the interval begins that holds the true share 95 times in 100.
        high: where it ends.
    """

    count: int
    share: float
    low: float
    high: float


def share_of(count: int, sample: int) -> Share:
    """How many of a sample of 1 or more are of a kind.

    Source: Wilson, 1927, "Probable Inference, the Law of Succession, and Statistical Inference",
    Journal of the American Statistical Association 22 (158), page 209.
    """
    share = count / sample
    widening = _Z_95**2 / sample
    middle = (share + widening / 2) / (1 + widening)
    half = _Z_95 * sqrt(share * (1 - share) / sample + widening / sample / 4) / (1 + widening)
    low = 0.0 if count == 0 else middle - half
    high = 1.0 if count == sample else middle + half
    return Share(count, share, low, high)


def percentile(ordered: Sequence[N], percent: int) -> N:
    """The least of some values that so many percent of them do not exceed.

    Args:
        ordered: values, 1 or more, from the least to the greatest.
        percent: 1 to 100.
    """
    return ordered[-(-percent * len(ordered) // 100) - 1]
