"""Short ways to write queens positions and moves in tests."""

from collections.abc import Sequence
from itertools import chain

from pasjans_engine.queens import (
    DRAW,
    NONE,
    QUEENS,
    REDEAL,
    Move,
    Position,
    Put,
    QueensRules,
    Size,
)
from pasjans_engine.queens.packs import parse_places
from pasjans_engine.queens.tables import build

# Each column gives up ace, two, three, four; each full house frees the queen of the next one.
# The queen that fills the first house lies on both jacks that she waits for, so that it takes a
# redeal.
EASY_DEAL = " | ".join(
    (
        "QS QS QH QH QD QD QC",
        " / ".join(f"4{suit} 3{suit} 2{suit} A{suit}" for suit in "SSHHDDCC"),
        "JC JC QC KC KS KS KH KH KD KD KC JS JS JH JH JD JD "
        + " ".join(f"{rank}{suit}" for rank in "T98765" for suit in "SSHHDDCC"),
    )
)

SMALL = QueensRules(
    "small", build(Size(suits=1, ranks=4, columns=2, rounds=2, prisoners=1)), max_redeals=None
)
"""Eight cards, A to 4 of spades with the 4 as king: every position of a deal can be visited."""

EMPTY = "-- -- -- -- -- -- -- --"


def table(
    houses: str = "",
    prisoners: str = "",
    columns: Sequence[str] = (),
    *,
    waste: str = "",
    stock: str = "",
    redeals: int = 0,
) -> Position:
    """A position with these cards alone; whatever is left out is empty.

    Args:
        houses: the tops of the first houses.
        prisoners: the first prisoners, `--` for one that has gone.
        columns: the first columns.
        waste: from the bottom to the top.
        stock: the card that is drawn first comes first.
        redeals: how many were used.
    """
    size = QUEENS.size
    piles = (*columns, *("",) * (size.columns - len(columns)))
    return Position(
        cards(houses).ljust(size.houses, bytes((NONE,))),
        cards(prisoners).ljust(size.prisoners, bytes((NONE,))),
        tuple(cards(pile) for pile in piles),
        cards(waste),
        cards(stock),
        redeals,
    )


def cards(text: str) -> bytes:
    """Cards and empty places with a space between them; none in an empty text."""
    return parse_places(text) if text else b""


def names(rules: QueensRules, here: Position) -> list[str]:
    """The legal moves by name, in their order."""
    return [rules.move_name(move) for move in rules.legal_moves(here)]


def played(rules: QueensRules, here: Position, *moves: str) -> Position:
    """The position after some moves."""
    for move in moves:
        here = rules.play(here, rules.parse_move(move))
    return here


def every_move(rules: QueensRules) -> tuple[Move, ...]:
    """Every move that is legal in some position."""
    tables = rules.tables
    of_columns = chain.from_iterable(chain.from_iterable(tables.column_to_column))
    return (
        DRAW,
        REDEAL,
        *tables.waste_to_house,
        *tables.waste_to_column,
        *chain.from_iterable((*tables.column_to_house, *tables.prisoner_to_house)),
        *(put for put in of_columns if put.source != put.target),
    )


def greedy_line(rules: QueensRules, here: Position) -> list[Move]:
    """The moves of a player who fills houses whenever possible and else draws, up to the end."""
    line: list[Move] = []
    while legal := rules.legal_moves(here):
        first, last = legal[0], legal[-1]
        line.append(first if isinstance(first, Put) and first.target.place == "h" else last)
        here = rules.play(here, line[-1])
    return line
