"""What a player looks at: a tile that may move, and the window that it would go to.

Pure transitions: `kept` after each change of the game, `towards`, `next_one`, `at` and `entered`
for keys and the mouse.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from pasjans_engine.tiles import CELL_NAMES, tile_name
from pasjans_terminal.drawing.table import Step, Table, drawn_at


class Way(Enum):
    """The way of an arrow key: rows down, columns to the right, as drawn."""

    UP = (-1, 0)
    DOWN = (1, 0)
    LEFT = (0, -1)
    RIGHT = (0, 1)


@dataclass(frozen=True, slots=True)
class Choice:
    """What is chosen.

    Attributes:
        tile: the cell of the chosen tile; None when nothing may move.
        window: the chosen window, while one of several is being chosen.
    """

    tile: int | None = None
    window: int | None = None


@dataclass(frozen=True, slots=True)
class Entered:
    """What comes of pressing Enter or clicking.

    Attributes:
        choice: what is chosen then.
        move: the move to be played, in notation; None when there is none yet.
    """

    choice: Choice
    move: str | None = None


NOTHING: Final = Choice()


def kept(choice: Choice, table: Table) -> Choice:
    """The choice after a change: the same tile if it may still move, else one close to it."""
    if choice.tile in table.movable:
        return Choice(choice.tile)
    movable = in_order(table, table.movable)
    if not movable:
        return NOTHING
    if choice.tile is None:
        return Choice(movable[0])
    origin = choice.tile
    return Choice(min(movable, key=lambda cell: _distance(table, origin, cell)))


def towards(choice: Choice, table: Table, way: Way) -> Choice:
    """The choice after an arrow: the closest tile, or window, on that side."""
    cells, at = _cells(choice, table)
    if at is None:
        return choice
    ahead = [cell for cell in cells if _ahead(table, at, cell, way) > 0]
    if not ahead:
        return choice
    return _with(choice, min(ahead, key=lambda cell: _cost(table, at, cell, way)))


def next_one(choice: Choice, table: Table, count: int = 1) -> Choice:
    """The choice so many places further in reading order, round and round."""
    cells, at = _cells(choice, table)
    if at is None or at not in cells:
        return choice
    return _with(choice, cells[(cells.index(at) + count) % len(cells)])


def entered(choice: Choice, table: Table) -> Entered:
    """What Enter does: play the move, or ask first for the window where there are several."""
    windows = windows_for(choice, table)
    if choice.tile is None or not windows:
        return Entered(choice)
    if choice.window is not None:
        return Entered(Choice(choice.tile), move_name(table, choice.tile, choice.window))
    first, *others = windows
    if others:
        return Entered(Choice(choice.tile, first))
    return Entered(choice, move_name(table, choice.tile, first))


def clicked(choice: Choice, table: Table, cell: int) -> Entered:
    """What a click does: on a tile what Enter does, on a window that takes the tile plays it.

    A second click on a tile that fits several windows chooses the next of them.
    """
    if choice.tile is not None and cell in windows_for(choice, table):
        return entered(Choice(choice.tile, cell), table)
    if cell not in table.movable:
        return Entered(choice)
    if cell == choice.tile and choice.window is not None:
        return Entered(next_one(choice, table))
    return entered(Choice(cell), table)


def at_move(table: Table, step: Step) -> Choice:
    """The choice that Enter plays as this move."""
    choice = Choice(step.origin)
    return choice if len(windows_for(choice, table)) == 1 else Choice(step.origin, step.window)


def windows_for(choice: Choice, table: Table) -> tuple[int, ...]:
    """The windows that take the chosen tile, in reading order."""
    takers = (step.window for step in table.steps if step.origin == choice.tile)
    return in_order(table, frozenset(takers))


def move_name(table: Table, origin: int, window: int) -> str:
    """The move of a tile into a window, in notation."""
    return f"{tile_name(table.tiles[origin])}@{CELL_NAMES[window]}"


def in_order(table: Table, cells: frozenset[int]) -> tuple[int, ...]:
    """Cells in the order in which one reads them, as drawn."""
    return tuple(sorted(cells, key=lambda cell: drawn_at(table, cell)))


def _cells(choice: Choice, table: Table) -> tuple[tuple[int, ...], int | None]:
    """The cells among which the keys choose now, and where they are."""
    if choice.window is not None:
        return windows_for(choice, table), choice.window
    return in_order(table, table.movable), choice.tile


def _with(choice: Choice, cell: int) -> Choice:
    return Choice(cell) if choice.window is None else Choice(choice.tile, cell)


def _ahead(table: Table, here: int, there: int, way: Way) -> int:
    down, right = _between(table, here, there)
    return down * way.value[0] + right * way.value[1]


def _cost(table: Table, here: int, there: int, way: Way) -> tuple[int, int]:
    down, right = _between(table, here, there)
    ahead = _ahead(table, here, there, way)
    aside = abs(down * way.value[1]) + abs(right * way.value[0])
    return ahead + 2 * aside, aside


def _distance(table: Table, here: int, there: int) -> int:
    down, right = _between(table, here, there)
    return abs(down) + abs(right)


def _between(table: Table, here: int, there: int) -> tuple[int, int]:
    (row, column), (other_row, other_column) = drawn_at(table, here), drawn_at(table, there)
    return other_row - row, other_column - column
