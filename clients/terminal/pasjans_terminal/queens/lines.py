"""A game of queens in lines, and what can be typed."""

from collections.abc import Sequence
from typing import Final

from pasjans.slots import QUEENS
from pasjans_engine.queens.layout import FACE_DOWN
from pasjans_engine.queens.packs import EMPTY_NAME, cards_name
from pasjans_engine.queens.seen import FACE_DOWN_NAME, Seen
from pasjans_terminal.counters import hints_in, standing
from pasjans_terminal.queens.board import draws_in
from pasjans_terminal.sentences import counted

COMMANDS: Final = """\
commands, one a line:
  draw      turn a card from the stock to the waste
  redeal    turn the waste over, when the stock is empty
  w>h3      the top of the waste to house 3; w>c5 to column 5
  c2>h1     the last card of column 2 to house 1
  c4*3>c7   the last three cards of column 4 to column 7; one card is c4*1>c7
  p1>h4     prisoner 1, once it is open, to house 4
  undo      take the last move or draw back
  redo      make it again
  hint      what looks useful by what is seen; again for the next hint
  solver    can this still be won? such games have boards of their own
  resign    give the game up, for good
  position  the layout again
  legal     what may be played
  help      this
  quit      leave; the game is kept
"""
"""What can be typed."""


def position_lines(view: Sequence[int]) -> tuple[str, ...]:
    """The layout, a line for each sort of pile and a line for each column."""
    seen = Seen.of(view)
    prisoners = " ".join(
        FACE_DOWN_NAME if card == FACE_DOWN else cards_name((card,)) for card in seen.prisoners
    )
    return (
        f"houses: {cards_name(seen.houses)}",
        f"prisoners: {prisoners}",
        *(
            f"column {number}: {cards_name(cards) or EMPTY_NAME}"
            for number, cards in enumerate(seen.columns, start=1)
        ),
        f"waste, top last: {cards_name(seen.waste) or EMPTY_NAME}",
        f"stock: {counted(seen.stock, 'card')}",
    )


def status_line(view: Sequence[int]) -> str:
    """How it stands, and what is counted."""
    figures = (
        counted(view[QUEENS.moves], "move"),
        counted(draws_in(view), "draw"),
        *([counted(redeals, "redeal")] if (redeals := Seen.of(view).redeals) else ()),
        counted(view[QUEENS.undos], "undo"),
        counted(view[QUEENS.redos], "redo"),
        *([counted(hints, "hint")] if (hints := hints_in(QUEENS, view)) else ()),
    )
    return f"{standing(QUEENS, view)}: {', '.join(figures)}"
