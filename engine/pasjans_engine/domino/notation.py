"""Domino texts: deals, positions and moves.

    "Domino position: rows from the top, `/` between rows, logical columns in order, windows `--`:
    `60 61 62 63 64 65 66/50 51 …/--`. A deal is a position that still holds `00`."

Each value has exactly one text, so that parsing and printing are inverse to each other.
"""

from typing import Final

from pasjans_engine.domino.layout import EXIT_TILES, MAX_WINDOWS, OPEN, Move, Open, Position, Put
from pasjans_engine.errors import Invalid
from pasjans_engine.tiles import (
    CELL_COUNT,
    CELL_NAMES,
    EMPTY,
    ROW_COUNT,
    TILE_COUNT,
    TILE_NAMES,
    parse_cell,
    parse_tile,
    tile_name,
)

WINDOW_NAME: Final = "--"
OPEN_NAME: Final = "open"

_NAMES: Final = (*TILE_NAMES, WINDOW_NAME)
_MOVES_BY_NAME: Final[dict[str, Move]] = {
    f"{TILE_NAMES[tile]}@{CELL_NAMES[cell]}": Put(tile, cell)
    for tile in range(TILE_COUNT)
    for cell in range(CELL_COUNT)
} | {OPEN_NAME: OPEN}


def move_name(move: Move) -> str:
    """`54@14` for tile 54 into cell 14, `open` for an exit."""
    # From "Notation": a domino move is `tile@cell`, an exit is `open`.
    if isinstance(move, Open):
        return OPEN_NAME
    return f"{TILE_NAMES[move.tile]}@{CELL_NAMES[move.cell]}"


def parse_move(text: str) -> Move:
    """The move that a text names.

    Raises:
        Invalid: no move has this name.
    """
    move = _MOVES_BY_NAME.get(text)
    if move is not None:
        return move
    tile, at, cell = text.partition("@")
    if not at:
        raise Invalid(f"{text!r} is not a move: expected tile@cell, as 54@14, or open", text)
    return Put(parse_tile(tile), parse_cell(cell))


def cells_name(cells: bytes) -> str:
    """The text of a deal or of a position."""
    names = [_NAMES[tile] for tile in cells]
    rows: list[str] = []
    for length in range(ROW_COUNT, 0, -1):
        rows.append(" ".join(names[:length]))
        del names[:length]
    return "/".join(rows)


def parse_deal(text: str) -> bytes:
    """The 28 tiles of a deal, cell by cell.

    Raises:
        Invalid: not the text of a deal: each tile once, in seven rows of 7 to 1.
    """
    cells = _parse_cells(text)
    if EMPTY in cells:
        raise Invalid("a deal has no windows: 00 is set aside when the game starts", WINDOW_NAME)
    return cells


def parse_position(text: str, opened: int) -> Position:
    """The position of a text with so many windows opened.

    Raises:
        Invalid: not the text of such a position.
    """
    if not 1 <= opened <= MAX_WINDOWS:
        raise Invalid(f"the windows opened are 1, 2 or 3, not {opened}", str(opened))
    cells = _parse_cells(text)
    windows = cells.count(EMPTY)
    if windows != opened:
        message = f"with {opened} opened a position shows {opened} times {WINDOW_NAME}"
        raise Invalid(f"{message}, not {windows} times", text)
    for tile in EXIT_TILES[:opened]:
        if tile in cells:
            message = f"with {opened} opened, {tile_name(tile)} is set aside"
            raise Invalid(f"{message} and cannot lie in the layout", tile_name(tile))
    return Position(cells, opened)


def _parse_cells(text: str) -> bytes:
    rows = text.split("/")
    if len(rows) != ROW_COUNT:
        raise Invalid(f"expected seven rows with / between them, not {len(rows)}", text)
    cells = bytearray()
    for row, line in enumerate(rows):
        names = line.split(" ")
        if len(names) != ROW_COUNT - row:
            message = f"row {row} holds {ROW_COUNT - row} tiles with one space between them"
            raise Invalid(f"{message}, not {line!r}", line)
        cells += bytes(EMPTY if name == WINDOW_NAME else parse_tile(name) for name in names)
    for tile, name in enumerate(TILE_NAMES):
        if cells.count(tile) > 1:
            raise Invalid(f"{name} lies in the layout more than once", name)
    return bytes(cells)
