"""From what the server says of a game to what is drawn of it."""

from collections.abc import Sequence
from typing import Final

from pasjans_engine.status import Status
from pasjans_engine.tiles import CELL_COUNT, EMPTY, parse_cell, parse_tile
from pasjans_terminal.choice import NOTHING, Choice
from pasjans_terminal.drawing.panel import Figures
from pasjans_terminal.drawing.table import Step, Table

OPENED, STATUS, MOVES, UNDOS, REDOS, _HINTS = range(CELL_COUNT, CELL_COUNT + 6)
"""Slots of a view after those of the cells; the last is there only once a hint was given."""

EXIT: Final = "open"
STATUSES: Final = tuple(Status)


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
        guided=legal is not None and status_of(view) is Status.PLAYING,
        chosen=choice.tile,
        target=choice.window,
        moved=moved,
    )


def figures_of(view: Sequence[int], *, place: str = "", watching: int | None = None) -> Figures:
    """The figures of a position."""
    return Figures(
        status=standing(view),
        moves=view[MOVES],
        windows=view[OPENED],
        undos=view[UNDOS],
        redos=view[REDOS],
        place=place,
        watching=watching,
    )


def status_of(view: Sequence[int]) -> Status:
    """How a game stands."""
    return STATUSES[view[STATUS]]


def hints_in(view: Sequence[int]) -> int:
    """How many hints were given."""
    return view[_HINTS] if len(view) > _HINTS else 0


def standing(view: Sequence[int]) -> str:
    """How a game stands, and that it is assisted once a hint was given."""
    return f"{status_of(view)}, assisted" if hints_in(view) else status_of(view)


def without_hints(view: Sequence[int]) -> tuple[int, ...]:
    """All of a view but the number of hints, which changes nothing on the table."""
    return tuple(view[:_HINTS])


def moved_to(before: Sequence[int], after: Sequence[int]) -> int | None:
    """The cell that a tile came to between two positions of a game; None if not exactly one did."""
    came = [
        cell for cell in range(CELL_COUNT) if before[cell] != after[cell] and after[cell] != EMPTY
    ]
    return came[0] if len(came) == 1 else None
