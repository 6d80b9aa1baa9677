"""Stock and waste in a line each, and the cards of columns in rows."""

from pasjans_engine.queens.layout import WASTE, Pile, Place
from pasjans_terminal.drawing.cards.faces import cell, face
from pasjans_terminal.drawing.cards.slots import STOCK_SLOT, Spot
from pasjans_terminal.drawing.cards.table import CardTable
from pasjans_terminal.drawing.glyphs import Glyphs
from pasjans_terminal.drawing.styles import Line, Span, Style


def stock_line(table: CardTable, glyphs: Glyphs) -> Line:
    """How many cards the stock has."""
    shade = glyphs.shade if table.seen.stock else " "
    count = f"{shade}{table.seen.stock:2}{shade}"
    return Span("stock "), Span(
        f"{count}{stock_sign(table, glyphs)}", stock_style(table), STOCK_SLOT
    )


def stock_style(table: CardTable) -> Style:
    """The style of the stock."""
    if is_turn_advised(table):
        return Style.ADVISED
    return Style.BACK if table.seen.stock else Style.WINDOW


def stock_sign(table: CardTable, glyphs: Glyphs) -> str:
    """What stands after the stock."""
    return glyphs.advised if is_turn_advised(table) else " "


def is_turn_advised(table: CardTable) -> bool:
    """Whether a hint told to draw, or to turn the waste over."""
    return table.turn is not None and table.turn == table.advised


def waste_line(table: CardTable, glyphs: Glyphs) -> Line:
    """The waste's top, and how many cards lie below it."""
    below = len(table.seen.waste) - 1
    more = (Span(f" on {below}"),) if below > 0 else ()
    return Span("waste "), cell(table, Spot(WASTE), glyphs), *more


def below_text(table: CardTable, glyphs: Glyphs, most: int) -> str:
    """The next cards of the waste below its top, so many at most, and dots for further ones."""
    waste = table.seen.waste[-2::-1]
    names = [face(card, glyphs).strip() for card in waste[:most]]
    if not names:
        return ""
    return " ".join(("below", *names, *([".."] if len(waste) > most else ())))


def columns_depth(table: CardTable) -> int:
    """How many cards the longest column has."""
    return max(1, *map(len, table.seen.columns))


def spots_in(table: CardTable, column: int, rows: int) -> tuple[Spot | int | None, ...]:
    """What the rows of a column show, from its first card on.

    Where it has more cards than rows, the first row tells how many are not shown.

    Returns:
        For each row a place, None for nothing, or a number of cards. An empty column has a place.
    """
    pile = Pile(Place.COLUMN, column)
    count = max(1, len(table.seen.columns[column]))
    spots = [Spot(pile, index) for index in range(count)]
    if count > rows:
        return count - rows + 1, *spots[count - rows + 1 :]
    return *spots, *[None] * (rows - count)
