"""The table without borders, for terminals of 80 columns: 80 columns, up to 19 rows."""

from typing import Final

from pasjans_engine.queens.layout import Pile, Place
from pasjans_terminal.drawing.canvas import Canvas
from pasjans_terminal.drawing.cards.faces import cell
from pasjans_terminal.drawing.cards.piles import (
    below_text,
    columns_depth,
    spots_in,
    stock_line,
    waste_line,
)
from pasjans_terminal.drawing.cards.slots import Spot
from pasjans_terminal.drawing.cards.table import CardTable
from pasjans_terminal.drawing.glyphs import Glyphs
from pasjans_terminal.drawing.styles import Line, Span, Style

WIDTH: Final = 80
LEAST_ROWS: Final = 9
PANEL_WIDTH: Final = 22
_MOST_ROWS: Final = 20
_PITCH: Final = 6
_MARGIN: Final = 10
_ABOVE: Final = 3
"""Rows above the columns: their numbers, the houses, the prisoners."""


def compact(
    table: CardTable, panel: tuple[Line, ...], rows: int, glyphs: Glyphs
) -> tuple[Line, ...]:
    """The drawing, in no more rows than there are."""
    depth = columns_depth(table)
    first = _ABOVE + (rows > _ABOVE + depth)
    canvas = Canvas(WIDTH, min(rows, _MOST_ROWS), glyphs)
    for row, name in ((1, "houses"), (2, "prisoners"), (first, "columns")):
        canvas.put(row, 0, name, Style.LABEL)
    for number in range(len(table.seen.columns)):
        canvas.put(0, _MARGIN + number * _PITCH + 3, f"{number + 1}", Style.LABEL)
    for row, place in ((1, Place.HOUSE), (2, Place.PRISONER)):
        for pile in table.piles(place):
            _put(canvas, row, pile.index, cell(table, Spot(pile), glyphs))
    for pile in table.piles(Place.COLUMN):
        _draw_column(canvas, table, pile, (first, rows - first), glyphs)
    _draw_panel(canvas, table, panel, glyphs)
    return canvas.lines()


def _draw_column(
    canvas: Canvas, table: CardTable, pile: Pile, room: tuple[int, int], glyphs: Glyphs
) -> None:
    """Draw a column.

    Args:
        canvas: what to draw on.
        table: the table.
        pile: the column.
        room: the first row, and how many there are.
        glyphs: the characters to draw with.
    """
    first, rows = room
    for row, shown in enumerate(spots_in(table, pile.index, rows), start=first):
        match shown:
            case None:
                pass
            case int():
                _put(canvas, row, pile.index, Span(f" +{shown}", Style.LABEL))
            case Spot():
                _put(canvas, row, pile.index, cell(table, shown, glyphs))


def _put(canvas: Canvas, row: int, number: int, span: Span) -> None:
    canvas.put_line(row, _MARGIN + number * _PITCH, (span,))


def _draw_panel(canvas: Canvas, table: CardTable, panel: tuple[Line, ...], glyphs: Glyphs) -> None:
    below = (Span(below_text(table, glyphs, 3)),)
    lines = (stock_line(table, glyphs), waste_line(table, glyphs), below, (), *panel)
    for row, line in enumerate(lines, start=1):
        canvas.put_line(row, WIDTH - PANEL_WIDTH, line)
