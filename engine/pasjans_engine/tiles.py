"""Tiles and cells: the 28 pieces of a double-six set and the 28 places of the triangle.

Both are small integers, so that a position is a string of bytes:

- a *tile* is 0 to 27 in set order `00 10 11 20 21 22 30 … 66`; `EMPTY` (28) stands for a window;
- a *cell* is 0 to 27, row by row from the top, columns ascending; row `r` has `7 - r` cells.

>>> parse_tile("54"), tile_name(19), pips(19), halves(19)
(19, '54', 9, (5, 4))
>>> parse_cell("14"), cell_name(11)
(11, '14')
"""

from typing import Final

from pasjans_engine.errors import Invalid

TILE_COUNT: Final = 28
CELL_COUNT: Final = 28
ROW_COUNT: Final = 7
EMPTY: Final = 28
"""What lies in a window: no tile."""

TILE_HALVES: Final = tuple((high, low) for high in range(7) for low in range(high + 1))
"""High and low half of each tile, in set order."""

TILE_NAMES: Final = tuple(f"{high}{low}" for high, low in TILE_HALVES)
CELLS: Final = tuple((row, column) for row in range(ROW_COUNT) for column in range(7 - row))
"""Row and column of each cell, both 0-based."""

CELL_NAMES: Final = tuple(f"{row}{column}" for row, column in CELLS)

_TILES_BY_NAME: Final = {name: tile for tile, name in enumerate(TILE_NAMES)}
_CELLS_BY_NAME: Final = {name: cell for cell, name in enumerate(CELL_NAMES)}
_TILES_BY_HALVES: Final = {pair: tile for tile, pair in enumerate(TILE_HALVES)}
_CELLS_BY_PLACE: Final = {place: cell for cell, place in enumerate(CELLS)}


def halves(tile: int) -> tuple[int, int]:
    """High and low half of a tile, 0 to 6 each."""
    return TILE_HALVES[tile]


def pips(tile: int) -> int:
    """Sum of both halves, 0 to 12."""
    high, low = TILE_HALVES[tile]
    return high + low


def tile_of(a: int, b: int) -> int:
    """The tile with these two halves, in either order."""
    return _TILES_BY_HALVES[(a, b) if a >= b else (b, a)]


def cell_at(row: int, column: int) -> int:
    """The cell of a row and a column, both 0-based."""
    return _CELLS_BY_PLACE[row, column]


def tile_name(tile: int) -> str:
    """Two digits, the high half first."""
    return TILE_NAMES[tile]


def cell_name(cell: int) -> str:
    """Two digits, the row and the column."""
    return CELL_NAMES[cell]


def parse_tile(text: str) -> int:
    """The tile with this name.

    Raises:
        Invalid: no tile has this name; says so when only the halves are swapped.
    """
    tile = _TILES_BY_NAME.get(text)
    if tile is not None:
        return tile
    if text[::-1] in _TILES_BY_NAME:
        raise Invalid(f"a tile is written high half first: {text[::-1]}, not {text}", text)
    raise Invalid(f"{text!r} is not a tile: expected two digits from 00 to 66", text)


def parse_cell(text: str) -> int:
    """The cell with this name.

    Raises:
        Invalid: the triangle has no such cell.
    """
    cell = _CELLS_BY_NAME.get(text)
    if cell is None:
        message = f"{text!r} is not a cell: expected row and column, row r has columns 0 to 6-r"
        raise Invalid(message, text)
    return cell
