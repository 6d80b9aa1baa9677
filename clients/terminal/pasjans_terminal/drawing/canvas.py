"""A rectangle of characters to draw on, whose lines join where they meet."""

from dataclasses import replace
from itertools import groupby
from typing import Final

from pasjans_terminal.drawing.glyphs import Glyphs
from pasjans_terminal.drawing.styles import Line, Span, Style

LIGHT: Final = 1
HEAVY: Final = 2

_UP, _RIGHT, _DOWN, _LEFT = range(4)


class Canvas:
    """See the module. Rows and columns are counted from 0, from the top left.

    Args:
        width: columns.
        height: rows.
        glyphs: the characters of lines.
    """

    def __init__(self, width: int, height: int, glyphs: Glyphs) -> None:
        self._glyphs = glyphs
        self._cells = [[Span(" ")] * width for _ in range(height)]
        self._arms: dict[tuple[int, int], list[int]] = {}

    def put(
        self, row: int, column: int, text: str, style: Style = Style.PLAIN, cell: int | None = None
    ) -> None:
        """Write a text; what goes beyond the edges is lost."""
        self.put_line(row, column, (Span(text, style, cell),))

    def put_line(self, row: int, column: int, line: Line) -> None:
        """Write a line of spans; what goes beyond the edges is lost."""
        if not 0 <= row < len(self._cells):
            return
        cells = self._cells[row]
        characters = (replace(span, text=text) for span in line for text in span.text)
        for at, character in enumerate(characters, start=column):
            if 0 <= at < len(cells):
                cells[at] = character

    def box(self, top: int, left: int, bottom: int, right: int, weight: int) -> None:
        """Draw the border of a rectangle; the heavier line wins where two meet."""
        for row in (top, bottom):
            for column in range(left, right):
                self._join(row, column, _RIGHT, weight)
                self._join(row, column + 1, _LEFT, weight)
        for column in (left, right):
            for row in range(top, bottom):
                self._join(row, column, _DOWN, weight)
                self._join(row + 1, column, _UP, weight)

    def _join(self, row: int, column: int, arm: int, weight: int) -> None:
        arms = self._arms.setdefault((row, column), [0, 0, 0, 0])
        arms[arm] = max(arms[arm], weight)

    def lines(self) -> tuple[Line, ...]:
        """What was drawn, rows from the top, without blanks at their ends."""
        for (row, column), (up, right, down, left) in self._arms.items():
            heavy = HEAVY in {up, right, down, left}
            box = self._glyphs.boxes[27 * up + 9 * right + 3 * down + left]
            self.put(row, column, box, Style.FRAME if heavy else Style.BORDER)
        return tuple(_merged(line) for line in self._cells)


def _merged(cells: list[Span]) -> Line:
    runs = groupby(cells, key=lambda span: (span.style, span.cell, span.ink))
    spans = [Span("".join(span.text for span in run), *key) for key, run in runs]
    if spans and spans[-1].style is Style.PLAIN:
        spans[-1] = Span(spans[-1].text.rstrip(" "))
    return tuple(span for span in spans if span.text)
