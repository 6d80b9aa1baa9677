"""A histogram in text."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Final

_WIDTH: Final = 50
_MOST_ROWS: Final = 40
_EIGHTHS: Final = "▏▎▍▌▋▊▉█"


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a histogram.

    Attributes:
        values: which it is about, one or from one to another.
        deals: how many have one of them.
        bar: as long as they are many.
    """

    values: str
    deals: str
    bar: str


def histogram(counts: Iterable[tuple[int, int]], *, blocks: bool) -> tuple[Row, ...]:
    """The rows, ascending, those that no deal is in included.

    Args:
        counts: values from 0, 1 or more of them, and how many deals have each, 1 or more.
        blocks: whether there are block characters; `#` otherwise.
    """
    counted = Counter(dict(counts))
    step = _step(min(counted), max(counted))
    bins = Counter[int]()
    for value, deals in counted.items():
        bins[value // step] += deals
    most = max(bins.values())
    bar = _blocks if blocks else _signs
    return tuple(
        Row(_label(at * step, step), f"{bins[at]:,}", bar(bins[at], most))
        for at in range(min(bins), max(bins) + 1)
    )


def _step(least: int, greatest: int) -> int:
    """How many values a row stands for, 1, 2, 5, 10, 20, …, so that there are not too many rows."""
    steps: Iterator[int] = (digit * 10**power for power in count() for digit in (1, 2, 5))
    return next(step for step in steps if greatest // step - least // step < _MOST_ROWS)


def _label(first: int, step: int) -> str:
    return str(first) if step == 1 else f"{first}-{first + step - 1}"


def _blocks(deals: int, most: int) -> str:
    eighths = _scaled(deals, most, _WIDTH * len(_EIGHTHS))
    whole, rest = divmod(eighths, len(_EIGHTHS))
    return _EIGHTHS[-1] * whole + (_EIGHTHS[rest - 1] if rest else "")


def _signs(deals: int, most: int) -> str:
    return "#" * _scaled(deals, most, _WIDTH)


def _scaled(deals: int, most: int, width: int) -> int:
    """The length of a bar: what is there is seen."""
    return max(round(deals * width / most), min(deals, 1))
