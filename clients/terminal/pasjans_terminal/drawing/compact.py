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
    window_signs,
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
        text = _window(table, cell, glyphs).center(_INSIDE, glyphs.shade)
        canvas.put(place.row, place.column, text, window_style(table, cell), cell)
        return
    before, after = signs(table, cell, glyphs)
    high, low = halves(table.tiles[cell])
    text = f" {before} {high}{glyphs.divider}{low} {after} "
    canvas.put(place.row, place.column, text, tile_style(table, cell), cell)


def _window(table: Table, cell: int, glyphs: Glyphs) -> str:
    """What a window takes, or its name when that is nothing."""
    fits = table.fits(cell)
    if not fits:
        return window_name(table, cell, glyphs)
    before, after = window_signs(table, cell, glyphs)
    text = f"{before}{' '.join(fits)}{after}"
    # Four tiles do not fit: the panel beside the triangle has them all.
    return text if len(text) <= _INSIDE else f"{before}{' '.join(fits[:2])} ..{after}"
