"""A game of dominoes in lines, and what can be typed."""

from collections.abc import Sequence
from typing import Final

from pasjans.slots import DOMINO
from pasjans_engine.tiles import CELL_COUNT, CELLS, EMPTY, ROW_COUNT, TILE_COUNT, tile_name
from pasjans_terminal.counters import hints_in, standing
from pasjans_terminal.dominoes.board import OPENED
from pasjans_terminal.sentences import counted

COMMANDS: Final = """\
commands, one a line:
  54@14     put tile 54 into the window in row 1, column 4
  open      take the exit, when the layout is closed
  undo      take the last move back
  redo      make it again
  hint      ask a solver for the best move; such games have boards of their own
  resign    give the game up, for good
  position  the layout again
  legal     what may be played
  help      this
  quit      leave; the game is kept
"""
"""What can be typed."""


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
        counted(view[DOMINO.moves], "move"),
        f"{counted(view[OPENED], 'window')} opened",
        counted(view[DOMINO.undos], "undo"),
        counted(view[DOMINO.redos], "redo"),
        *([counted(hints, "hint")] if (hints := hints_in(DOMINO, view)) else ()),
    )
    return f"{standing(DOMINO, view)}: {', '.join(figures)}; set aside {aside}"
