"""A game in lines."""

from collections.abc import Sequence

from pasjans_engine.tiles import CELL_COUNT, CELLS, EMPTY, ROW_COUNT, TILE_COUNT, tile_name
from pasjans_terminal.board import MOVES, OPENED, REDOS, UNDOS, hints_in, standing
from pasjans_terminal.sentences import counted


def position_lines(view: Sequence[int]) -> tuple[str, ...]:
    """The layout, a line a row from the top, in the order of the notation."""
    rows: list[list[str]] = [[] for _ in range(ROW_COUNT)]
    for cell, (row, _) in enumerate(CELLS):
        rows[row].append("--" if view[cell] == EMPTY else tile_name(view[cell]))
    return tuple(f"row {number}: {' '.join(row)}" for number, row in enumerate(rows))


def status_line(view: Sequence[int]) -> str:
    """How it stands, and what is counted."""
    lying = frozenset(view[:CELL_COUNT])
    aside = " ".join(tile_name(tile) for tile in range(TILE_COUNT) if tile not in lying)
    figures = (
        counted(view[MOVES], "move"),
        f"{counted(view[OPENED], 'window')} opened",
        counted(view[UNDOS], "undo"),
        counted(view[REDOS], "redo"),
        *([counted(hints, "hint")] if (hints := hints_in(view)) else ()),
    )
    return f"{standing(view)}: {', '.join(figures)}; set aside {aside}"


def legal_line(legal: Sequence[str] | None) -> str:
    """What may be played."""
    if legal is None:
        return "what may be played is not known yet"
    return f"may be played: {' '.join(legal) or 'nothing'}"
