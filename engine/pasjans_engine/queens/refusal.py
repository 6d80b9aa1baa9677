"""Why a move is refused, in words that say what would fit and name nothing that is hidden."""

from typing import assert_never

from pasjans_engine.cards import card_name
from pasjans_engine.errors import Illegal, Reason
from pasjans_engine.queens.layout import NONE, Draw, Move, Place, Position, Put, Redeal
from pasjans_engine.queens.moves import is_open, last_cards, run_length, solved
from pasjans_engine.queens.tables import Tables


def refusal(
    tables: Tables, position: Position, move: Move, max_redeals: int | None
) -> Illegal | None:
    """Why a move may not be played now; None if it may.

    Args:
        tables: the rules of the game's size.
        position: where it would be played.
        move: a move that the size has.
        max_redeals: how many redeals there are in a game; None if there is no limit.
    """
    if solved(tables, position):
        message = "all cards are in the houses: nothing can follow"
        return Illegal(Reason.GAME_OVER, message)
    match move:
        case Draw():
            return _draw_refusal(position, max_redeals)
        case Redeal():
            return _redeal_refusal(position, max_redeals)
        case Put():
            return _source_refusal(tables, position, move) or _target_refusal(
                tables, position, move
            )
        case _:
            assert_never(move)


def _draw_refusal(position: Position, max_redeals: int | None) -> Illegal | None:
    if position.stock:
        return None
    redeal = _redeal_refusal(position, max_redeals)
    advice = redeal.message if redeal else "redeal turns the waste over"
    return Illegal(Reason.STOCK_EMPTY, f"the stock is empty; {advice}")


def _redeal_refusal(position: Position, max_redeals: int | None) -> Illegal | None:
    # Rule 3.4: "When the stock is empty, `redeal` turns the waste over"
    left = len(position.stock)
    if left:
        cards = f"{left} card{'s' if left > 1 else ''}"
        message = f"the stock still holds {cards}: a redeal comes when it is empty"
        return Illegal(Reason.STOCK_NOT_EMPTY, message)
    if not position.waste:
        return Illegal(Reason.NO_CARD, "the waste is empty: there is nothing to turn over")
    # Rule 3.4: "Redeals are unlimited (`queens`), or two, that is three passes (`queens-3pass`)."
    if max_redeals is not None and position.redeals >= max_redeals:
        message = f"all {max_redeals} redeals are used: play the waste's top card, undo or resign"
        return Illegal(Reason.NO_REDEAL, message)
    return None


def _source_refusal(tables: Tables, position: Position, move: Put) -> Illegal | None:
    match move.source.place:
        case Place.WASTE:
            return _waste_refusal(position)
        case Place.COLUMN:
            return _column_refusal(tables, position, move)
        case _:
            return _prisoner_refusal(tables, position, move.source.index)


def _waste_refusal(position: Position) -> Illegal | None:
    if position.waste:
        return None
    advice = ": draw turns a card to it" if position.stock else ", and so is the stock"
    return Illegal(Reason.NO_CARD, f"the waste is empty{advice}")


def _column_refusal(tables: Tables, position: Position, move: Put) -> Illegal | None:
    number, cards = move.source.index + 1, position.columns[move.source.index]
    if not cards:
        return Illegal(Reason.NO_CARD, f"column {number} is empty")
    # Rule 3.3: "One card, or a run (the last n cards of a column that go down in one suit …)"
    length = run_length(tables, cards)
    if move.count <= length:
        return None
    run = " ".join(map(card_name, cards[-length:]))
    most = f"{length} card{'s' if length > 1 else ''} at most"
    message = f"the run at the end of column {number} is {run}: {most}, not {move.count}"
    return Illegal(Reason.NOT_A_RUN, message)


def _prisoner_refusal(tables: Tables, position: Position, prisoner: int) -> Illegal | None:
    number = prisoner + 1
    if position.prisoners[prisoner] == NONE:
        return Illegal(Reason.NO_CARD, f"prisoner {number} has gone to a house already")
    # Rule 3.6: "When a house has 13 cards its prisoner opens."
    if not is_open(tables, position, prisoner):
        message = f"prisoner {number} is face down and opens when house {number} is full"
        return Illegal(Reason.FACE_DOWN, message)
    return None


def _target_refusal(tables: Tables, position: Position, move: Put) -> Illegal | None:
    card = _moving(position, move)
    if move.target.place is Place.HOUSE:
        return _house_refusal(tables, position, card, move.target.index)
    under = tables.under_in_column[card]
    last = last_cards(position)[move.target.index]
    # Rule 3.3: "An empty column takes any card or run."
    if last in (under, NONE):
        return None
    fits = _going_on(tables.under_in_column, last)
    offer = _offer(f"on {card_name(last)} in column {move.target.index + 1}", fits)
    return Illegal(Reason.DOES_NOT_FIT, f"{offer}, not {card_name(card)}", fits)


def _moving(position: Position, move: Put) -> int:
    """The card that would come to lie on the target: the first of those that move."""
    match move.source.place:
        case Place.WASTE:
            return position.waste[-1]
        case Place.COLUMN:
            return position.columns[move.source.index][-move.count]
        case _:
            return position.prisoners[move.source.index]


def _house_refusal(tables: Tables, position: Position, card: int, house: int) -> Illegal | None:
    top, under = position.houses[house], tables.under_in_house[card]
    free = position.houses.find(NONE)
    # Rule 3.2: "kings take the houses in order, left to right, the first free one."
    if house == free if under == NONE else top == under:
        return None
    fits = () if top == NONE and house != free else _going_on(tables.under_in_house, top)
    if under == NONE:
        message = f"kings take the first free house: {card_name(card)} goes to house {free + 1}"
        return Illegal(Reason.DOES_NOT_FIT, f"{message}, not {house + 1}", fits)
    if top == NONE:
        message = f"house {house + 1} is empty and starts with a king, not {card_name(card)}"
        return Illegal(Reason.DOES_NOT_FIT, message, fits)
    offer = _offer(f"on {card_name(top)} in house {house + 1}", fits)
    return Illegal(Reason.DOES_NOT_FIT, f"{offer}, not {card_name(card)}", fits)


def _going_on(under: bytes, card: int) -> tuple[str, ...]:
    return tuple(card_name(upper) for upper, below in enumerate(under) if below == card)


def _offer(where: str, fits: tuple[str, ...]) -> str:
    return f"{where} fits {' or '.join(fits) or 'nothing'}"
