"""Queens by the rules alone: everything that can be reached is looked at, with no shortcut.

Compiled, since small deals by the ten thousand are tried; it shares no code with the engine. A
position is one row of bytes, compared as a whole: house tops, prisoners, heights of the columns,
then stock and waste as one pile with a mark where the stock begins and the redeals used, if there
is a limit, then the columns' cards.
"""

# ruff: noqa: PLR0917

from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from pasjans_engine.kernels.jit import Jit, inner
from pasjans_engine.queens import NONE, Position, Size

TOPS, PRISONERS, HEIGHTS, LENGTH, MARK, REDEALS, PILE = 0, 8, 16, 20, 21, 22, 23
CARDS, ROOM = 47, 12
WIDTH = CARDS + 4 * ROOM
NOTHING = -1
UNLIMITED = -1
MOST = 1 << 20
MOST_MOVES = 256
TURN, WASTE, PRISONER, COLUMN = range(4)
HOUSE = 100

Rows: TypeAlias = NDArray[np.int8]
Numbers: TypeAlias = NDArray[np.int64]
JIT = Jit(Path(__file__).parent)


def solvable(size: Size, deals: Sequence[Position]) -> list[bool]:
    """Whether each deal can be solved."""
    return [solved for solved, _ in searched(size, deals)]


def searched(
    size: Size,
    deals: Sequence[Position],
    *,
    whole: bool = False,
    redeals: int = UNLIMITED,
) -> list[tuple[bool, int]]:
    """Whether each deal can be solved, and how many positions were met.

    Args:
        size: how much there is of everything.
        deals: positions in which nothing has been played.
        whole: go on after a solution, so that everything that can be reached is counted.
        redeals: how many there may be.
    """
    starts = np.array([_row(size, deal) for deal in deals], np.int8)
    found = np.zeros((len(deals), 2), np.int64)
    rows = np.zeros((MOST, WIDTH), np.int8)
    index = np.zeros(2 * MOST, np.int64)
    numbers = np.array((size.suits, size.ranks, size.columns, size.prisoners, redeals), np.int64)
    _search_all(starts, numbers, whole, rows, index, found)
    assert (found[:, 1] + MOST_MOVES < MOST).all(), "too large to be searched"
    return [(bool(solved), int(met)) for solved, met in found]


def _row(size: Size, deal: Position) -> Rows:
    row = np.full(WIDTH, NOTHING, np.int8)
    row[HEIGHTS:PILE] = 0
    for place, card in enumerate(deal.prisoners):
        row[PRISONERS + place] = NOTHING if card == NONE else card
    row[LENGTH] = len(deal.stock)
    row[PILE : PILE + len(deal.stock)] = list(deal.stock)
    for column, cards in enumerate(deal.columns):
        row[HEIGHTS + column] = len(cards)
        row[CARDS + ROOM * column : CARDS + ROOM * column + len(cards)] = list(cards)
    return row


@JIT.compiled
def _search_all(
    starts: Rows, size: Numbers, whole: bool, rows: Rows, index: Numbers, found: Numbers
) -> None:
    moves = np.zeros((MOST_MOVES, 4), np.int64)
    for deal in range(len(starts)):
        rows[0] = starts[deal]
        met = _met(rows, index, deal + 1, 0)
        here = 0
        while here < met and met + MOST_MOVES < MOST:
            if not _is_solved(rows[here], size):
                for move in range(_list(rows[here], size, moves)):
                    for place in range(WIDTH):
                        rows[met, place] = rows[here, place]
                    _play(rows[met], moves[move], size[4])
                    met = _met(rows, index, deal + 1, met)
            elif whole:
                found[deal, 0] = 1
            else:
                found[deal, 0] = 1
                break
            here += 1
        found[deal, 1] = met


@inner
def _met(rows: Rows, index: Numbers, stamp: int, made: int) -> int:
    """The number of positions met, with the one that was written after them if it is new."""
    row = rows[made]
    h = 0
    for place in range(WIDTH):
        h = (h ^ (row[place] + 1)) * 1099511628211
        h ^= (h >> 32) & 0xFFFFFFFF
    at = h & (len(index) - 1)
    while index[at] >> 32 == stamp:
        other = rows[index[at] & 0xFFFFFFFF]
        same = 0
        while same < WIDTH and other[same] == row[same]:
            same += 1
        if same == WIDTH:
            return made
        at = (at + 1) & (len(index) - 1)
    index[at] = stamp << 32 | made
    return made + 1


@inner
def _is_solved(row: Rows, size: Numbers) -> bool:
    """3.7: Solved when all 104 cards are in houses."""
    full = 0
    for house in range(2 * size[0]):
        full += _is_full(row, house, size)
    return full == int(2 * size[0])


@inner
def _is_full(row: Rows, house: int, size: Numbers) -> bool:
    return bool(row[TOPS + house] >= 0 and row[TOPS + house] % 13 == size[1] - 2)


@inner
def _list(row: Rows, size: Numbers, moves: Numbers) -> int:
    """Write the moves: what leaves, how many, from where, to where; and say how many they are."""
    # 3.4: draw; when the stock is empty, redeal. Redeals are unlimited, or two.
    end = 0
    if row[MARK] < row[LENGTH] or (row[LENGTH] and row[REDEALS] != size[4]):
        end = _write(moves, 0, TURN, 0, 0, 0)
    # 3.5: the top of the waste may go to a house or a column.
    if row[MARK]:
        end = _list_single(row, size, moves, end, WASTE, 0, row[PILE + row[MARK] - 1])
    # 3.6: when a house has 13 cards its prisoner opens; it may go only to a house.
    for prisoner in range(size[3]):
        card = row[PRISONERS + prisoner]
        if card >= 0 and _is_full(row, prisoner, size):
            end = _list_single(row, size, moves, end, PRISONER, prisoner, card)
    for column in range(size[2]):
        height = row[HEIGHTS + column]
        last = CARDS + ROOM * column + height - 1
        # 3.5: the last card of a column may go to a house.
        if height:
            end = _list_single(row, size, moves, end, COLUMN, column, row[last])
        # 3.3: one card, or a run, may move onto a fitting card or into an empty column.
        count = 1
        while count <= height and (
            count == 1 or _goes_on(row[last - count + 1], row[last - count + 2])
        ):
            for target in range(size[2]):
                if target != column and _fits_column(row, target, row[last - count + 1]):
                    end = _write(moves, end, COLUMN, count, column, target)
            count += 1
    return end


@inner
def _list_single(
    row: Rows, size: Numbers, moves: Numbers, end: int, kind: int, source: int, card: int
) -> int:
    for house in range(2 * size[0]):
        if _fits_house(row, house, card, size[1]):
            end = _write(moves, end, kind, 1, source, HOUSE + house)
    if kind == WASTE:
        for column in range(size[2]):
            if _fits_column(row, column, card):
                end = _write(moves, end, kind, 1, source, column)
    return end


@inner
def _write(moves: Numbers, end: int, kind: int, count: int, source: int, target: int) -> int:
    moves[end, 0], moves[end, 1], moves[end, 2], moves[end, 3] = kind, count, source, target
    return end + 1


@inner
def _goes_on(upper: int, lower: int) -> bool:
    """3.3: Columns go down in one suit."""
    return upper == lower + 1 and upper // 13 == lower // 13


@inner
def _fits_house(row: Rows, house: int, card: int, ranks: int) -> bool:
    """3.2: A house starts with a king, in the first free one; then ace, two, …, queen."""
    top = row[TOPS + house]
    if card % 13 == ranks - 1:
        return bool(top < 0 and (house == 0 or row[TOPS + house - 1] >= 0))
    return bool(top >= 0 and top // 13 == card // 13 and (top % 13 + 1) % ranks == card % 13)


@inner
def _fits_column(row: Rows, column: int, card: int) -> bool:
    """3.3: An empty column takes any card or run."""
    height = row[HEIGHTS + column]
    return bool(height == 0) or _goes_on(row[CARDS + ROOM * column + height - 1], card)


@inner
def _play(row: Rows, move: Numbers, redeals: int) -> None:
    kind, count, source, target = move[0], move[1], move[2], move[3]
    if kind == TURN:
        row[REDEALS] += row[MARK] == row[LENGTH] and redeals != UNLIMITED
        row[MARK] = row[MARK] + 1 if row[MARK] < row[LENGTH] else 0
        return
    first = PRISONERS + source
    if kind == WASTE:
        first = PILE + row[MARK] - 1
    if kind == COLUMN:
        row[HEIGHTS + source] -= count
        first = CARDS + ROOM * source + row[HEIGHTS + source]
    for place in range(first, first + count):
        if target >= HOUSE:
            row[TOPS + target - HOUSE] = row[place]
        else:
            row[CARDS + ROOM * target + row[HEIGHTS + target]] = row[place]
            row[HEIGHTS + target] += 1
        row[place] = NOTHING
    if kind == WASTE:
        for place in range(first, PILE + row[LENGTH] - 1):
            row[place] = row[place + 1]
        row[LENGTH] -= 1
        row[MARK] -= 1
        row[PILE + row[LENGTH]] = NOTHING
