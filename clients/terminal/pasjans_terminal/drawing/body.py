"""A triangle of dominoes in the size that there is."""

from dataclasses import dataclass

from pasjans_terminal.drawing import compact, large
from pasjans_terminal.drawing.compact import compact as draw_compact
from pasjans_terminal.drawing.glyphs import Glyphs
from pasjans_terminal.drawing.large import large as draw_large
from pasjans_terminal.drawing.panel import Figures, panel
from pasjans_terminal.drawing.small import small
from pasjans_terminal.drawing.styles import Line
from pasjans_terminal.drawing.table import Table


@dataclass(frozen=True, slots=True)
class Triangle:
    """What a game of dominoes looks like; it is the frame's `Body`.

    Attributes:
        table: the tiles.
        figures: the figures of the game.
    """

    table: Table
    figures: Figures

    def lines(self, columns: int, rows: int, glyphs: Glyphs) -> tuple[Line, ...]:
        """The largest drawing that fits, in no more rows than there are."""
        if columns >= large.SIZE.width and rows >= large.SIZE.height:
            return draw_large(self.table, self._panel(large.SIZE.panel_width), glyphs)
        if columns >= compact.SIZE.width and rows >= compact.SIZE.height:
            return draw_compact(self.table, self._panel(compact.SIZE.panel_width), glyphs)
        return (*small(self.table, glyphs), *self._panel(columns))[:rows]

    def _panel(self, width: int) -> tuple[Line, ...]:
        return panel(self.table, self.figures, width)
