"""What fits where, worked out once: the rules of a domino game as tables and 28-bit masks.

Everything the engine asks during a move is a look-up by cell and by the tile above that cell;
a window in row 0, which has nothing above it, is asked with `EMPTY` (see `layout.ABOVE`).
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from pasjans_engine.domino.layout import ABOVE, EXIT_TILES, GOAL, MAX_WINDOWS, Put
from pasjans_engine.tiles import CELL_COUNT, CELLS, EMPTY, ROW_COUNT, TILE_COUNT, cell_at

Fits: TypeAlias = Callable[[int, int], bool]
"""Whether, below row 0, under the first tile fits the second."""

Choice: TypeAlias = tuple[tuple[int, ...], ...]
"""For each tile above, and for `EMPTY`: the tiles that may be put, in set order."""

Masks: TypeAlias = tuple[int, ...]
"""For each tile, and for `EMPTY`: a set of tiles, bit by tile."""


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """The rules of one game while a certain number of windows is open.

    Attributes:
        takes: by cell: what may be put there.
        puts: by cell and tile above: the same as moves.
        kinds: maps each tile to the one that stands for all that are as good as it.
        kinds_taken: by cell: what may be put there, one tile of each kind.
        later: by cell: the tiles that may come there once the right tile lies in row 0.
        upper: by cell: each cell above it in its column, and the tiles that may come there
            because of the tile in that upper cell.
        solved: the solved layouts, in kinds.
    """

    takes: tuple[Choice, ...]
    puts: tuple[tuple[tuple[Put, ...], ...], ...]
    kinds: bytes
    kinds_taken: tuple[Choice, ...]
    later: tuple[int, ...]
    upper: tuple[tuple[tuple[int, Masks], ...], ...]
    solved: frozenset[bytes]


def build(fits: Fits, kind: Callable[[int], int]) -> tuple[Tables, ...]:
    """The tables for one, two and three windows.

    Args:
        fits: what may lie under what, below row 0.
        kind: the tile that stands for all that are as good as this one, wherever they lie. It
            must not be one that can be set aside, unless it stands for itself alone.
    """
    kinds = bytes((*map(kind, range(TILE_COUNT)), *range(EMPTY, 256)))
    asides = (EXIT_TILES[:opened] for opened in range(1, MAX_WINDOWS + 1))
    return tuple(_build(fits, kinds, set_aside) for set_aside in asides)


def _build(fits: Fits, kinds: bytes, set_aside: tuple[int, ...]) -> Tables:
    present = [tile for tile in range(TILE_COUNT) if tile not in set_aside]
    under = (*(tuple(t for t in present if fits(above, t)) for above in range(TILE_COUNT)), ())
    takes = tuple(_takes(cell, under) for cell in range(CELL_COUNT))
    below = tuple(_descents(under))
    return Tables(
        takes=takes,
        puts=tuple(
            tuple(tuple(Put(tile, cell) for tile in tiles) for tiles in takes[cell])
            for cell in range(CELL_COUNT)
        ),
        kinds=kinds,
        kinds_taken=tuple(
            tuple(tuple(tile for tile in tiles if kinds[tile] == tile) for tiles in choice)
            for choice in takes
        ),
        later=tuple(below[row][GOAL[cell_at(0, column)]] for row, column in CELLS),
        upper=tuple(
            tuple((cell_at(higher, column), below[row - higher]) for higher in range(row))
            for row, column in CELLS
        ),
        solved=frozenset(_solved(kinds, set_aside)),
    )


def _takes(cell: int, under: Choice) -> Choice:
    if ABOVE[cell] != cell:
        # Rule 1.4: "Under a window: nothing."
        return under
    # Rule 1.4: "A window in row 0 takes only `[6|c]`, the tile that belongs there."
    return (*((),) * TILE_COUNT, (GOAL[cell],))


def _descents(under: Choice) -> Iterator[Masks]:
    """What may come to lie 0, 1, 2, … cells below each tile."""
    masks = (*(1 << tile for tile in range(TILE_COUNT)), 0)
    steps = tuple(_union(1 << tile for tile in tiles) for tiles in under)
    for _ in range(ROW_COUNT):
        yield masks
        masks = tuple(_union(steps[tile] for tile in _members(mask)) for mask in masks)


def _solved(kinds: bytes, set_aside: tuple[int, ...]) -> set[bytes]:
    # Rule 1.7: "The set-aside tiles then return to the windows". So a layout is solved when
    # each window lies where a set-aside tile, or one that is as good, belongs.
    layouts = {GOAL.translate(kinds)}
    for tile in set_aside:
        layouts = {
            layout[:cell] + bytes((EMPTY,)) + layout[cell + 1 :]
            for layout in layouts
            for cell in range(CELL_COUNT)
            if layout[cell] == kinds[tile]
        }
    return layouts


def _union(masks: Iterable[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def _members(mask: int) -> Iterator[int]:
    return (tile for tile in range(TILE_COUNT) if mask >> tile & 1)
