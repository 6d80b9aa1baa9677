"""What may be played in a position, in an order that stays the same."""

from collections.abc import Iterator

from pasjans_engine.queens.layout import NONE, Position, Put
from pasjans_engine.queens.tables import Puts, Tables


def solved(tables: Tables, position: Position) -> bool:
    """Whether every house is full."""
    # Rule 3.7: "Solved when all 104 cards are in houses." Full houses hold all of them.
    return not position.houses.strip(tables.last_in_house)


def is_open(tables: Tables, position: Position, prisoner: int) -> bool:
    """Whether a prisoner, 0-based, lies face up, or would if it had not gone."""
    # Rule 3.6: "When a house has 13 cards its prisoner opens."
    return position.houses[prisoner] in tables.last_in_house


def puts_to_houses(tables: Tables, position: Position) -> Iterator[Put]:
    """Cards that may go to houses: from the waste, the columns, the prisoners; houses ascending."""
    # Rule 3.5: "The top of the waste may go to a house or a column. The last card of a column
    # may go to a house. Nothing leaves a house."
    for card, puts in _loose_cards(tables, position):
        under = tables.under_in_house[card]
        if under == NONE:
            # Rule 3.2: "kings take the houses in order, left to right, the first free one."
            yield puts[position.houses.index(NONE)]
        elif under in position.houses:
            yield from (puts[house] for house, top in enumerate(position.houses) if top == under)


def puts_to_columns(tables: Tables, position: Position) -> list[Put]:
    """Cards that may go to columns: from the waste, then runs from each column.

    The shortest run of a column comes first; the columns that a card or run goes to ascend.
    """
    tops = last_cards(position)
    found: list[Put] = []
    if position.waste:
        found += _fitting(tables, tops, position.waste[-1], tables.waste_to_column)
    for column, cards in enumerate(position.columns):
        # Rule 3.3: "One card, or a run (the last n cards of a column that go down in one suit,
        # any n ≥ 1), may move onto a fitting card or into an empty column."
        runs = tables.column_to_column[column]
        for below in range(run_length(tables, cards)):
            found += _fitting(tables, tops, cards[-1 - below], runs[below])
    return found


def last_cards(position: Position) -> bytes:
    """The last card of each column, `NONE` for an empty one."""
    return bytes(cards[-1] if cards else NONE for cards in position.columns)


def run_length(tables: Tables, cards: bytes) -> int:
    """How many of a column's last cards go down in one suit; 0 for an empty column."""
    under = tables.under_in_column
    length = min(len(cards), 1)
    while length < len(cards) and cards[-length - 1] == under[cards[-length]]:
        length += 1
    return length


def _loose_cards(tables: Tables, position: Position) -> Iterator[tuple[int, Puts]]:
    """Each card that may go to a house when it fits, with its moves by house."""
    if position.waste:
        yield position.waste[-1], tables.waste_to_house
    for column, cards in enumerate(position.columns):
        if cards:
            yield cards[-1], tables.column_to_house[column]
    # Rule 3.6: "A prisoner may go only to a house."
    for prisoner, card in enumerate(position.prisoners):
        if card != NONE and is_open(tables, position, prisoner):
            yield card, tables.prisoner_to_house[prisoner]


def _fitting(tables: Tables, tops: bytes, card: int, puts: Puts) -> list[Put]:
    under = tables.under_in_column[card]
    if under not in tops and NONE not in tops:
        return []
    # Rule 3.3: "An empty column takes any card or run."
    return [puts[column] for column, top in enumerate(tops) if top in (under, NONE)]
