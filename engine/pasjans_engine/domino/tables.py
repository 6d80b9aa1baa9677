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
"""Whether a tile (second) may lie under a tile (first), below row 0."""

Masks: TypeAlias = tuple[int, ...]
"""A set of tiles, bit by tile, for each tile above and for `EMPTY`."""


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """The rules of one game while a certain number of windows is open.

    Attributes:
        takes: by cell and tile above: the tiles that a window there takes, in set order.
        puts: the same as moves.
        later: by cell: the tiles that the cell may take once the right tile lies in row 0.
        upper: by cell: the cells above it in its column, nearest first, each with the masks
            that say what may come to lie in the cell because of the tile now in that upper cell.
        kinds: maps each tile to the lowest one that may stand for it in a solved position.
        solved: the solved layouts, each tile as its kind.
    """

    takes: tuple[tuple[tuple[int, ...], ...], ...]
    puts: tuple[tuple[tuple[Put, ...], ...], ...]
    kinds_taken: tuple[tuple[tuple[int, ...], ...], ...]
    later: tuple[int, ...]
    upper: tuple[tuple[tuple[int, Masks], ...], ...]
    kinds: bytes
    solved: frozenset[bytes]


def build(fits: Fits, kinds: Callable[[int], int]) -> tuple[Tables, ...]:
    """The tables for one, two and three windows.

    Args:
        fits: the rule below row 0.
        kinds: for each tile, the lowest one that is as good in a solved position.
    """
    all_kinds = bytes((*map(kinds, range(TILE_COUNT)), *range(EMPTY, 256)))
    asides = (EXIT_TILES[:opened] for opened in range(1, MAX_WINDOWS + 1))
    return tuple(_build(fits, all_kinds, set_aside) for set_aside in asides)


def _build(fits: Fits, kinds: bytes, set_aside: tuple[int, ...]) -> Tables:
    present = [tile for tile in range(TILE_COUNT) if tile not in set_aside]
    under = tuple(
        tuple(tile for tile in present if above != EMPTY and fits(above, tile))
        for above in range(TILE_COUNT + 1)
    )
    takes = tuple(_takes(cell, under, set_aside) for cell in range(CELL_COUNT))
    descents = tuple(_descents([_mask(tiles) for tiles in under]))
    return Tables(
        takes=takes,
        kinds_taken=tuple(
            tuple(tuple(tile for tile in tiles if kinds[tile] == tile) for tiles in row)
            for row in takes
        ),
        puts=tuple(
            tuple(tuple(Put(tile, cell) for tile in tiles) for tiles in takes[cell])
            for cell in range(CELL_COUNT)
        ),
        later=tuple(descents[row][GOAL[cell_at(0, column)]] for row, column in CELLS),
        upper=tuple(
            tuple((cell_at(higher, column), descents[row - higher]) for higher in _upwards(row))
            for row, column in CELLS
        ),
        kinds=kinds,
        solved=_solved(kinds, set_aside),
    )


def _takes(
    cell: int, under: tuple[tuple[int, ...], ...], set_aside: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    if ABOVE[cell] != cell:
        # Rule 1.4: "Under a window: nothing."
        return under
    # Rule 1.4: "A window in row 0 takes only `[6|c]`, the tile that belongs there."
    goal = () if GOAL[cell] in set_aside else (GOAL[cell],)
    return ((),) * EMPTY + (goal,)


def _solved(kinds: bytes, set_aside: tuple[int, ...]) -> frozenset[bytes]:
    # Rule 1.7: "The set-aside tiles then return to the windows". So a layout is solved when
    # each window lies where a set-aside tile, or one that is as good there, belongs.
    layouts = {GOAL.translate(kinds)}
    for tile in set_aside:
        window = bytes((EMPTY,))
        layouts = {
            layout[:cell] + window + layout[cell + 1 :]
            for layout in layouts
            for cell in range(CELL_COUNT)
            if layout[cell] == kinds[tile]
        }
    return frozenset(layouts)


def _descents(under: list[int]) -> Iterator[Masks]:
    """What can be reached from each tile by going down a column 0, 1, 2, … steps."""
    masks = tuple(0 if tile == EMPTY else 1 << tile for tile in range(EMPTY + 1))
    for _ in range(ROW_COUNT):
        yield masks
        masks = tuple(_mask_of(under[tile] for tile in _tiles(mask)) for mask in masks)


def _upwards(row: int) -> range:
    return range(row - 1, -1, -1)


def _mask(tiles: Iterable[int]) -> int:
    return _mask_of(1 << tile for tile in tiles)


def _mask_of(masks: Iterable[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def _tiles(mask: int) -> Iterator[int]:
    return (tile for tile in range(TILE_COUNT) if mask >> tile & 1)
