"""The characters of a drawing: box drawing and round pips, or ASCII alone."""

from dataclasses import dataclass
from itertools import product
from typing import Final

_SUITS: Final = tuple(map(ord, "♠♥♦♣"))
_BOXES: Final = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"


@dataclass(frozen=True, slots=True)
class Glyphs:
    """Characters that mean something in a drawing.

    Attributes:
        pip: one pip of a tile.
        boxes: 81 junctions of lines, by the weights 0 to 2 of the arms up, right, down, left as
            digits of a number to the base 3.
        divider: between the halves of a tile that is written with digits.
        shade: what a window is filled with.
        movable: stands before a tile that may move.
        moved: stands before the tile that moved last.
        chosen: stands before and after the chosen tile, and about a window that takes it.
        advised: stands after the tile that a hint moves, and after its window.
        lands: stands after the place that the chosen card goes to.
        takes: stands after other places that take it.
        suits: spades, hearts, diamonds, clubs.
        dot: between things in a line.
        arrows: the arrow keys.
    """

    pip: str
    boxes: str
    divider: str
    shade: str
    movable: str
    moved: str
    chosen: tuple[str, str]
    advised: str
    lands: str
    takes: str
    suits: str
    dot: str
    arrows: str
    sideways: str

    def told(self, text: str) -> str:
        """A text with the suits as they are drawn."""
        return text.translate(dict(zip(_SUITS, self.suits, strict=True)))


def _ascii_box(up: int, right: int, down: int, left: int) -> str:
    if not (up or right or down or left):
        return " "
    if 2 in {up, right, down, left}:
        return "#"
    if not (up or down):
        return "-"
    return "+" if right or left else "|"


UNICODE: Final = Glyphs(
    "●", _BOXES, "│", "░", "›", "*", ("▶", "◀"), "!", "←", "+", "♠♥♦♣", "·", "←↑↓→", "← →"
)
ASCII: Final = Glyphs(
    "o",
    "".join(_ascii_box(*arms) for arms in product(range(3), repeat=4)),
    "|",
    ".",
    ">",
    "*",
    ("[", "]"),
    "!",
    "<",
    "+",
    "SHDC",
    "-",
    "arrows",
    "arrows",
)
