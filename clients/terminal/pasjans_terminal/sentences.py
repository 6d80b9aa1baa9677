"""What happened, and what can be done, in sentences for people."""

from collections.abc import Sequence
from typing import Protocol

from pasjans_engine.status import Status
from pasjans_engine.tiles import CELL_COUNT, CELL_NAMES, EMPTY, tile_name
from pasjans_terminal.board import EXIT, MOVES, OPENED, UNDOS, hints_in, moved_to, status_of

RULES_NAMES = {"polish": "Polish rules", "russian": "Russian rules"}


class Refusal(Protocol):
    """A refusal of the server, as the SDK raises it."""

    @property
    def message(self) -> str:
        """Why, for people."""
        ...

    @property
    def fits(self) -> tuple[str, ...]:
        """Names of the tiles that would fit."""
        ...


def counted(number: int, noun: str) -> str:
    """A number of things: `1 move`, `2 moves`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def rules_name(rules: str) -> str:
    """Rules as people call them."""
    return RULES_NAMES.get(rules, rules)


def sentence(text: str) -> str:
    """A text with a full stop, unless it has an end."""
    return text if text.endswith((".", "!", "?")) else f"{text}."


def refusal(refused: Refusal) -> str:
    """A refusal as a sentence, with what would fit unless it says so itself."""
    text = sentence(refused.message[:1].upper() + refused.message[1:])
    missing = [tile for tile in refused.fits if tile not in text]
    return f"{text} It takes {', '.join(refused.fits)}." if missing else text


def happened(before: Sequence[int], after: Sequence[int]) -> str:
    """What one event has changed, as sentences; empty when nothing is to be seen."""
    return " ".join(filter(None, (_change(before, after), ending(after))))


def ending(view: Sequence[int]) -> str:
    """How a game has ended, or stands; empty while it is played."""
    match status_of(view):
        case Status.SOLVED:
            windows = counted(view[OPENED], "window")
            return f"Solved in {counted(view[MOVES], 'move')} with {windows}!"
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
    if hints_in(after) > hints_in(before):
        return "A hint was given."
    back = after[UNDOS] > before[UNDOS]
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
