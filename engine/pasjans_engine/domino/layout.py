"""Values of the domino games: a position and the moves."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from pasjans_engine.tiles import CELLS, EMPTY, cell_at, tile_of

MAX_WINDOWS: Final = 3

# Rule 1.3: "`00` is set aside before the first move", 1.6: "the player may set aside `11` …
# Closed again: `22`, a third window."
EXIT_TILES: Final = (tile_of(0, 0), tile_of(1, 1), tile_of(2, 2))
"""The tiles that are set aside, in their order; the first is gone before the first move."""

# Rule 1.1: "the cell above `rc` is `(r-1)c`"
ABOVE: Final = tuple(
    cell_at(row - 1, column) if row else cell_at(row, column) for row, column in CELLS
)
"""The cell above each cell; a cell of row 0 has itself, so that a window there is under one."""

# Rule 1.2: "Goal: cell `rc` holds tile `[6-r|c]`"
GOAL: Final = bytes(tile_of(6 - row, column) for row, column in CELLS)
"""The tile that belongs in each cell."""


@dataclass(frozen=True, slots=True)
class Position:
    """What lies where, and nothing about how it came to lie there.

    Attributes:
        cells: 28 tiles, one for each cell; `EMPTY` in a window.
        opened: windows opened so far, 1 to 3; also the number of tiles set aside.
    """

    cells: bytes
    opened: int

    @property
    def windows(self) -> tuple[int, ...]:
        """The empty cells, ascending."""
        return tuple(cell for cell, tile in enumerate(self.cells) if tile == EMPTY)


@dataclass(frozen=True, slots=True)
class Put:
    """Take a tile from wherever it lies and put it into a window."""

    tile: int
    cell: int


@dataclass(frozen=True, slots=True)
class Open:
    """Take the emergency exit: set the next tile aside, which opens a window."""


Move: TypeAlias = Put | Open
OPEN: Final = Open()
