"""The triangle in notation, for what is smaller than a terminal of old: 28 columns, 7 rows."""

from itertools import groupby
from typing import Final

from pasjans_engine.tiles import CELL_COUNT, EMPTY, tile_name
from pasjans_terminal.drawing.glyphs import Glyphs
from pasjans_terminal.drawing.styles import Line, Span
from pasjans_terminal.drawing.table import COLUMNS, Table, drawn_at
from pasjans_terminal.drawing.triangle import signs, tile_style, window_signs, window_style

_PITCH: Final = 4


def small(table: Table, glyphs: Glyphs) -> tuple[Line, ...]:
    """The drawing: seven rows."""
    places = sorted((drawn_at(table, cell), cell) for cell in range(CELL_COUNT))
    rows = groupby(places, key=lambda place: place[0][0])
    return tuple(_row(table, [cell for _, cell in row], glyphs) for _, row in rows)


def _row(table: Table, cells: list[int], glyphs: Glyphs) -> Line:
    indent = (COLUMNS - len(cells)) * _PITCH if table.mirrored else 0
    margin = (Span(" " * indent),) if indent else ()
    return margin + tuple(_cell(table, cell, glyphs) for cell in cells)


def _cell(table: Table, cell: int, glyphs: Glyphs) -> Span:
    if table.tiles[cell] == EMPTY:
        before, after = window_signs(table, cell, glyphs)
        return Span(f"{before}--{after}", window_style(table, cell), cell)
    before, after = signs(table, cell, glyphs)
    return Span(f"{before}{tile_name(table.tiles[cell])}{after}", tile_style(table, cell), cell)
