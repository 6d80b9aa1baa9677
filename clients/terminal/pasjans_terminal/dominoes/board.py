"""From what the server says of a game to what is drawn of it."""

from collections.abc import Sequence
from typing import Final

from pasjans.slots import DOMINO
from pasjans_engine.status import Status
from pasjans_engine.tiles import CELL_COUNT, EMPTY, parse_cell, parse_tile
from pasjans_terminal.counters import standing, status_of
from pasjans_terminal.dominoes.choice import NOTHING, Choice
from pasjans_terminal.drawing.panel import Figures
from pasjans_terminal.drawing.table import Step, Table

OPENED: Final = CELL_COUNT
"""The slot of the windows that were opened."""

EXIT: Final = "open"


def steps_of(view: Sequence[int], legal: Sequence[str]) -> tuple[Step, ...]:
    """The legal moves as steps from cell to cell."""
    places = {tile: cell for cell, tile in enumerate(view[:CELL_COUNT])}
    moves = (name.split("@") for name in legal if name != EXIT)
    return tuple(Step(places[parse_tile(tile)], parse_cell(cell)) for tile, cell in moves)


def table_of(
    rules: str,
    view: Sequence[int],
    legal: Sequence[str] | None,
    choice: Choice = NOTHING,
    moved: int | None = None,
) -> Table:
    """What is drawn of a position."""
    return Table(
        rules=rules,
        tiles=tuple(view[:CELL_COUNT]),
        steps=steps_of(view, legal or ()),
        guided=legal is not None and status_of(DOMINO, view) is Status.PLAYING,
        chosen=choice.tile,
        target=choice.window,
        moved=moved,
    )


def figures_of(view: Sequence[int], *, place: str = "", watching: int | None = None) -> Figures:
    """The figures of a position."""
    return Figures(
        status=standing(DOMINO, view),
        moves=view[DOMINO.moves],
        windows=view[OPENED],
        undos=view[DOMINO.undos],
        redos=view[DOMINO.redos],
        place=place,
        watching=watching,
    )


def moved_to(before: Sequence[int], after: Sequence[int]) -> int | None:
    """The cell that a tile came to between two positions of a game; None if not exactly one did."""
    came = [
        cell for cell in range(CELL_COUNT) if before[cell] != after[cell] and after[cell] != EMPTY
    ]
    return came[0] if len(came) == 1 else None
