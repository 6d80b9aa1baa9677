"""A card in a line: its rank and suit, what it may do, and where it may go, by style and sign."""

from typing import Final

from pasjans_engine.cards import RANKS, SUITS
from pasjans_engine.queens.layout import FACE_DOWN, NONE, Pile, Place, Put
from pasjans_terminal.drawing.cards.slots import Spot, slot_of
from pasjans_terminal.drawing.cards.table import CardTable, Moved
from pasjans_terminal.drawing.glyphs import Glyphs
from pasjans_terminal.drawing.styles import Ink, Span, Style

FACE_WIDTH: Final = 3
_RED: Final = frozenset(map(SUITS.index, "HD"))
_EMPTY: Final = "--"


def face(card: int, glyphs: Glyphs) -> str:
    """Rank and suit of a card, in three columns; shade for a card that lies face down."""
    if card == FACE_DOWN:
        return glyphs.shade * FACE_WIDTH
    if card == NONE:
        return _EMPTY.rjust(FACE_WIDTH)
    rank = RANKS[card % len(RANKS)].replace("T", "10")
    return f"{rank}{suit(card, glyphs)}".rjust(FACE_WIDTH)


def suit(card: int, glyphs: Glyphs) -> str:
    """The suit of a card, as a sign."""
    return glyphs.suits[card // len(RANKS)]


def ink_of(card: int) -> Ink | None:
    """The colour of a card's suit."""
    if card in {FACE_DOWN, NONE}:
        return None
    return Ink.RED if card // len(RANKS) in _RED else Ink.DARK


def card_at(table: CardTable, spot: Spot) -> int:
    """The card in a place; `NONE` where there is none."""
    cards = table.cards_of(spot.pile)
    if spot.pile.place is Place.COLUMN:
        return cards[spot.index] if spot.index < len(cards) else NONE
    return cards[-1] if cards else NONE


def style_of(table: CardTable, spot: Spot) -> Style:
    """The style of what is in a place."""
    below = _below(table, spot)
    if _among(table.chosen, spot.pile, below):
        return Style.CHOSEN
    if spot.pile == table.target and below == 0:
        return Style.TARGET
    if is_advised(table, spot):
        return Style.ADVISED
    if _fits(table, spot):
        return Style.MOVABLE
    if _among(table.moved, spot.pile, below):
        return Style.MOVED
    return _resting(table, spot)


def signs(table: CardTable, spot: Spot, glyphs: Glyphs) -> tuple[str, str]:
    """What stands before and after a card: what it may do, and whether its pile is a target."""
    match style_of(table, spot):
        case Style.CHOSEN:
            return glyphs.chosen[0], _after(table, spot, glyphs).strip() or glyphs.chosen[1]
        case Style.MOVED:
            return glyphs.moved, _after(table, spot, glyphs)
        case _ if _fits(table, spot):
            return glyphs.movable, _after(table, spot, glyphs)
        case _:
            return " ", _after(table, spot, glyphs)


def sign(table: CardTable, spot: Spot, glyphs: Glyphs) -> str:
    """The weightier of both signs, where there is room for one."""
    before, after = signs(table, spot, glyphs)
    chosen = style_of(table, spot) is Style.CHOSEN
    return before if chosen or after == " " else after


def cell(table: CardTable, spot: Spot, glyphs: Glyphs, *, gap: str = "") -> Span:
    """A card with both its signs: five columns and a gap."""
    before, after = signs(table, spot, glyphs)
    return _span(table, spot, f"{before}{face(card_at(table, spot), glyphs)}{gap}{after}")


def narrow_cell(table: CardTable, spot: Spot, glyphs: Glyphs) -> Span:
    """A card with one sign: four columns."""
    name = face(card_at(table, spot), glyphs).strip().ljust(FACE_WIDTH)
    return _span(table, spot, f"{sign(table, spot, glyphs)}{name}")


def is_advised(table: CardTable, spot: Spot) -> bool:
    """Whether a hint told to move what is in a place, or to put something onto it."""
    match table.advised:
        case Put() as put:
            below = _below(table, spot)
            source = _among(Moved(put.source, put.count), spot.pile, below)
            return source or (spot.pile == put.target and below == 0)
        case _:
            return False


def _span(table: CardTable, spot: Spot, text: str) -> Span:
    card = card_at(table, spot)
    return Span(text, style_of(table, spot), slot_of(spot), ink_of(card))


def _resting(table: CardTable, spot: Spot) -> Style:
    """The style of what nobody looks at, and what can do nothing now."""
    match card_at(table, spot):
        case card if card == NONE:
            return Style.WINDOW
        case card if card == FACE_DOWN:
            return Style.BACK
        case _:
            return Style.OPENED if spot.pile.place is Place.PRISONER else Style.TILE


def _after(table: CardTable, spot: Spot, glyphs: Glyphs) -> str:
    if is_advised(table, spot):
        return glyphs.advised
    if _below(table, spot) > 0:
        return " "
    if spot.pile == table.target:
        return glyphs.lands
    return glyphs.takes if spot.pile in table.takers else " "


def _fits(table: CardTable, spot: Spot) -> bool:
    """Whether a card, with those on it, fits a house or a card: an empty column says nothing."""
    cards = (spot.pile, _below(table, spot) + 1)
    puts = (put for put in table.puts if (put.source, put.count) == cards)
    return any(not table.is_bare(put.target) for put in puts)


def _below(table: CardTable, spot: Spot) -> int:
    """How many cards of a column lie on the one in a place; 0 for the last and for none."""
    if spot.pile.place is not Place.COLUMN:
        return 0
    return max(0, len(table.cards_of(spot.pile)) - 1 - spot.index)


def _among(cards: Moved | None, pile: Pile, below: int) -> bool:
    return cards is not None and cards.pile == pile and below < cards.count
