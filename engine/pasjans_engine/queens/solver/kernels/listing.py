"""Which moves a search looks at."""

from pasjans_engine.kernels.jit import inner
from pasjans_engine.queens.solver.kernels.codes import (
    OTHER_IS_FULL,
    from_column,
    from_prison,
    from_set,
    run,
    run_and_next,
)
from pasjans_engine.queens.solver.kernels.forced import forced
from pasjans_engine.queens.solver.kernels.houses import fits, is_open, next_card
from pasjans_engine.queens.solver.kernels.playing import last_card, must_decide
from pasjans_engine.queens.solver.kernels.state import (
    CARDS,
    COLUMNS,
    HEIGHT,
    HIGH,
    IN_SET,
    KINGS,
    LOW,
    NOBODY,
    PRISONER,
    RANKS,
    ROOM,
    SUIT_KINDS,
    SUITS,
    Numbers,
    Row,
)


@inner
def list_moves(row: Row, links: Numbers, end: int, laws: int) -> int:
    """Write the moves of a position into the first column, from `end` on; where they end."""
    move = forced(row, laws)
    if move:
        return listed(row, links, end, move)
    for column in range(row[COLUMNS]):
        card = last_card(row, column)
        if card != NOBODY and fits(row, card):
            end = listed(row, links, end, from_column(column, card))
    for house in range(row[KINGS]):
        card = int(row[PRISONER + house])
        if is_open(row, house) and fits(row, card):
            end = listed(row, links, end, from_prison(house, card))
    for suit in range(row[SUITS]):
        for level in (row[HIGH + suit], row[LOW + suit]):
            if level < row[RANKS] and row[IN_SET + next_card(row, suit, level)]:
                end = listed(row, links, end, from_set(next_card(row, suit, level)))
    empty = first_empty(row)
    for column in range(row[COLUMNS]):
        end = list_runs(row, links, end, column, empty)
    return end


@inner
def listed(row: Row, links: Numbers, end: int, move: int) -> int:
    """Write a move; and the other one, if it fills one of two houses (D6)."""
    links[end, 0] = move
    if not must_decide(row, move):
        return end + 1
    links[end + 1, 0] = move | OTHER_IS_FULL
    return end + 2


@inner
def first_empty(row: Row) -> int:
    """The first empty column, or -1: it stands for all (D4)."""
    for column in range(row[COLUMNS]):
        if row[HEIGHT + column] == 0:
            return column
    return -1


@inner
def list_runs(row: Row, links: Numbers, end: int, column: int, empty: int) -> int:
    """Write the moves of one column's runs.

    **D7.** A part of a run is moved onto a card only to send the card that it exposes to a house,
    at once. Source: Blake and Gent, "The Winnability of Klondike Solitaire and Many Other Patience
    Games", appendix B. To an empty column any part may go, but a whole column would change nothing
    there (D4).
    """
    height = row[HEIGHT + column]
    last = CARDS + column * ROOM + height - 1
    count, goes_on = 0, height > 0
    while goes_on:
        head = int(row[last - count])
        count += 1
        above = int(row[last - count]) if count < height else NOBODY
        goes_on = above == head + 1 and above // SUIT_KINDS == head // SUIT_KINDS
        if empty >= 0 and count < height:
            end = listed(row, links, end, run(column, count, empty))
        if goes_on and not fits(row, above):
            continue
        for target in range(row[COLUMNS]):
            if target != column and takes(row, target, head):
                move = run(column, count, target)
                if goes_on:
                    move = run_and_next(column, count, target, above)
                end = listed(row, links, end, move)
    return end


@inner
def takes(row: Row, column: int, head: int) -> bool:
    """Whether a run may go onto the last card of a column, gaps filled (D3)."""
    card = last_card(row, column)
    if card <= head or card // SUIT_KINDS != head // SUIT_KINDS:
        return False
    missing = 0
    for filler in range(head + 1, card):
        missing += row[IN_SET + filler] == 0
    return missing == 0
