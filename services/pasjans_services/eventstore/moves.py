"""Moves in records: tiles, cells and piles are numbers.

Tiles and cells are numbered from 0 to 27. Piles of cards have one row of numbers: 0 the waste,
1 to 8 the columns, 9 to 16 the houses, 17 to 23 the prisoners.
"""

from collections.abc import Sequence
from typing import Final

from pasjans_engine.domino.layout import OPEN, Put
from pasjans_engine.queens.layout import DRAW, REDEAL, WASTE, Pile, Place
from pasjans_engine.queens.layout import Put as Moved
from pasjans_engine.rules import Move

PUT: Final = 2
OPENED: Final = 3
DRAWN: Final = 8
REDEALT: Final = 9
MOVED: Final = 10

NUMBERS: Final = 28
"""So many tiles and cells a game of dominoes has, numbered from 0."""

PILES: Final = (
    WASTE,
    *(Pile(Place.COLUMN, column) for column in range(8)),
    *(Pile(Place.HOUSE, house) for house in range(8)),
    *(Pile(Place.PRISONER, prisoner) for prisoner in range(7)),
)
"""The piles of a game of queens, by their numbers."""

LONGEST_RUN: Final = 13
"""The most cards that one move takes from a column."""

_NUMBER_OF: Final = {pile: number for number, pile in enumerate(PILES)}
_PLAIN: Final[dict[int, Move]] = {OPENED: OPEN, DRAWN: DRAW, REDEALT: REDEAL}
_KIND_OF: Final = {move: kind for kind, move in _PLAIN.items()}
_TARGETS: Final = {
    Place.WASTE: {Place.COLUMN, Place.HOUSE},
    Place.COLUMN: {Place.COLUMN, Place.HOUSE},
    Place.PRISONER: {Place.HOUSE},
}


def fields_of(move: Move) -> tuple[int, ...]:
    """The kind of a move's record, and what follows it.

    Raises:
        TypeError: there is no record for it.
    """
    match move:
        case Put(tile, cell):
            return (PUT, tile, cell)
        case Moved(source, count, target):
            return (MOVED, _NUMBER_OF[source], count, _NUMBER_OF[target])
        case _ if move in _KIND_OF:
            return (_KIND_OF[move],)
        case _:
            raise TypeError(f"no record is known for the move {move}")


def move_of(kind: int, numbers: Sequence[object]) -> Move | None:
    """The move of a record; None when no move has these fields.

    The engine trusts that what a move names is there at all.
    """
    match kind, numbers:
        case 2, [int(tile), int(cell)] if _are_numbers(numbers, NUMBERS):
            return Put(tile, cell)
        case 10, [int(source), int(count), int(target)] if _are_numbers(numbers, len(PILES)):
            return _moved(PILES[source], count, PILES[target])
        case _, []:
            return _PLAIN.get(kind)
        case _:
            return None


def _are_numbers(fields: Sequence[object], end: int) -> bool:
    return all(type(field) is int and 0 <= field < end for field in fields)


def _moved(source: Pile, count: int, target: Pile) -> Moved | None:
    """The move between two piles; None for one that no position allows."""
    if source == target or target.place not in _TARGETS.get(source.place, ()):
        return None
    between_columns = source.place is Place.COLUMN and target.place is Place.COLUMN
    most = LONGEST_RUN if between_columns else 1
    return Moved(source, count, target) if 1 <= count <= most else None
