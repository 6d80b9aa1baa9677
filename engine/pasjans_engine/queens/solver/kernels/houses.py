"""Houses: what fits, what lies open, and what a card does there."""

from pasjans_engine.kernels.jit import inner
from pasjans_engine.queens.solver.kernels.state import (
    HIGH,
    KINGS,
    LEADER,
    LEFT,
    LOW,
    NOBODY,
    PRISONER,
    RANKS,
    SUIT_KINDS,
    TRAILER,
    UNDECIDED,
    Row,
)


@inner
def order_of(row: Row, card: int) -> int:
    """How many cards lie under a card in its house."""
    # Rule 3.2: "A house starts with a king … On the king: ace, two, …, queen of that suit"
    rank = card % SUIT_KINDS
    return 0 if rank == row[RANKS] - 1 else rank + 1


@inner
def next_card(row: Row, suit: int, level: int) -> int:
    """The card that a house with so many cards takes; it must not be full."""
    return suit * SUIT_KINDS + (row[RANKS] - 1 if level == 0 else level - 1)


@inner
def fits(row: Row, card: int) -> bool:
    """Whether a card may go to a house; a king always finds a free one."""
    suit, order = card // SUIT_KINDS, order_of(row, card)
    return order in (row[HIGH + suit], row[LOW + suit])


@inner
def is_open(row: Row, house: int) -> bool:
    """Whether a house has a prisoner and is full."""
    # Rule 3.6: "When a house has 13 cards its prisoner opens."
    if row[PRISONER + house] == NOBODY:
        return False
    for suit in range(4):
        if row[HIGH + suit] == row[RANKS] and row[LEADER + suit] == house:
            return True
        if row[LOW + suit] == row[RANKS] and row[TRAILER + suit] == house:
            return True
    return False


@inner
def decides(row: Row, card: int) -> bool:
    """Whether a card fills an undecided leader, so that it matters which house that is (D6)."""
    suit = card // SUIT_KINDS
    if not row[UNDECIDED + suit] or row[HIGH + suit] + 1 != row[RANKS]:
        return False
    if order_of(row, card) != row[HIGH + suit]:
        return False
    return bool(row[PRISONER + row[LEADER + suit]] != row[PRISONER + row[TRAILER + suit]])


@inner
def to_house(row: Row, card: int, other_is_full: bool) -> None:
    """Put a card that fits into a house."""
    suit, order = card // SUIT_KINDS, order_of(row, card)
    row[LEFT] -= 1
    if order == 0:
        _new_house(row, suit)
    elif order == row[HIGH + suit]:
        row[HIGH + suit] += 1
        if row[HIGH + suit] == row[RANKS]:
            row[UNDECIDED + suit] = 0
            if other_is_full:
                leader = row[LEADER + suit]
                row[LEADER + suit] = row[TRAILER + suit]
                row[TRAILER + suit] = leader
    else:
        row[LOW + suit] += 1
        level = row[LOW + suit] == row[HIGH + suit]
        row[UNDECIDED + suit] = level and row[LOW + suit] != row[RANKS]


@inner
def _new_house(row: Row, suit: int) -> None:
    # Rule 3.2: "kings take the houses in order, left to right, the first free one."
    if row[HIGH + suit] == 0:
        row[HIGH + suit] = 1
        row[LEADER + suit] = row[KINGS]
    else:
        row[LOW + suit] = 1
        row[TRAILER + suit] = row[KINGS]
        row[UNDECIDED + suit] = row[HIGH + suit] == 1
    row[KINGS] += 1
