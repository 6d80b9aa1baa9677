"""Columns, stock and waste of a row."""

from pasjans_engine.kernels.jit import inner
from pasjans_engine.queens.passes.kernels.arrays import (
    COLUMN_COUNT,
    COLUMNS,
    LEFT,
    LENGTHS,
    ROW_LENGTH,
    SLOTS,
    STOCK_COUNT,
    Numbers,
    Rows,
)


@inner
def copy(rows: Rows, source: int, target: int) -> None:
    """Copy one row of several to another."""
    for part in range(ROW_LENGTH):
        rows[target, part] = rows[source, part]


@inner
def drawn(game: Numbers, time: int) -> int:
    """How many places of the stock have been passed since the last redeal."""
    return time % (int(game[STOCK_COUNT]) + 1)


@inner
def waste_top(row: Rows, passed: int) -> int:
    """The place in the stock of the card on top of the waste, or -1."""
    place = passed - 1
    while place >= 0 and row[LEFT + place] == 0:
        place -= 1
    return place


@inner
def at(column: int, place: int) -> int:
    """Where in a row a card of a column is."""
    return COLUMNS + SLOTS * column + place


@inner
def last_card(row: Rows, column: int) -> int:
    """The last card of a column, or -1."""
    length = row[LENGTHS + column]
    if length == 0:
        return -1
    return int(row[at(column, length - 1)])


@inner
def run_length(row: Rows, column: int) -> int:
    """How many of the last cards go down in one suit."""
    length = int(row[LENGTHS + column])
    if length == 0:
        return 0
    place = length - 1
    while place > 0 and _lies_on(row[at(column, place)], row[at(column, place - 1)]):
        place -= 1
    return length - place


@inner
def empty_column(game: Numbers, row: Rows) -> int:
    """The first column without a card, or -1."""
    for column in range(game[COLUMN_COUNT]):
        if row[LENGTHS + column] == 0:
            return column
    return -1


@inner
def takes(row: Rows, column: int, card: int) -> bool:
    """Whether a column that has cards takes the card."""
    return _lies_on(card, last_card(row, column))


@inner
def append(row: Rows, column: int, card: int) -> None:
    """Put a card onto a column."""
    row[at(column, row[LENGTHS + column])] = card
    row[LENGTHS + column] += 1


@inner
def shift(row: Rows, source: int, count: int, target: int) -> None:
    """Move the last cards of a column to another one."""
    first = row[LENGTHS + source] - count
    for place in range(first, first + count):
        append(row, target, row[at(source, place)])
    row[LENGTHS + source] = first


@inner
def _lies_on(card: int, other: int) -> bool:
    """Whether a card goes onto another in a column: the next lower of its suit."""
    return card % 13 != 12 and other == card + 1
