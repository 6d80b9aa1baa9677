"""Which tile is right in which cell, and what else the bounds ask of the rules, worked out once.

A tile is *right* in a cell if a solved layout may have it there, and *misplaced* in any other.
Tiles that are right in the same cells are of one *kind* (`Tables.kinds`). A tile that can still be
set aside is no other's equal as long as it can: the *key* of a layout tells it apart.
"""

from dataclasses import dataclass
from functools import cache

from pasjans_engine.domino.layout import EXIT_TILES, GOAL, MAX_WINDOWS
from pasjans_engine.domino.rules import DominoRules
from pasjans_engine.domino.tables import Tables
from pasjans_engine.tiles import EMPTY


@dataclass(frozen=True, slots=True, eq=False)
class Targets:
    """What the solver asks of the rules while a certain number of windows is open.

    Attributes:
        takes: by cell and tile above: what may be put there.
        kinds: the kind of each tile, named by one tile of it.
        wanted: by cell: the kind that is right there.
        exits: the tiles that can still be set aside.
        keys: maps tiles to what stands for them in the key of a layout.
    """

    takes: tuple[tuple[tuple[int, ...], ...], ...]
    kinds: bytes
    wanted: bytes
    exits: frozenset[int]
    keys: bytes

    def places(self, tile: int) -> tuple[int, ...]:
        """The cells where a tile is right, ascending."""
        kind = self.kinds[tile]
        return tuple(cell for cell, wanted in enumerate(self.wanted) if wanted == kind)

    def misplaced(self, cells: bytes) -> tuple[int, ...]:
        """The cells in which a tile lies that is not right there, ascending."""
        kinds, wanted = self.kinds, self.wanted
        return tuple(
            cell for cell, tile in enumerate(cells) if tile != EMPTY and kinds[tile] != wanted[cell]
        )


@cache
def targets(rules: DominoRules) -> tuple[Targets, ...]:
    """The targets with one, two and three windows."""
    return tuple(_targets(tables, opened) for opened, tables in enumerate(rules.tables, start=1))


def _targets(tables: Tables, opened: int) -> Targets:
    kinds = tables.kinds
    wanted = GOAL.translate(kinds)
    exits = frozenset(EXIT_TILES[opened:MAX_WINDOWS])
    return Targets(
        takes=tables.takes,
        kinds=kinds,
        wanted=wanted,
        exits=exits,
        keys=bytes(tile if tile in exits else kinds[tile] for tile in range(256)),
    )
