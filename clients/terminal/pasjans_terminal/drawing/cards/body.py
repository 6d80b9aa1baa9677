"""A table of cards in the size that there is."""

from dataclasses import dataclass

from pasjans_terminal.drawing.cards import compact, large
from pasjans_terminal.drawing.cards.compact import compact as draw_compact
from pasjans_terminal.drawing.cards.large import large as draw_large
from pasjans_terminal.drawing.cards.panel import CardFigures, panel
from pasjans_terminal.drawing.cards.small import small
from pasjans_terminal.drawing.cards.table import CardTable
from pasjans_terminal.drawing.glyphs import Glyphs
from pasjans_terminal.drawing.styles import Line


@dataclass(frozen=True, slots=True)
class CardBody:
    """What a game of cards looks like; it is the frame's `Body`.

    Attributes:
        table: the cards.
        figures: the figures of the game.
    """

    table: CardTable
    figures: CardFigures

    def lines(self, columns: int, rows: int, glyphs: Glyphs) -> tuple[Line, ...]:
        """The largest drawing that fits, in no more rows than there are."""
        if columns >= large.WIDTH and rows >= large.HEIGHT:
            return draw_large(self.table, self._panel(large.PANEL_WIDTH), rows, glyphs)
        if columns >= compact.WIDTH and rows >= compact.LEAST_ROWS:
            return draw_compact(self.table, self._panel(compact.PANEL_WIDTH), rows, glyphs)
        return small(self.table, self._panel(columns), rows, glyphs)

    def _panel(self, width: int) -> tuple[Line, ...]:
        return panel(self.table, self.figures, width)
