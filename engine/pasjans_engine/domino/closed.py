"""Whether a position is closed, exactly.

    "a position is *closed* when it is not solved, no solved position can be reached from it by
    moves, and every position that can be reached from it by moves can get back to it."

The positions that can be reached are searched breadth-first. Two things end the search early
with "not closed": a solved position, and a move that can never be taken back. The second is
proved without search: let P(cell) be the tiles that can ever be put there, which is in row 0
`[6|c]`, and below it every tile that fits under a member of P(upper neighbour) or under the
upper neighbour as it lies now. A tile that leaves a cell whose P lacks it never returns. If that
happens at a position that the search has reached, then either this position, or the one that
the move leads to, cannot get back to the first one.

Tiles that may stand for each other wherever they lie (Russian rules: tiles of equal pips without
a six) are searched as one *kind*. This is exact: the moves do not tell them apart, so whoever
gets back up to an exchange of such tiles gets back fully by doing the same again and again.

Exits are not moves here: they are what a closed position allows.
"""

from collections.abc import Iterator

from pasjans_engine.domino.layout import ABOVE
from pasjans_engine.domino.tables import Tables
from pasjans_engine.tiles import EMPTY


def solved(tables: Tables, cells: bytes) -> bool:
    """Whether every tile that is not set aside lies where the rules want it."""
    return cells.translate(tables.kinds) in tables.solved


def closed(tables: Tables, cells: bytes) -> bool:
    """Whether there is nothing left but the emergency exit (or, without one, defeat)."""
    start = cells.translate(tables.kinds)
    if start in tables.solved:
        return False
    came_from: dict[bytes, list[bytes]] = {start: []}
    queue = [start]
    for here in queue:
        for tile, source, window in _moves(tables, here):
            if _never_returns(tables, here, tile, source):
                return False
            there = moved(here, tile, source, window)
            if there in came_from:
                came_from[there].append(here)
            elif there in tables.solved:
                return False
            else:
                came_from[there] = [here]
                queue.append(there)
    return _all_get_back(start, came_from)


def moved(cells: bytes, tile: int, source: int, window: int) -> bytes:
    """The layout after a tile went from its cell into a window."""
    after = bytearray(cells)
    after[source] = EMPTY
    after[window] = tile
    return bytes(after)


def _moves(tables: Tables, kinds: bytes) -> Iterator[tuple[int, int, int]]:
    """Kind of tile, cell it comes from and window, for each move in a layout of kinds."""
    window = kinds.find(EMPTY)
    while window >= 0:
        for tile in tables.kinds_taken[window][kinds[ABOVE[window]]]:
            source = kinds.find(tile)
            while source >= 0:
                yield tile, source, window
                source = kinds.find(tile, source + 1)
        window = kinds.find(EMPTY, window + 1)


def _never_returns(tables: Tables, kinds: bytes, tile: int, source: int) -> bool:
    """Whether P(`source`) lacks `tile`: proof that it never comes back to this cell."""
    possible = tables.later[source]
    for cell, masks in tables.upper[source]:
        possible |= masks[kinds[cell]]
    return not possible >> tile & 1


def _all_get_back(cells: bytes, came_from: dict[bytes, list[bytes]]) -> bool:
    """Whether each position that was reached leads back to the first one."""
    back = {cells}
    queue = [cells]
    for there in queue:
        for here in came_from[there]:
            if here not in back:
                back.add(here)
                queue.append(here)
    return len(back) == len(came_from)
