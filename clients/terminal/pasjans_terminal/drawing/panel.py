"""The figures of a game, beside the triangle."""

from dataclasses import dataclass

from pasjans_engine.tiles import CELL_NAMES
from pasjans_terminal.drawing.styles import Line, Span, Style, cut
from pasjans_terminal.drawing.table import Table


@dataclass(frozen=True, slots=True)
class Figures:
    """What is counted in a game.

    Attributes:
        status: how it stands, in a word or two.
        moves: moves of the net line.
        windows: windows opened so far.
        undos: undos so far.
        redos: moves that can be redone now.
        place: where in the game this is, when it is looked at afterwards; empty when it is live.
        worth: how far this is from the end, or why that is not known; empty when nobody asks.
        cost: what the last move cost, in a word; empty when that is not known.
        watching: how many follow it, the player among them; None when that is not known.
    """

    status: str
    moves: int
    windows: int
    undos: int
    redos: int
    place: str = ""
    worth: str = ""
    cost: str = ""
    watching: int | None = None


def panel(table: Table, figures: Figures, width: int) -> tuple[Line, ...]:
    """A line for each figure, the weightiest first."""
    cost = f" ({figures.cost})" if figures.cost else ""
    lines: list[Line] = [
        (Span(figures.status, Style.STATUS),),
        (Span(f"moves {figures.moves}{cost}  windows {figures.windows}"),),
        *_counts(table, figures),
        *(_window(table, window) for window in table.windows if table.guided),
    ]
    lines[1:1] = [(Span(text),) for text in (figures.place, figures.worth) if text]
    if figures.watching is not None:
        lines.append((Span(audience(figures.watching)),))
    return tuple(cut(line, width) for line in lines)


def _counts(table: Table, figures: Figures) -> tuple[Line, ...]:
    aside = f"set aside {' '.join(table.set_aside) or 'nothing'}"
    if figures.place:
        # Nobody redoes anything here, and three windows need the line.
        return ((Span(f"undos {figures.undos}  {aside}"),),)
    return (Span(f"undos {figures.undos}  redos {figures.redos}"),), (Span(aside),)


def _window(table: Table, window: int) -> Line:
    style = Style.TAKES if window in table.takers else Style.PLAIN
    return (Span(f"{CELL_NAMES[window]} takes {' '.join(table.fits(window)) or 'nothing'}", style),)


def audience(watching: int) -> str:
    """How many look on, the player not among them."""
    others = watching - 1
    return "nobody watches" if others <= 0 else f"{others} watching"
