"""What a card would be good for, if it were the top of the waste."""

from pasjans_engine.queens.advice.known import Known
from pasjans_engine.queens.layout import NONE


def house_for(known: Known, card: int) -> int:
    """The house that a card may go to, -1 for none."""
    return known.houses.find(known.tables.under_in_house[card])


def base_for(known: Known, card: int, source: int = -1) -> int:
    """The column where a card, or a run with it on top, goes on well, -1 for none.

    Args:
        known: what is known.
        card: the card that would come to lie there.
        source: the column where it lies now, -1 if in none.
    """
    under = known.tables.under_in_column[card]
    if under == NONE:
        return -1
    return next((at for at, end in enumerate(known.ends) if end == under and at != source), -1)


def run_after(known: Known, card: int) -> int:
    """The column whose run could move if a card lay in another one, -1 for none.

    Cards between the two count as there if they can be drawn for sure.
    """
    if base_for(known, card) < 0:
        return -1
    above = known.tables.under_in_column
    for column, head in enumerate(known.heads):
        if head < card:
            lower = above[head]
            while lower != card and lower in known.at_hand:
                lower = above[lower]
            if lower == card:
                return column
    return -1


def is_wanted(known: Known, card: int) -> bool:
    """Whether a card would be suggested if it were the top of the waste."""
    if house_for(known, card) >= 0 or run_after(known, card) >= 0:
        return True
    return known.limited and base_for(known, card) >= 0
