"""An ordinary player who never takes a move back: by how often this one wins, deals are graded.

The player is a fixed policy. At each turn it looks at the moves below in this order, notices each
with its chance, and plays the first one that it notices; each group in the order of the legal
moves (`moves.py`).

1. A card to a house: a king with `KING_PERCENT`, any other card with `HOUSE_PERCENT`.
2. The whole run at the end of a column onto a card that it fits: `RUN_PERCENT`.
3. The top of the waste onto a card that it fits in a column: `WASTE_PERCENT`.
4. Only after a whole pass through the stock without a card moved, or when no card can be turned: a
   run that other cards lie under, into the first empty column: `EMPTY_PERCENT`.

If it notices none, it turns a card of the stock, or turns the waste over. After two whole passes
without a card moved, and not before it has looked `LOOKS` times, it gives up.

What it notices is decided by the number of the play-out alone: `Attention` says how. So a deal's
play-outs are the same everywhere and for ever, while `VERSION` stays.
"""

from typing import Final

from pasjans_engine.queens.layout import Position
from pasjans_engine.queens.rules import QueensRules

VERSION: Final = 1
"""Goes up when a play-out may end otherwise than before."""


def wins(rules: QueensRules, position: Position, play_outs: range) -> int:
    """How many play-outs come out.

    Imports the kernels when it is first called, which takes a second, and some more when they
    have to be compiled.

    Args:
        rules: the rules, in their full size.
        position: where each play-out begins.
        play_outs: the numbers of the play-outs, from 1 on.
    """
    from pasjans_engine.queens.policy import compiled  # noqa: PLC0415

    return compiled.wins(rules, position, play_outs)


def prepare() -> None:
    """Load the kernels, or compile them, which takes some seconds the first time on a machine."""
    from pasjans_engine.queens.policy import compiled  # noqa: PLC0415

    compiled.prepare()
