"""The cards of a play-out as one row of numbers, and what may be seen and done with them.

Stock and waste are one pile in the order of drawing: the first so many of it are the waste.
"""

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pasjans_engine.kernels.jit import inner
from pasjans_engine.queens.layout import NONE, Position, Size

Numbers: TypeAlias = NDArray[np.int64]

SIZE: Final = Size()
KING: Final = SIZE.ranks - 1
RANK_COUNT: Final = SIZE.ranks
COLUMN_COUNT: Final = SIZE.columns
COLUMN_ROOM: Final = SIZE.column_cards
HOUSE_COUNT: Final = SIZE.houses
PRISONER_COUNT: Final = SIZE.prisoners

HOUSES: Final = 0  # by house: its top card
PRISONERS: Final = HOUSES + HOUSE_COUNT  # by house: the prisoner
HEIGHTS: Final = PRISONERS + PRISONER_COUNT  # by column: how many cards it has
CARDS: Final = HEIGHTS + COLUMN_COUNT  # by column and place: the cards
PILE: Final = CARDS + COLUMN_COUNT * COLUMN_ROOM  # waste and stock
PILE_CARDS: Final = PILE + SIZE.stock  # how many cards waste and stock have
WASTE_CARDS: Final = PILE_CARDS + 1  # how many of them are the waste
REDEALS: Final = WASTE_CARDS + 1  # redeals used, where they are limited
RANDOM: Final = REDEALS + 1  # the state of the chances
_ROOM: Final = RANDOM + 1


def table(position: Position) -> Numbers:
    """The numbers of a position of the full size."""
    numbers = np.full(_ROOM, NONE, np.int64)
    pile = position.waste + position.stock
    _put(numbers, HOUSES, position.houses)
    _put(numbers, PRISONERS, position.prisoners)
    for column, cards in enumerate(position.columns):
        numbers[HEIGHTS + column] = len(cards)
        _put(numbers, CARDS + column * COLUMN_ROOM, cards)
    _put(numbers, PILE, pile)
    numbers[PILE_CARDS] = len(pile)
    numbers[WASTE_CARDS] = len(position.waste)
    numbers[REDEALS] = position.redeals
    return numbers


def _put(numbers: Numbers, at: int, cards: bytes) -> None:
    numbers[at : at + len(cards)] = list(cards)


@inner
def under_in_house(card: int) -> int:
    """What must be a house's top for the card to go there."""
    rank = card % RANK_COUNT
    if rank == KING:
        return NONE
    return card + KING if rank == 0 else card - 1


@inner
def is_full(t: Numbers, house: int) -> bool:
    """Whether a house has all its cards."""
    top = t[HOUSES + house]
    return bool(top != NONE and top % RANK_COUNT == KING - 1)


@inner
def last_card(t: Numbers, column: int) -> int:
    """The last card of a column, or no card."""
    height = t[HEIGHTS + column]
    return int(t[CARDS + column * COLUMN_ROOM + height - 1]) if height else NONE


@inner
def waste_top(t: Numbers) -> int:
    """The top of the waste, or no card."""
    waste = t[WASTE_CARDS]
    return int(t[PILE + waste - 1]) if waste else NONE


@inner
def run_head(t: Numbers, column: int) -> int:
    """The first card of the run at the end of a column that is not empty."""
    return int(t[CARDS + column * COLUMN_ROOM + t[HEIGHTS + column] - run_length(t, column)])


@inner
def run_length(t: Numbers, column: int) -> int:
    """How many of a column's last cards go down in one suit."""
    height = t[HEIGHTS + column]
    last = CARDS + column * COLUMN_ROOM + height - 1
    length = min(int(height), 1)
    while length < height:
        card = t[last - length + 1]
        if card % RANK_COUNT == KING or t[last - length] != card + 1:
            break
        length += 1
    return length


@inner
def take_waste(t: Numbers) -> int:
    """Take the top of the waste."""
    card = waste_top(t)
    for at in range(PILE + t[WASTE_CARDS], PILE + t[PILE_CARDS]):
        t[at - 1] = t[at]
    t[PILE_CARDS] -= 1
    t[WASTE_CARDS] -= 1
    return card


@inner
def move_run(t: Numbers, source: int, count: int, target: int) -> None:
    """Put the last cards of a column onto another."""
    t[HEIGHTS + source] -= count
    first = CARDS + source * COLUMN_ROOM + t[HEIGHTS + source]
    end = CARDS + target * COLUMN_ROOM + t[HEIGHTS + target]
    for card in range(count):
        t[end + card] = t[first + card]
    t[HEIGHTS + target] += count


@inner
def turn(t: Numbers, max_redeals: int) -> bool:
    """Turn a card of the stock, or turn the waste over; whether that can be done."""
    if t[WASTE_CARDS] < t[PILE_CARDS]:
        t[WASTE_CARDS] += 1
        return True
    if not can_turn(t, max_redeals):
        return False
    t[WASTE_CARDS] = 0
    t[REDEALS] += 1
    return True


@inner
def can_turn(t: Numbers, max_redeals: int) -> bool:
    """Whether a card of the stock can be turned, or the waste; a negative number is no limit."""
    if t[WASTE_CARDS] < t[PILE_CARDS]:
        return True
    return bool(t[PILE_CARDS] and (max_redeals < 0 or t[REDEALS] < max_redeals))
