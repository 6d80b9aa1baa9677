"""Positions known by 128 bits.

**D4.** Columns are interchangeable: no rule names one. So the bits of the columns are added up.
The set is what is neither in columns nor in houses nor a prisoner, so it needs no bits. Of ten
million positions two have the same 128 bits with a chance of one in 10^24.
"""

from pasjans_engine.kernels.jit import inner
from pasjans_engine.queens.solver.kernels.state import (
    CARDS,
    COLUMNS,
    HEIGHT,
    HIGH,
    LEADER,
    LOW,
    NOBODY,
    PRISONER,
    ROOM,
    SUITS,
    TRAILER,
    UNDECIDED,
    Numbers,
    Row,
)


@inner
def key_of(row: Row) -> tuple[int, int]:
    """The two halves of a position's key."""
    a = b = 0
    for column in range(row[COLUMNS]):
        x, y = 1, 2
        first = CARDS + column * ROOM
        for place in range(first, first + row[HEIGHT + column]):
            card = row[place] + 1
            x = (x + card) * -7046029254386353131
            x ^= (x >> 32) & 0xFFFFFFFF
            y = (y ^ card) * -4417276706812531889 + 1609587929392839161
            y ^= (y >> 29) & 0x7FFFFFFFF
        a += mixed(x)
        b += mixed(y)
    for suit in range(row[SUITS]):
        houses = _houses_of(row, suit)
        a = mixed(a + houses)
        b = mixed(b ^ houses)
    there = 1
    for house in range(8):
        there = 2 * there + (row[PRISONER + house] != NOBODY)
    return mixed(a + there), mixed(b ^ there)


@inner
def _houses_of(row: Row, suit: int) -> int:
    """The houses of a suit: two that may still change places (D6) in ascending order."""
    first, second = row[LEADER + suit] + 1, row[TRAILER + suit] + 1
    undecided = row[UNDECIDED + suit]
    if undecided and first > second:
        first, second = second, first
    counts = 1 + row[HIGH + suit] + 16 * row[LOW + suit]
    return int(counts + 256 * first + 4096 * second + 65536 * undecided)


@inner
def mixed(h: int) -> int:
    """A number each of whose bits depends on all of another's.

    Source: the finalizer of SplitMix64 (Steele, Lea and Flood, 2014, "Fast Splittable Pseudorandom
    Number Generators", OOPSLA), a bijection.
    """
    h = (h ^ ((h >> 30) & 0x3FFFFFFFF)) * -4658895280553007687
    h = (h ^ ((h >> 27) & 0x1FFFFFFFFF)) * -7723592293110705685
    return h ^ ((h >> 31) & 0x1FFFFFFFF)


@inner
def added(table: Numbers, a: int, b: int) -> bool:
    """Whether a key is new to a table, which it then has; the table must not be full."""
    mask = len(table) - 1
    at = a & mask
    while table[at, 0] or table[at, 1]:
        if table[at, 0] == a and table[at, 1] == b:
            return False
        at = (at + 1) & mask
    table[at, 0], table[at, 1] = a, b
    return True
