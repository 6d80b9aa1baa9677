"""The text of a position in play: `houses | prisoners | col1 / … / col8 | waste | stock`.

A house is written as its top card, and whatever is empty as `--`: a house without a king, the
place of a prisoner that has gone, a column, the waste, the stock. The text names the cards that
lie face down too, so it is for tools and tests and never for players.
"""

from collections.abc import Iterator

from pasjans_engine.cards import kind_of
from pasjans_engine.errors import Invalid
from pasjans_engine.queens.layout import NONE, Position, Size
from pasjans_engine.queens.moves import is_open, run_length
from pasjans_engine.queens.packs import (
    EMPTY_NAME,
    cards_name,
    parse_pile,
    parse_places,
    require_deck,
    split,
)
from pasjans_engine.queens.tables import Tables


def position_name(position: Position) -> str:
    """The text of a position; the redeals used are not part of it."""
    columns = " / ".join(cards_name(cards) or EMPTY_NAME for cards in position.columns)
    return " | ".join(
        (
            cards_name(position.houses),
            cards_name(position.prisoners),
            columns,
            cards_name(position.waste) or EMPTY_NAME,
            cards_name(position.stock) or EMPTY_NAME,
        )
    )


def parse_position(tables: Tables, text: str, redeals: int) -> Position:
    """The position of a text with so many redeals used.

    Raises:
        Invalid: not the text of a position that play can come to.
    """
    size = tables.size
    parts = split(text, "|", ("houses", "prisoners", "columns", "waste", "stock"))
    names = [f"column {column + 1}" for column in range(size.columns)]
    position = Position(
        _counted("houses", parts[0], size.houses),
        _counted("places of prisoners", parts[1], size.prisoners),
        tuple(parse_pile(cards) for cards in split(parts[2], "/", names)),
        parse_pile(parts[3]),
        parse_pile(parts[4]),
        redeals,
    )
    require_deck(size, _all_cards(size, position))
    _require_order(position)
    _require_prisoners(tables, position)
    _require_columns(tables, position)
    _require_stock(size, position)
    return position


def _counted(name: str, text: str, count: int) -> bytes:
    places = parse_places(text)
    if len(places) != count:
        raise Invalid(f"the {name} are {count}, not {len(places)}", text)
    return places


def _all_cards(size: Size, position: Position) -> Iterator[int]:
    for top in position.houses:
        yield from _house_cards(size, top)
    yield from (card for card in position.prisoners if card != NONE)
    for cards in (*position.columns, position.waste, position.stock):
        yield from cards


def _house_cards(size: Size, top: int) -> Iterator[int]:
    """The cards of a house, from its king to its top."""
    # Rule 3.2: "On the king: ace, two, …, queen of that suit, 13 cards."
    if top == NONE:
        return
    suit, rank = divmod(top, kind_of(1, 0))
    yield kind_of(suit, size.ranks - 1)
    if rank < size.ranks - 1:
        yield from range(kind_of(suit, 0), top + 1)


def _require_order(position: Position) -> None:
    # Rule 3.2: "kings take the houses in order, left to right, the first free one."
    started = len(position.houses.rstrip(bytes((NONE,))))
    free = position.houses.find(NONE)
    if 0 <= free < started:
        message = f"house {started} is started while house {free + 1} is empty"
        raise Invalid(f"{message}: kings take the houses in order", cards_name(position.houses))


def _require_prisoners(tables: Tables, position: Position) -> None:
    # Rule 3.6: "When a house has 13 cards its prisoner opens."
    for prisoner, card in enumerate(position.prisoners):
        if card == NONE and not is_open(tables, position, prisoner):
            message = f"prisoner {prisoner + 1} cannot be gone: house {prisoner + 1} is not full"
            raise Invalid(message, cards_name(position.prisoners))


def _require_columns(tables: Tables, position: Position) -> None:
    # Rule 3.3: what comes to a column carries on the run of its last card, so that only cards
    # dealt before the last one can be out of order.
    most = tables.size.rounds - 1
    for column, cards in enumerate(position.columns):
        above = len(cards) - run_length(tables, cards)
        if above > most:
            message = f"column {column + 1} has {above} cards above the run at its end"
            raise Invalid(f"{message}: play leaves {most} at most", cards_name(cards))


def _require_stock(size: Size, position: Position) -> None:
    # Rule 3.5: nothing comes back to the waste.
    cards = len(position.waste) + len(position.stock)
    if cards > size.stock:
        message = f"stock and waste hold {size.stock} cards at most, not {cards}"
        raise Invalid(message, str(cards))
