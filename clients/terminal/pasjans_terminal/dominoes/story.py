"""What happened in a game of dominoes, and what can be done, in sentences."""

from collections.abc import Sequence

from pasjans.slots import DOMINO
from pasjans_engine.status import Status
from pasjans_engine.tiles import CELL_COUNT, CELL_NAMES, EMPTY, tile_name
from pasjans_terminal.counters import hints_in, status_of
from pasjans_terminal.dominoes.board import EXIT, OPENED, moved_to
from pasjans_terminal.sentences import counted


def happened(before: Sequence[int], after: Sequence[int]) -> str:
    """What one event has changed, as sentences; empty when nothing is to be seen."""
    return " ".join(filter(None, (_change(before, after), ending(after))))


def ending(view: Sequence[int]) -> str:
    """How a game has ended, or stands; empty while it is played."""
    match status_of(DOMINO, view):
        case Status.SOLVED:
            windows = counted(view[OPENED], "window")
            return f"Solved in {counted(view[DOMINO.moves], 'move')} with {windows}!"
        case Status.LOST:
            return "Lost: closed with three windows. Moves can be taken back."
        case Status.RESIGNED:
            return "Given up."
        case _:
            return ""


def offer(legal: Sequence[str] | None) -> str:
    """What can be said about the moves there are; empty when there is nothing special."""
    if legal is not None and EXIT in legal:
        return "Closed: nothing you can do changes anything any more. An exit is offered: open."
    return ""


def _change(before: Sequence[int], after: Sequence[int]) -> str:
    if hints_in(DOMINO, after) > hints_in(DOMINO, before):
        return "A hint was given."
    back = after[DOMINO.undos] > before[DOMINO.undos]
    cell = moved_to(before, after)
    if after[OPENED] > before[OPENED]:
        return _set_aside(before, after)
    if after[OPENED] < before[OPENED]:
        return "Taken back: the last window is closed again."
    if cell is None:
        return ""
    tile = after[cell]
    origin = CELL_NAMES[before.index(tile)]
    if back:
        return f"Taken back: {tile_name(tile)} is in {CELL_NAMES[cell]} again."
    return f"{tile_name(tile)} went from {origin} to {CELL_NAMES[cell]}."


def _set_aside(before: Sequence[int], after: Sequence[int]) -> str:
    opened = [cell for cell in range(CELL_COUNT) if before[cell] != after[cell] == EMPTY]
    if len(opened) != 1:
        return ""
    (cell,) = opened
    return f"{tile_name(before[cell])} is set aside: {CELL_NAMES[cell]} is a window now."
