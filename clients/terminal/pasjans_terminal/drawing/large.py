"""The triangle with real pips: 87 columns, 30 rows."""

from typing import Final

from pasjans_engine.tiles import halves
from pasjans_terminal.drawing.canvas import LIGHT, Canvas
from pasjans_terminal.drawing.glyphs import Glyphs
from pasjans_terminal.drawing.styles import Line
from pasjans_terminal.drawing.table import Table
from pasjans_terminal.drawing.triangle import (
    Place,
    Size,
    draw,
    is_window,
    signs,
    tile_style,
    window_name,
    window_style,
)

SIZE: Final = Size(pitch=12, leading=4)
_HALF: Final = 5
_INSIDE: Final = 2 * _HALF + 1

_PIPS: Final = (
    ("     ", "     ", "     "),
    ("     ", "  o  ", "     "),
    (" o   ", "     ", "   o "),
    (" o   ", "  o  ", "   o "),
    (" o o ", "     ", " o o "),
    (" o o ", "  o  ", " o o "),
    (" o o ", " o o ", " o o "),
)
"""Three rows for each number of pips, 0 to 6."""


def large(table: Table, panel: tuple[Line, ...], glyphs: Glyphs) -> tuple[Line, ...]:
    """The drawing: 30 rows with the names of the columns."""
    return draw(table, panel, glyphs, SIZE, _fill)


def half(pips: int, glyphs: Glyphs) -> tuple[str, ...]:
    """One half of a tile: three rows of five characters."""
    return tuple(row.replace("o", glyphs.pip) for row in _PIPS[pips])


def _fill(canvas: Canvas, table: Table, place: Place, glyphs: Glyphs) -> None:
    if is_window(table, place.cell):
        _fill_window(canvas, table, place, glyphs)
    else:
        _fill_tile(canvas, table, place, glyphs)


def _fill_tile(canvas: Canvas, table: Table, place: Place, glyphs: Glyphs) -> None:
    style = tile_style(table, place.cell)
    high, low = halves(table.tiles[place.cell])
    for number, (left, right) in enumerate(zip(half(high, glyphs), half(low, glyphs), strict=True)):
        canvas.put(place.row + number, place.column, f"{left} {right}", style, place.cell)
    before, after = signs(table, place.cell, glyphs)
    canvas.put(place.row + 1, place.column, before, style, place.cell)
    canvas.put(place.row + 1, place.column + _INSIDE - 1, after, style, place.cell)
    top, left_edge = place.row - 1, place.column - 1
    canvas.box(top, left_edge, top + SIZE.leading, left_edge + _HALF + 1, LIGHT)


def _fill_window(canvas: Canvas, table: Table, place: Place, glyphs: Glyphs) -> None:
    style = window_style(table, place.cell)
    fits = " ".join(table.fits(place.cell)) or ("nothing" if table.guided else "")
    if fits and len(fits) < _INSIDE - 1:
        fits = f" {fits} "
    for number, text in enumerate((window_name(table, place.cell, glyphs), fits, "")):
        filled = text.center(_INSIDE, glyphs.shade)
        canvas.put(place.row + number, place.column, filled, style, place.cell)
