"""The triangle with boxes about its tiles; `large` and `compact` say what is in the boxes."""

from dataclasses import dataclass
from typing import Final, Protocol

from pasjans_engine.tiles import CELL_COUNT, CELL_NAMES, EMPTY, ROW_COUNT
from pasjans_terminal.drawing.canvas import HEAVY, LIGHT, Canvas
from pasjans_terminal.drawing.glyphs import Glyphs
from pasjans_terminal.drawing.styles import Line, Style
from pasjans_terminal.drawing.table import COLUMNS, Table, drawn_at

_PANEL_ROW: Final = 3
"""The panel stands beside this row and those below it, where the triangle leaves room."""
_LABEL_WIDTH: Final = 2


@dataclass(frozen=True, slots=True)
class Place:
    """The inside of one box.

    Attributes:
        row: its first row on the canvas.
        column: its first column.
        cell: the cell that it shows.
    """

    row: int
    column: int
    cell: int


class Fill(Protocol):
    """Draws what is in a box."""

    def __call__(self, canvas: Canvas, table: Table, place: Place, glyphs: Glyphs, /) -> None:
        """Draw the inside of the box at a place."""
        ...


@dataclass(frozen=True, slots=True)
class Size:
    """How large the boxes are.

    Attributes:
        pitch: columns from one box to the next.
        leading: rows from one box to the next.
    """

    pitch: int
    leading: int

    @property
    def width(self) -> int:
        """Columns of the whole drawing."""
        return COLUMNS * self.pitch + 1 + _LABEL_WIDTH

    @property
    def height(self) -> int:
        """Rows of the whole drawing, the names of the columns included."""
        return 1 + ROW_COUNT * self.leading + 1

    @property
    def panel_width(self) -> int:
        """Columns of the panel."""
        return _PANEL_ROW * self.pitch - 2

    @property
    def panel_height(self) -> int:
        """Rows of the panel."""
        return (ROW_COUNT - _PANEL_ROW) * self.leading


def draw(
    table: Table, panel: tuple[Line, ...], glyphs: Glyphs, size: Size, fill: Fill
) -> tuple[Line, ...]:
    """The triangle, names of rows and columns about it and the panel where it leaves room."""
    canvas = Canvas(size.width, size.height, glyphs)
    left = 0 if table.mirrored else _LABEL_WIDTH
    for cell in range(CELL_COUNT):
        row, column = drawn_at(table, cell)
        top, at = 1 + row * size.leading, left + column * size.pitch
        weight = HEAVY if cell in {table.chosen, table.target, *table.marked} else LIGHT
        canvas.box(top, at, top + size.leading, at + size.pitch, weight)
        fill(canvas, table, Place(top + 1, at + 1, cell), glyphs)
    _name_lines(canvas, table, size, left)
    edge = 0 if table.mirrored else size.width - size.panel_width
    for number, line in enumerate(panel[: size.panel_height]):
        canvas.put_line(_PANEL_ROW * size.leading + 2 + number, edge, line)
    return canvas.lines()


def _name_lines(canvas: Canvas, table: Table, size: Size, left: int) -> None:
    beside = size.width - 1 if table.mirrored else 0
    for number in range(ROW_COUNT):
        canvas.put(
            (number * size.leading) + 1 + size.leading // 2, beside, f"{number}", Style.LABEL
        )
        at = COLUMNS - 1 - number if table.mirrored else number
        canvas.put(0, left + at * size.pitch + size.pitch // 2, f"{number}", Style.LABEL)


def is_window(table: Table, cell: int) -> bool:
    """Whether nothing lies in a cell."""
    return table.tiles[cell] == EMPTY


def tile_style(table: Table, cell: int) -> Style:
    """The style of the tile in a cell."""
    if cell == table.chosen:
        return Style.CHOSEN
    if cell in table.marked:
        return Style.ADVISED
    if cell in table.movable:
        return Style.MOVABLE
    return Style.MOVED if cell == table.moved else Style.TILE


def signs(table: Table, cell: int, glyphs: Glyphs) -> tuple[str, str]:
    """What stands before and after the tile in a cell: the meaning of its style as a sign."""
    after = glyphs.advised if cell in table.marked else " "
    match tile_style(table, cell):
        case Style.CHOSEN if cell not in table.marked:
            return glyphs.chosen
        case Style.CHOSEN:
            return glyphs.chosen[0], after
        case Style.ADVISED | Style.MOVABLE:
            return glyphs.movable, after
        case Style.MOVED:
            return glyphs.moved, after
        case _:
            return " ", after


def window_style(table: Table, cell: int) -> Style:
    """The style of a window."""
    if cell in table.marked:
        return Style.ADVISED
    return Style.TAKES if cell in table.takers else Style.WINDOW


def window_signs(table: Table, cell: int, glyphs: Glyphs) -> tuple[str, str]:
    """What stands before and after a window, as far as it takes the chosen or an advised tile."""
    before, after = glyphs.chosen if cell in table.takers else (" ", " ")
    return before, glyphs.advised if cell in table.marked else after


def window_name(table: Table, cell: int, glyphs: Glyphs) -> str:
    """The name of a window, in its signs."""
    before, after = window_signs(table, cell, glyphs)
    return f" {f'{before}{CELL_NAMES[cell]}{after}'.strip()} "
