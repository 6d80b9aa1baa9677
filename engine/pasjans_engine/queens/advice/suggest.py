"""The suggestions of each sort, and which sort comes before which."""

from collections.abc import Iterator
from typing import Final

from pasjans_engine.queens.advice.known import Known
from pasjans_engine.queens.advice.suggestion import Reason, Suggestion, card_text
from pasjans_engine.queens.advice.uses import base_for, house_for, is_wanted, run_after
from pasjans_engine.queens.layout import DRAW, NONE, REDEAL, WASTE, Pile, Place, Put


def to_houses(known: Known) -> Iterator[Suggestion]:
    """Cards that go to a house that has begun."""
    for source, card in _loose(known):
        house = house_for(known, card)
        if house < 0 or known.houses[house] == NONE:
            continue
        target = f"{card_text(card)} goes to house {house + 1}"
        if source.place is Place.PRISONER:
            reason, message = Reason.PRISONER, f"the prisoner {target}"
        else:
            reason, message = Reason.HOUSE, target
        yield _put(source, Pile(Place.HOUSE, house), reason, message)


def kings(known: Known) -> Iterator[Suggestion]:
    """Kings that start a house."""
    for source, card in _loose(known):
        house = house_for(known, card)
        if house >= 0 and known.houses[house] == NONE:
            message = f"{card_text(card)} starts house {house + 1}"
            yield _put(source, Pile(Place.HOUSE, house), Reason.KING, message)


def joined(known: Known) -> Iterator[Suggestion]:
    """Whole runs that go onto a card, those first that leave an empty column."""
    found: list[tuple[int, Suggestion]] = []
    for column, cards in enumerate(known.columns):
        base = base_for(known, known.heads[column], column) if cards else -1
        if base >= 0:
            found.append((len(cards) - known.runs[column], _joined(known, column, base)))
    for _, suggestion in sorted(found, key=lambda one: one[0]):
        yield suggestion


def _joined(known: Known, column: int, base: int) -> Suggestion:
    count = known.runs[column]
    if count == len(known.columns[column]):
        reason, message = Reason.FREES_COLUMN, f"frees column {column + 1}"
    elif known.tables.under_in_column[known.ends[base]] == NONE:
        reason, message = Reason.ON_KING, "puts the run on its king"
    else:
        reason, message = Reason.UNCOVERS, _uncovers(known, column)
    return _run(column, count, base, reason, message)


def gap_filled(known: Known) -> Iterator[Suggestion]:
    """The top of the waste, to a column where a run can follow it."""
    if known.waste:
        card = known.waste[-1]
        column, base = run_after(known, card), base_for(known, card)
        if column >= 0:
            message = f"fills the gap between column {base + 1} and the run of column {column + 1}"
            yield _put(WASTE, Pile(Place.COLUMN, base), Reason.FILLS_GAP, message)


def kept(known: Known) -> Iterator[Suggestion]:
    """The top of the waste, to any card where it fits, if it may not come again."""
    if known.limited and known.waste:
        base = base_for(known, known.waste[-1])
        if base >= 0:
            message = f"keeps {card_text(known.waste[-1])} within reach: redeals are limited"
            yield _put(WASTE, Pile(Place.COLUMN, base), Reason.KEEPS, message)


def split(known: Known) -> Iterator[Suggestion]:
    """The end of a run, to an empty column, so that the card before it can go to a house."""
    empty = known.ends.find(NONE)
    if empty < 0:
        return
    for column, cards in enumerate(known.columns):
        for count in range(1, known.runs[column]):
            card = cards[-count - 1]
            house = house_for(known, card)
            if house >= 0 and known.houses[house] != NONE:
                message = f"frees {card_text(card)}, which goes to a house"
                yield _run(column, count, empty, Reason.SPLITS_RUN, message)


def moved_away(known: Known) -> Iterator[Suggestion]:
    """Whole runs that go to an empty column, those first with the fewest cards under them."""
    empty = known.ends.find(NONE)
    if empty < 0:
        return
    under = [len(cards) - count for cards, count in zip(known.columns, known.runs, strict=True)]
    for column in sorted(range(len(under)), key=lambda at: (under[at], -known.runs[at])):
        if under[column]:
            message = _uncovers(known, column)
            yield _run(column, known.runs[column], empty, Reason.UNCOVERS, message)


def turned(known: Known) -> Iterator[Suggestion]:
    """A card of the stock, or the waste turned over, if a wanted card can come of it."""
    hidden = _wanted(known, known.hidden)
    if hidden is not None:
        yield Suggestion(DRAW, Reason.TURN, f"turn the stock: {_named(hidden)} is wanted")
        return
    lying = _wanted(known, frozenset(known.waste[:-1]))
    if lying is None or not known.can_turn_over:
        return
    where = f"{_named(lying)} is wanted, and lies in the waste"
    if known.stock:
        yield Suggestion(DRAW, Reason.TURN, f"turn the rest of the stock: {where}")
    else:
        yield Suggestion(REDEAL, Reason.TURN_OVER, f"turn the waste over: {where}")


def _named(card: int) -> str:
    """A card with its article."""
    name = card_text(card)
    return f"{'an' if name[0] in 'A8' else 'a'} {name}"


def _wanted(known: Known, cards: frozenset[int]) -> int | None:
    """A card that is wanted, one that goes to a house if there is one."""
    wanted = (card for card in cards if is_wanted(known, card))
    return min(wanted, key=lambda card: (house_for(known, card) < 0, card), default=None)


def _loose(known: Known) -> Iterator[tuple[Pile, int]]:
    """Cards that may go to a house if they fit: prisoners, the waste's top, ends of columns."""
    for prisoner, card in enumerate(known.prisoners):
        if card != NONE:
            yield Pile(Place.PRISONER, prisoner), card
    if known.waste:
        yield WASTE, known.waste[-1]
    for column, card in enumerate(known.ends):
        if card != NONE:
            yield Pile(Place.COLUMN, column), card


def _uncovers(known: Known, column: int) -> str:
    card = known.columns[column][-known.runs[column] - 1]
    message = f"uncovers {card_text(card)}"
    return f"{message}, which goes to a house" if house_for(known, card) >= 0 else message


def _put(source: Pile, target: Pile, reason: Reason, message: str) -> Suggestion:
    return Suggestion(Put(source, 1, target), reason, message)


def _run(column: int, count: int, target: int, reason: Reason, message: str) -> Suggestion:
    put = Put(Pile(Place.COLUMN, column), count, Pile(Place.COLUMN, target))
    return Suggestion(put, reason, message)


SORTS: Final = (to_houses, kings, joined, gap_filled, kept, split, turned, moved_away)
"""The sorts of suggestions, best first."""
