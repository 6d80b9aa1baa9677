"""How good a position looks beside others of the same time, and its hashes."""

from pasjans_engine.kernels.jit import inner
from pasjans_engine.queens.passes.kernels.arrays import (
    COLUMN_COUNT,
    FOLLOWING,
    GONE,
    LEADING,
    LEFT,
    LENGTHS,
    STOCK_COUNT,
    SUITS,
    Numbers,
    Rows,
)
from pasjans_engine.queens.passes.kernels.houses import turn
from pasjans_engine.queens.passes.kernels.piles import at, run_length

_HOUSED = 2
_LEFT = -4
_EMPTY = 8
_ABOVE_RUN = -2
_BLOCKING = -1
_WRONG_PAIR = -2


@inner
def worth(game: Numbers, row: Rows) -> int:
    """Cards housed and columns free are good; cards left, and cards upon earlier ones, are bad."""
    total = 0
    for suit in range(game[SUITS]):
        total += _HOUSED * (int(row[LEADING + suit]) + row[FOLLOWING + suit])
    for place in range(game[STOCK_COUNT]):
        total += _LEFT * row[LEFT + place]
    for column in range(game[COLUMN_COUNT]):
        total += _worth_of_column(game, row, column)
    return total


@inner
def _worth_of_column(game: Numbers, row: Rows, column: int) -> int:
    length = int(row[LENGTHS + column])
    if length == 0:
        return _EMPTY
    total = _ABOVE_RUN * (length - run_length(row, column))
    earliest = 99
    for place in range(length):
        card = int(row[at(column, place)])
        under = turn(game, card)
        if under > earliest:
            total += _BLOCKING
        earliest = min(earliest, under)
        for before in range(place):
            other = int(row[at(column, before)])
            if other // 13 == card // 13 and turn(game, other) < under:
                total += _WRONG_PAIR
    return total


@inner
def mixed(number: int) -> int:
    """A number whose bits all depend on all bits of the given one."""
    number ^= number >> 30
    number *= -4658895280553007687
    number ^= number >> 27
    number *= -7723592293110705685
    return number ^ (number >> 31)


@inner
def hashed(game: Numbers, row: Rows, salt: int) -> int:
    """A hash of the position, whatever the order of its columns."""
    columns = 0
    for column in range(game[COLUMN_COUNT]):
        pile = salt
        for place in range(row[LENGTHS + column]):
            pile = mixed(31 * pile + row[at(column, place)] + 1)
        columns += mixed(pile)
    rest = mixed(columns ^ salt)
    for part in range(GONE + 1):
        rest = 31 * mixed(rest) + row[part]
    word = 0
    for place in range(game[STOCK_COUNT]):
        word = word << 1 | row[LEFT + place]
        if place % 32 == 31:
            rest = mixed(rest ^ word)
            word = 0
    return mixed(rest ^ word)
