"""What goes on what, and every move there can be, worked out once for a size."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from pasjans_engine.cards import KIND_COUNT, kind_of
from pasjans_engine.queens.layout import NONE, WASTE, Pile, Place, Put, Size

Puts: TypeAlias = tuple[Put, ...]
"""One move for each target pile, by its index."""

_NOTHING: Final = 255
"""Stands where no card and no empty place can: under what has nothing under it."""


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """The rules of one size.

    Attributes:
        size: how much there is of everything.
        under_in_house: by card: what must be the top of a house for the card to go there;
            `NONE`, an empty house, for a king.
        under_in_column: by card: what must be the last card of a column for the card to go
            there, besides an empty one; `NONE` for a king.
        last_in_house: the cards that make a house full when they are its top.
        waste_to_house: the move from the waste, by house.
        waste_to_column: the move from the waste, by column.
        column_to_house: the moves from each column, by house.
        column_to_column: by column, and by number of cards less one: the moves to each column.
            Those to the column itself are never legal.
        prisoner_to_house: the moves of each prisoner, by house.
    """

    size: Size
    under_in_house: bytes
    under_in_column: bytes
    last_in_house: bytes
    waste_to_house: Puts
    waste_to_column: Puts
    column_to_house: tuple[Puts, ...]
    column_to_column: tuple[tuple[Puts, ...], ...]
    prisoner_to_house: tuple[Puts, ...]


def build(size: Size) -> Tables:
    """The tables of a size."""
    houses = tuple(Pile(Place.HOUSE, house) for house in range(size.houses))
    columns = tuple(Pile(Place.COLUMN, column) for column in range(size.columns))
    prisoners = tuple(Pile(Place.PRISONER, prisoner) for prisoner in range(size.prisoners))
    return Tables(
        size=size,
        under_in_house=_under_in_house(size),
        under_in_column=_under_in_column(size),
        last_in_house=bytes(kind_of(suit, size.ranks - 2) for suit in range(size.suits)),
        waste_to_house=_puts(WASTE, 1, houses),
        waste_to_column=_puts(WASTE, 1, columns),
        column_to_house=tuple(_puts(column, 1, houses) for column in columns),
        column_to_column=tuple(
            tuple(_puts(column, count, columns) for count in range(1, size.ranks + 1))
            for column in columns
        ),
        prisoner_to_house=tuple(_puts(prisoner, 1, houses) for prisoner in prisoners),
    )


def _puts(source: Pile, count: int, targets: tuple[Pile, ...]) -> Puts:
    return tuple(Put(source, count, target) for target in targets)


def _under_in_house(size: Size) -> bytes:
    # Rule 3.2: "A house starts with a king … On the king: ace, two, …, queen of that suit"
    under = bytearray((_NOTHING,) * KIND_COUNT)
    king = size.ranks - 1
    for suit in range(size.suits):
        for rank in range(king):
            under[kind_of(suit, rank)] = kind_of(suit, (rank or size.ranks) - 1)
        under[kind_of(suit, king)] = NONE
    return bytes(under)


def _under_in_column(size: Size) -> bytes:
    # Rule 3.3: "Columns go down in one suit (7S on 8S; Q on K; A is lowest, nothing goes on an
    # ace)."
    under = bytearray((_NOTHING,) * KIND_COUNT)
    for suit in range(size.suits):
        for rank in range(size.ranks - 1):
            under[kind_of(suit, rank)] = kind_of(suit, rank + 1)
        under[kind_of(suit, size.ranks - 1)] = NONE
    return bytes(under)
