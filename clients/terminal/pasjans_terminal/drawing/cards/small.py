"""The table in four columns a card, for what is smaller than a terminal of old: 32 columns."""

from typing import Final

from pasjans_engine.queens.layout import Pile, Place
from pasjans_terminal.drawing.cards.faces import narrow_cell
from pasjans_terminal.drawing.cards.piles import columns_depth, spots_in, stock_line, waste_line
from pasjans_terminal.drawing.cards.slots import Spot
from pasjans_terminal.drawing.cards.table import CardTable
from pasjans_terminal.drawing.glyphs import Glyphs
from pasjans_terminal.drawing.styles import Line, Span, Style

_PITCH: Final = 4
_ABOVE: Final = 4
"""Rows above the columns: stock and waste, the columns' numbers, the houses, the prisoners."""


def small(table: CardTable, panel: tuple[Line, ...], rows: int, glyphs: Glyphs) -> tuple[Line, ...]:
    """The drawing, in no more rows than there are; one row of the figures is always there."""
    room = max(1, rows - _ABOVE - 2)
    columns = range(len(table.seen.columns))
    numbers = "".join(f" {number + 1}".ljust(_PITCH) for number in columns)
    shown = [spots_in(table, column, min(room, columns_depth(table))) for column in columns]
    lines = (
        (*stock_line(table, glyphs), *waste_line(table, glyphs)),
        (Span(numbers, Style.LABEL),),
        _piles(table, table.piles(Place.HOUSE), glyphs),
        _piles(table, table.piles(Place.PRISONER), glyphs),
        *(tuple(_shown(table, one, glyphs) for one in row) for row in zip(*shown, strict=True)),
    )
    return (*lines, *panel)[:rows]


def _piles(table: CardTable, piles: tuple[Pile, ...], glyphs: Glyphs) -> Line:
    return tuple(narrow_cell(table, Spot(pile), glyphs) for pile in piles)


def _shown(table: CardTable, shown: Spot | int | None, glyphs: Glyphs) -> Span:
    match shown:
        case None:
            return Span(" " * _PITCH)
        case int():
            return Span(f" +{shown}".ljust(_PITCH), Style.LABEL)
        case Spot():
            return narrow_cell(table, shown, glyphs)
