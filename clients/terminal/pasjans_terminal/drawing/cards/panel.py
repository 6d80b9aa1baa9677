"""The figures of a game of cards."""

from dataclasses import dataclass

from pasjans_terminal.drawing.cards.table import CardTable
from pasjans_terminal.drawing.panel import audience
from pasjans_terminal.drawing.styles import Line, Span, Style, cut


@dataclass(frozen=True, slots=True)
class CardFigures:
    """What is counted in a game of cards.

    Attributes:
        status: how it stands, in a word or two.
        moves: moves of cards on the net line.
        draws: draws and redeals on it.
        undos: undos so far.
        redos: moves that can be redone now.
        place: where in the game this is, when it is looked at afterwards; empty when it is live.
        watching: how many follow it, the player among them; None when that is not known.
    """

    status: str
    moves: int
    draws: int
    undos: int
    redos: int
    place: str = ""
    watching: int | None = None


def panel(table: CardTable, figures: CardFigures, width: int) -> tuple[Line, ...]:
    """A line for each figure, the weightiest first."""
    texts = (
        figures.place,
        f"moves {figures.moves}  draws {figures.draws}",
        "" if table.redeals_left is None else f"redeals left {table.redeals_left}",
        f"undos {figures.undos}  redos {figures.redos}",
        "" if figures.watching is None else audience(figures.watching),
    )
    lines = ((Span(figures.status, Style.STATUS),), *((Span(text),) for text in texts if text))
    return tuple(cut(line, width) for line in lines)
