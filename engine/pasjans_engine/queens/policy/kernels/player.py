"""The ordinary player's choice at each turn, and whole play-outs."""

from pathlib import Path
from typing import Final

from pasjans_engine.kernels.jit import Jit, inner
from pasjans_engine.queens.layout import NONE
from pasjans_engine.queens.policy.attention import (
    EMPTY_PERCENT,
    HOUSE_PERCENT,
    KING_PERCENT,
    LOOKS,
    MASK,
    MULTIPLIER,
    PASSES,
    RUN_PERCENT,
    WARM_UP,
    WASTE_PERCENT,
)
from pasjans_engine.queens.policy.kernels.table import (
    CARDS,
    COLUMN_COUNT,
    COLUMN_ROOM,
    HEIGHTS,
    HOUSE_COUNT,
    HOUSES,
    KING,
    PILE_CARDS,
    PRISONER_COUNT,
    PRISONERS,
    RANDOM,
    RANK_COUNT,
    Numbers,
    can_turn,
    is_full,
    last_card,
    move_run,
    run_head,
    run_length,
    take_waste,
    turn,
    under_in_house,
    waste_top,
)

_jit: Final = Jit(Path(__file__).parent)


@_jit.compiled
def wins_of(dealt: Numbers, max_redeals: int, first: int, end: int) -> int:
    """How many play-outs from one number to before another come out.

    Args:
        dealt: the table that each begins with; it stays as it is.
        max_redeals: how many redeals there are; negative if there is no limit.
        first: the number of the first play-out.
        end: the number after the last.
    """
    won = 0
    for play_out in range(first, end):
        table = dealt.copy()
        table[RANDOM] = (play_out * MULTIPLIER & MASK) | 1
        for _ in range(WARM_UP):
            _next(table)
        won += _is_won(table, max_redeals)
    return won


@inner
def _is_won(t: Numbers, max_redeals: int) -> bool:
    looks = 0
    while _full_houses(t) < HOUSE_COUNT:
        pass_length = t[PILE_CARDS] + 1
        if looks > max(PASSES * pass_length, LOOKS):
            return False
        late = looks >= pass_length or not can_turn(t, max_redeals)
        if _house(t) or _join(t) or _place_waste(t) or (late and _fill_empty(t)):
            looks = 0
        else:
            looks += 1
            turn(t, max_redeals)
    return True


@inner
def _full_houses(t: Numbers) -> int:
    full = 0
    for house in range(HOUSE_COUNT):
        full += is_full(t, house)
    return full


@inner
def _house(t: Numbers) -> bool:
    """Put a card that is noticed into a house: waste, columns, prisoners."""
    house = _noticed_house(t, waste_top(t))
    if house >= 0:
        t[HOUSES + house] = take_waste(t)
        return True
    for column in range(COLUMN_COUNT):
        house = _noticed_house(t, last_card(t, column))
        if house >= 0:
            t[HOUSES + house] = last_card(t, column)
            t[HEIGHTS + column] -= 1
            return True
    for prisoner in range(PRISONER_COUNT):
        if is_full(t, prisoner):
            card = int(t[PRISONERS + prisoner])
            house = _noticed_house(t, card)
            if house >= 0:
                t[HOUSES + house] = card
                t[PRISONERS + prisoner] = NONE
                return True
    return False


@inner
def _noticed_house(t: Numbers, card: int) -> int:
    """The first house that a card goes to and where that is noticed, or -1."""
    if card == NONE:
        return -1
    king = card % RANK_COUNT == KING
    under = under_in_house(card)
    for house in range(HOUSE_COUNT):
        if t[HOUSES + house] == under:
            if _notices(t, KING_PERCENT if king else HOUSE_PERCENT):
                return house
            if king:
                return -1
    return -1


@inner
def _join(t: Numbers) -> bool:
    """Put a whole run that is noticed onto a card that it fits."""
    for column in range(COLUMN_COUNT):
        if t[HEIGHTS + column]:
            target = _noticed_column(t, run_head(t, column), RUN_PERCENT)
            if target >= 0:
                move_run(t, column, run_length(t, column), target)
                return True
    return False


@inner
def _place_waste(t: Numbers) -> bool:
    """Put the top of the waste onto a card that it fits, if that is noticed."""
    target = _noticed_column(t, waste_top(t), WASTE_PERCENT)
    if target < 0:
        return False
    t[CARDS + target * COLUMN_ROOM + t[HEIGHTS + target]] = take_waste(t)
    t[HEIGHTS + target] += 1
    return True


@inner
def _noticed_column(t: Numbers, card: int, percent: int) -> int:
    """The first column that a card goes to and where that is noticed, or -1."""
    if card == NONE or card % RANK_COUNT == KING:
        return -1
    for column in range(COLUMN_COUNT):
        if last_card(t, column) == card + 1 and _notices(t, percent):
            return column
    return -1


@inner
def _fill_empty(t: Numbers) -> bool:
    """Put a run that is noticed, with cards under it, into the first empty column."""
    empty = 0
    while empty < COLUMN_COUNT and t[HEIGHTS + empty]:
        empty += 1
    if empty == COLUMN_COUNT:
        return False
    for column in range(COLUMN_COUNT):
        count = run_length(t, column)
        if count < t[HEIGHTS + column] and _notices(t, EMPTY_PERCENT):
            move_run(t, column, count, empty)
            return True
    return False


@inner
def _notices(t: Numbers, percent: int) -> bool:
    return _next(t) % 100 < percent


@inner
def _next(t: Numbers) -> int:
    state = t[RANDOM]
    state ^= state << 13 & MASK
    state ^= state >> 17
    state ^= state << 5 & MASK
    t[RANDOM] = state
    return int(state)
