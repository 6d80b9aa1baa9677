"""What each move does to a position; that it is legal has been seen to."""

from pasjans_engine.queens.layout import NONE, Place, Position, Put


def drawn(position: Position) -> Position:
    """The position after a card was turned from the stock to the waste."""
    # Rule 3.4: "`draw` turns one card from the stock to the waste."
    return Position(
        position.houses,
        position.prisoners,
        position.columns,
        position.waste + position.stock[:1],
        position.stock[1:],
        position.redeals,
    )


def turned_over(position: Position, redeals: int) -> Position:
    """The position after the waste became the stock, with so many redeals used."""
    # Rule 3.4: "`redeal` turns the waste over; the order is the same again."
    return Position(
        position.houses, position.prisoners, position.columns, b"", position.waste, redeals
    )


def put(position: Position, move: Put) -> Position:
    """The position after cards went from one pile to another."""
    waste, columns, prisoners = position.waste, position.columns, position.prisoners
    index = move.source.index
    match move.source.place:
        case Place.WASTE:
            waste, cards = waste[:-1], waste[-1:]
        case Place.COLUMN:
            left, cards = columns[index][: -move.count], columns[index][-move.count :]
            columns = _replaced(columns, index, left)
        case _:
            cards = prisoners[index : index + 1]
            prisoners = _with_card(prisoners, index, NONE)
    houses, index = position.houses, move.target.index
    if move.target.place is Place.HOUSE:
        houses = _with_card(houses, index, cards[0])
    else:
        columns = _replaced(columns, index, columns[index] + cards)
    return Position(houses, prisoners, columns, waste, position.stock, position.redeals)


def _with_card(cards: bytes, index: int, card: int) -> bytes:
    return cards[:index] + bytes((card,)) + cards[index + 1 :]


def _replaced(columns: tuple[bytes, ...], index: int, cards: bytes) -> tuple[bytes, ...]:
    return (*columns[:index], cards, *columns[index + 1 :])
