"""The table with a border about each card: 99 columns, 26 rows or more."""

from dataclasses import dataclass
from typing import Final

from pasjans_engine.queens.layout import FACE_DOWN, NONE, WASTE, Pile, Place
from pasjans_terminal.drawing.canvas import HEAVY, LIGHT, Canvas
from pasjans_terminal.drawing.cards.faces import card_at, cell, ink_of, style_of, suit
from pasjans_terminal.drawing.cards.piles import below_text, stock_sign, stock_style
from pasjans_terminal.drawing.cards.slots import STOCK_SLOT, Spot, slot_of
from pasjans_terminal.drawing.cards.table import CardTable
from pasjans_terminal.drawing.glyphs import Glyphs
from pasjans_terminal.drawing.styles import Line, Span, Style

WIDTH: Final = 99
PANEL_WIDTH: Final = 26
_PITCH: Final = 9
_INSIDE: Final = 6
_COLUMNS_TOP: Final = 7
_PANEL_TOP: Final = 7
_LONGEST: Final = 16

HEIGHT: Final = _COLUMNS_TOP + _LONGEST + 3
"""Rows of the drawing when a column is as long as any can be."""

_MOST_ROWS: Final = _COLUMNS_TOP + 2 * _LONGEST + 2
_FRAMED: Final = frozenset({Style.CHOSEN, Style.TARGET, Style.ADVISED})


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where a card is drawn: its border's upper left corner, and the rows between its borders."""

    top: int
    left: int
    inside: int = 2


def large(table: CardTable, panel: tuple[Line, ...], rows: int, glyphs: Glyphs) -> tuple[Line, ...]:
    """The drawing, in `HEIGHT` rows or more."""
    canvas = Canvas(WIDTH, min(rows, _MOST_ROWS), glyphs)
    for number in range(len(table.seen.columns)):
        canvas.put(0, number * _PITCH + 4, f"{number + 1}", Style.LABEL)
    for place, top, inside in ((Place.HOUSE, 1, 2), (Place.PRISONER, 4, 1)):
        for pile in table.piles(place):
            _draw_card(canvas, table, Spot(pile), _Frame(top, pile.index * _PITCH, inside), glyphs)
    for pile in table.piles(Place.COLUMN):
        _draw_column(canvas, table, pile, rows, glyphs)
    _draw_beside(canvas, table, panel, glyphs)
    return canvas.lines()


def _draw_column(canvas: Canvas, table: CardTable, pile: Pile, rows: int, glyphs: Glyphs) -> None:
    """Draw a column, with a border above each card where there is room for that."""
    left = pile.index * _PITCH
    last = max(1, len(table.cards_of(pile))) - 1
    if _COLUMNS_TOP + 2 * last + 4 <= rows:
        for index in range(last + 1):
            frame = _Frame(_COLUMNS_TOP + 2 * index, left, 1 + (index == last))
            _draw_card(canvas, table, Spot(pile, index), frame, glyphs)
        return
    for index in range(last + 1):
        frame = _Frame(_COLUMNS_TOP + index, left, 1 + (index == last))
        _fill(canvas, table, Spot(pile, index), frame, glyphs)
    canvas.box(_COLUMNS_TOP, left, _COLUMNS_TOP + last + 3, left + _INSIDE + 1, LIGHT)


def _draw_card(canvas: Canvas, table: CardTable, spot: Spot, frame: _Frame, glyphs: Glyphs) -> None:
    """Draw a card with its border."""
    weight = HEAVY if style_of(table, spot) in _FRAMED else LIGHT
    bottom = frame.top + frame.inside + 1
    canvas.box(frame.top, frame.left, bottom, frame.left + _INSIDE + 1, weight)
    _fill(canvas, table, spot, frame, glyphs)


def _fill(canvas: Canvas, table: CardTable, spot: Spot, frame: _Frame, glyphs: Glyphs) -> None:
    """Draw what is between the borders of a card."""
    card, style, slot = card_at(table, spot), style_of(table, spot), slot_of(spot)
    shown = cell(table, spot, glyphs, gap=" ")
    if card == NONE:
        shown = Span(shown.text.replace("-", " "), style, slot)
    elif card == FACE_DOWN:
        shown = Span(glyphs.shade * _INSIDE, style, slot)
    canvas.put_line(frame.top + 1, frame.left + 1, (shown,))
    sign = suit(card, glyphs) if card not in {NONE, FACE_DOWN} else ""
    for row in range(1, frame.inside):
        lower = Span(f"{sign} ".rjust(_INSIDE), style, slot, ink_of(card))
        canvas.put_line(frame.top + 1 + row, frame.left + 1, (lower,))


def _draw_beside(canvas: Canvas, table: CardTable, panel: tuple[Line, ...], glyphs: Glyphs) -> None:
    """Draw stock, waste and figures."""
    left = WIDTH - PANEL_WIDTH
    _draw_stock(canvas, table, left, glyphs)
    canvas.put(0, left + _PITCH + 1, "waste", Style.LABEL)
    _draw_card(canvas, table, Spot(WASTE), _Frame(1, left + _PITCH), glyphs)
    below = len(table.seen.waste) - 1
    if below > 0:
        canvas.put(2, left + 2 * _PITCH, f"on {below}")
    canvas.put(5, left, below_text(table, glyphs, 4))
    for row, line in enumerate(panel, start=_PANEL_TOP):
        canvas.put_line(row, left, line)


def _draw_stock(canvas: Canvas, table: CardTable, left: int, glyphs: Glyphs) -> None:
    style, count = stock_style(table), table.seen.stock
    canvas.put(0, left + 1, "stock", Style.LABEL)
    canvas.box(1, left, 4, left + _INSIDE + 1, HEAVY if style is Style.ADVISED else LIGHT)
    shade = glyphs.shade if count else " "
    sign = stock_sign(table, glyphs).strip() or shade
    texts = (f" {count} ".center(_INSIDE - 1, shade) + sign, shade * _INSIDE)
    for row, text in enumerate(texts, start=2):
        canvas.put(row, left + 1, text, style, STOCK_SLOT)
