"""What happened in a game of queens, and how it stands, in sentences."""

from collections.abc import Sequence

from pasjans.slots import QUEENS
from pasjans_engine.queens.advice.suggestion import card_text
from pasjans_engine.queens.layout import FACE_DOWN, NONE, Pile, Place, Put
from pasjans_engine.queens.seen import Seen
from pasjans_engine.status import Status
from pasjans_terminal.counters import hints_in, status_of
from pasjans_terminal.drawing.cards.table import CardTable
from pasjans_terminal.queens.board import change_between, draws_in
from pasjans_terminal.sentences import counted


def happened(before: Sequence[int], after: Sequence[int]) -> str:
    """What one event has changed, as sentences; empty when nothing is to be seen."""
    return " ".join(filter(None, (_change(before, after), ending(after))))


def ending(view: Sequence[int]) -> str:
    """How a game has ended; empty while it is played."""
    match status_of(QUEENS, view):
        case Status.SOLVED:
            draws = counted(draws_in(view), "draw")
            return f"Solved in {counted(view[QUEENS.moves], 'move')} with {draws}!"
        case Status.RESIGNED:
            return "Given up."
        case _:
            return ""


def pile_name(pile: Pile) -> str:
    """A pile as people call it."""
    match pile.place:
        case Place.WASTE:
            return "the waste"
        case Place.COLUMN:
            return f"column {pile.index + 1}"
        case Place.PRISONER:
            return f"prison {pile.index + 1}"
        case Place.HOUSE:
            return f"house {pile.index + 1}"


def cards_text(table: CardTable, put: Put) -> str:
    """The cards of a move, in a word or a few: `7♠`, `the run 9♥ to 7♥`."""
    cards = table.cards_of(put.source)[-put.count :]
    last = card_text(cards[-1])
    return last if put.count == 1 else f"the run {card_text(cards[0])} to {last}"


def _change(before: Sequence[int], after: Sequence[int]) -> str:
    if hints_in(QUEENS, after) > hints_in(QUEENS, before):
        return "The solver was asked."
    earlier, later = Seen.of(before), Seen.of(after)
    back = "Taken back: " if after[QUEENS.undos] > before[QUEENS.undos] else ""
    put = change_between(before, after)
    if put is None:
        return _turned(earlier, later, back)
    cards = cards_text(CardTable(earlier), put)
    if back:
        return f"{back}{cards} is in {pile_name(put.target)} again."
    went = f"{cards} went from {pile_name(put.source)} to {pile_name(put.target)}."
    story = " ".join(filter(None, (went, _opened(earlier, later))))
    return story[:1].upper() + story[1:]


def _turned(earlier: Seen, later: Seen, back: str) -> str:
    """What was drawn, or turned over, or taken back of that."""
    match later.stock - earlier.stock:
        case 0:
            return ""
        case -1 if not back and later.waste:
            return f"Drawn: {card_text(later.waste[-1])}."
        case 1 if back and earlier.waste:
            return f"{back}{card_text(earlier.waste[-1])} is in the stock again."
        case turned if turned > 0:
            return f"The waste was turned over: {counted(later.stock, 'card')} to draw."
        case _:
            return f"{back}the waste lies as it did before it was turned over."


def _opened(earlier: Seen, later: Seen) -> str:
    """The prisoner that has opened."""
    pairs = zip(earlier.prisoners, later.prisoners, strict=True)
    opened = (
        f"Prisoner {number} opens: {card_text(now)}."
        for number, (was, now) in enumerate(pairs, start=1)
        if was == FACE_DOWN and now not in {FACE_DOWN, NONE}
    )
    return " ".join(opened)
