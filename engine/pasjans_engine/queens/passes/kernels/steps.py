"""Steps of a search, packed into numbers.

A step is a move and the step before it. Piles are 0 to 7 for columns, 8 for the waste or the
houses, and 9 and more for prisoners. `leader` says which house of its suit is full, if the card
fills one and that was open.
"""

from typing import Final

from pasjans_engine.kernels.jit import inner

OUTSIDE: Final = 8
FIRST_PRISONER: Final = 9


@inner
def packed(source: int, target: int, count: int, leader: int) -> int:
    """The number of a move."""
    return source | target << 5 | count << 9 | leader << 13


@inner
def with_parent(move: int, parent: int, time: int) -> int:
    """The number of a step."""
    return move | time << 15 | (parent + 1) << 27


def unpacked(step: int) -> tuple[int, int, int, int, int]:
    """Source, target, number of cards, leader and time."""
    return step & 31, step >> 5 & 15, step >> 9 & 15, step >> 13 & 3, step >> 15 & 0xFFF


def parent_of(step: int) -> int:
    """The step before, or -1."""
    return (step >> 27) - 1
