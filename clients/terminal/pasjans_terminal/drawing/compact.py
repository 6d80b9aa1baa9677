"""The triangle with digits in boxes, for terminals of 80 columns: 80 columns, 16 rows."""

from typing import Final

from pasjans_engine.tiles import halves
from pasjans_terminal.drawing.canvas import Canvas
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

SIZE: Final = Size(pitch=11, leading=2)
_INSIDE: Final = 10


def compact(table: Table, panel: tuple[Line, ...], glyphs: Glyphs) -> tuple[Line, ...]:
    """The drawing: 16 rows with the names of the columns."""
    return draw(table, panel, glyphs, SIZE, _fill)


def _fill(canvas: Canvas, table: Table, place: Place, glyphs: Glyphs) -> None:
    cell = place.cell
    if is_window(table, cell):
        fits = table.fits(cell)
        text = f" {' '.join(fits)} " if fits else window_name(table, cell, glyphs)
        style = window_style(table, cell)
        # Four tiles do not fit: the panel beside the triangle has them all.
        text = text if len(text) <= _INSIDE else f" {' '.join(fits[:2])} .. "
        canvas.put(place.row, place.column, text.center(_INSIDE, glyphs.shade), style, cell)
        return
    before, after = signs(table, cell, glyphs)
    high, low = halves(table.tiles[cell])
    text = f" {before} {high}{glyphs.divider}{low} {after} "
    canvas.put(place.row, place.column, text, tile_style(table, cell), cell)
