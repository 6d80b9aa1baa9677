"""The houses of a row: what fits, what a card changes, and what may always go at once."""

from pasjans_engine.kernels.jit import inner
from pasjans_engine.queens.passes.kernels.arrays import (
    FIRST,
    FOLLOWING,
    FULL,
    LEADER,
    LEADING,
    RANKS,
    SECOND,
    STARTED,
    SUITS,
    Numbers,
    Rows,
)


@inner
def turn(game: Numbers, card: int) -> int:
    """How many cards lie under it in a house: 0 for a king, 1 for an ace."""
    return (card % 13 + 1) % int(game[RANKS])


@inner
def fits(game: Numbers, row: Rows, card: int) -> bool:
    """Whether some house takes the card."""
    suit, under = card // 13, turn(game, card)
    return bool(row[LEADING + suit] == under or row[FOLLOWING + suit] == under)


@inner
def is_open(row: Rows, house: int) -> bool:
    """Whether a house, 0-based, is full."""
    return bool((row[FULL] >> house) & 1)


@inner
def all_full(game: Numbers, row: Rows) -> bool:
    """Whether the position is solved."""
    return bool(row[FULL] == (1 << 2 * game[SUITS]) - 1)


@inner
def undecided(game: Numbers, row: Rows, card: int) -> bool:
    """Whether it fills a house that may be either one of its suit."""
    suit = card // 13
    last = game[RANKS] - 1
    fills = turn(game, card) == last and row[LEADING + suit] == last
    return bool(fills and row[LEADER + suit] == 0)


@inner
def may_go_at_once(game: Numbers, row: Rows, card: int, holds_column: bool) -> bool:
    """Whether the card can go to a house and nothing is ever lost by it.

    Both cards that come before it in houses are there, or its twin is in a house: so no house
    waits for its twin in its stead, and no card that it could take in a column is left. The last
    king can still take a queen in a column; in one of its own, or in none, it need not.

    Args:
        game: what stays the same.
        row: the position.
        card: the card.
        holds_column: it lies in a column upon other cards.
    """
    suit, under = card // 13, turn(game, card)
    if under == 0:
        return bool(row[STARTED] == 2 * game[SUITS] - 1) and not holds_column
    if row[FOLLOWING + suit] < under or not fits(game, row, card):
        return False
    return not undecided(game, row, card)


@inner
def house(game: Numbers, row: Rows, card: int, leader: int) -> None:
    """Put a card that fits into a house; the leading one, if it fits both.

    Args:
        game: what stays the same.
        row: the position; it is changed.
        card: the card.
        leader: 1 or 2, which house of the suit it is if the card fills one and that was open.
    """
    suit, under = card // 13, turn(game, card)
    if under == 0:
        _start(row, suit)
    elif row[LEADING + suit] == under:
        row[LEADING + suit] += 1
        if under + 1 == game[RANKS]:
            if row[LEADER + suit] == 0:
                row[LEADER + suit] = leader
            _fill(row, FIRST + suit if row[LEADER + suit] == 1 else SECOND + suit)
    else:
        row[FOLLOWING + suit] += 1
        if under + 1 == game[RANKS]:
            _fill(row, FIRST + suit)
            _fill(row, SECOND + suit)
        elif row[FOLLOWING + suit] == row[LEADING + suit]:
            row[LEADER + suit] = 0


@inner
def _start(row: Rows, suit: int) -> None:
    """Put a king into the first free house."""
    row[STARTED] += 1
    if row[LEADING + suit] == 0:
        row[LEADING + suit] = 1
        row[FIRST + suit] = row[STARTED]
        row[LEADER + suit] = 1
        return
    row[FOLLOWING + suit] = 1
    row[SECOND + suit] = row[STARTED]
    if row[LEADING + suit] == 1:
        row[LEADER + suit] = 0


@inner
def _fill(row: Rows, number_at: int) -> None:
    row[FULL] |= 1 << (row[number_at] - 1)
