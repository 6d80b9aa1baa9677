"""What is drawn of a game: what lies where, what may move, and what its player looks at."""

from dataclasses import dataclass
from typing import Final

from pasjans_engine.tiles import CELL_COUNT, CELLS, EMPTY, TILE_COUNT, tile_name

COLUMNS: Final = 7
_MIRRORED: Final = frozenset({"russian"})
"""Rule 2.1: "Columns are counted from the right: the layout is drawn mirrored, its rows flush
right."
"""


@dataclass(frozen=True, slots=True)
class Step:
    """A move that is possible now.

    Attributes:
        origin: the cell where the tile lies.
        window: the cell that it would go to.
    """

    origin: int
    window: int


@dataclass(frozen=True, slots=True)
class Table:
    """See the module.

    Attributes:
        rules: id of the rules.
        tiles: what lies in each cell, 0 to 27; 28 is a window.
        steps: the moves that are possible.
        guided: whether `steps` are known at all.
        chosen: the cell that the player looks at.
        target: the window that the chosen tile would go to, while that is being chosen.
        moved: the cell that a tile came to last.
        advised: the move that a hint told, if any.
    """

    rules: str
    tiles: tuple[int, ...]
    steps: tuple[Step, ...] = ()
    guided: bool = True
    chosen: int | None = None
    target: int | None = None
    moved: int | None = None
    advised: Step | None = None

    @property
    def mirrored(self) -> bool:
        """Whether columns are counted from the right."""
        return self.rules in _MIRRORED

    @property
    def movable(self) -> frozenset[int]:
        """The cells whose tiles may move."""
        return frozenset(step.origin for step in self.steps)

    @property
    def windows(self) -> tuple[int, ...]:
        """The empty cells, ascending."""
        return tuple(cell for cell in range(CELL_COUNT) if self.tiles[cell] == EMPTY)

    @property
    def takers(self) -> frozenset[int]:
        """The windows that take the chosen tile."""
        return frozenset(step.window for step in self.steps if step.origin == self.chosen)

    @property
    def marked(self) -> frozenset[int]:
        """The cells of the move that a hint told: that of its tile, and the window."""
        step = self.advised
        return frozenset() if step is None else frozenset({step.origin, step.window})

    @property
    def set_aside(self) -> tuple[str, ...]:
        """Names of the tiles that are not in the layout."""
        lying = frozenset(self.tiles)
        return tuple(tile_name(tile) for tile in range(TILE_COUNT) if tile not in lying)

    def fits(self, window: int) -> tuple[str, ...]:
        """Names of the tiles that a window takes, as the server listed them."""
        return tuple(
            tile_name(self.tiles[step.origin]) for step in self.steps if step.window == window
        )


def drawn_at(table: Table, cell: int) -> tuple[int, int]:
    """Row and column of a cell as they are drawn, both from the top left."""
    row, column = CELLS[cell]
    return row, COLUMNS - 1 - column if table.mirrored else column
