"""Texts of moves: `draw`, `redeal`, `w>h3`, `w>c5`, `c2>h1`, `c4*3>c7` (three cards), `p1>h4`.

Each move has exactly one text, so that parsing and printing are inverse to each other.
"""

import re
from typing import Final, assert_never

from pasjans_engine.errors import Invalid
from pasjans_engine.queens.layout import (
    DRAW,
    REDEAL,
    WASTE,
    Draw,
    Move,
    Pile,
    Place,
    Put,
    Redeal,
    Size,
)
from pasjans_engine.queens.shape import put_name, require_put

DRAW_NAME: Final = "draw"
REDEAL_NAME: Final = "redeal"

_NUMBER: Final = "[1-9][0-9]?"
_PUT: Final = re.compile(
    rf"(?P<source>w|[cph]{_NUMBER})(\*(?P<count>{_NUMBER}))?>(?P<target>w|[cph]{_NUMBER})"
)


def move_name(move: Move) -> str:
    """The text of a move."""
    match move:
        case Draw():
            return DRAW_NAME
        case Redeal():
            return REDEAL_NAME
        case Put():
            return put_name(move)
        case _:
            assert_never(move)


def parse_move(size: Size, text: str) -> Move:
    """The move that a text names.

    Raises:
        Invalid: no move has this name; says what is written instead.
    """
    if text == DRAW_NAME:
        return DRAW
    if text == REDEAL_NAME:
        return REDEAL
    parts = _PUT.fullmatch(text)
    if parts is None:
        message = "expected draw, redeal, or cards as w>h3, w>c5, c2>h1, c4*3>c7 or p1>h4"
        raise Invalid(f"{text!r} is not a move: {message}", text)
    count = parts["count"]
    move = Put(_pile(parts["source"]), int(count or 1), _pile(parts["target"]))
    require_put(size, move)
    name = put_name(move)
    if name != text:
        reason = "cards between columns are counted" if count is None else "one card needs no count"
        raise Invalid(f"{text!r} is not a move: {reason}, write {name}", text)
    return move


def _pile(text: str) -> Pile:
    return WASTE if text == WASTE.place else Pile(Place(text[0]), int(text[1:]) - 1)
