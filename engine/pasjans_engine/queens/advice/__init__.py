"""Moves that look useful by what may be seen, best first, with the reason in words.

Nothing else goes in: not which prisoner lies where, and not the order of the stock. What is hidden
counts only as a set: the cards that lie nowhere in sight.

A hint never goes round in circles. Whoever plays the first suggestion again and again comes to the
end, for each of them lowers the first of these numbers that it changes, and raises none before it:

1. the cards that are not in houses: lowered by a card to a house;
2. the cards in stock and waste: by a card from the waste to a column;
3. 0 if a card in a column or prison may go to a house that has begun, else 1: by a run that is
   split so that one may. Such cards come first: nothing else is done while there is one;
4. the cards in columns with a run on them that is not theirs: by a run that is moved off;
5. the columns that are not empty: by a column whose only run is moved onto a card;
6. the turns until a card comes that is wanted, or until the stock is empty and all cards but the
   prisoners are in sight: by turning. The waste is turned over only if a wanted card is in it, and
   a card is wanted only if it would be suggested on top of the waste.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from pasjans_engine.queens.advice.known import Known
from pasjans_engine.queens.advice.suggest import SORTS
from pasjans_engine.queens.advice.suggestion import Reason, Suggestion
from pasjans_engine.queens.layout import Position
from pasjans_engine.queens.rules import QueensRules
from pasjans_engine.state import Game

__all__ = ["MOST", "Reason", "Suggestion", "advise"]

MOST: Final = 12
"""So many suggestions at most are made at a time."""


def advise(rules: QueensRules, game: Game) -> tuple[Suggestion, ...]:
    """What looks useful now, best first; nothing when the game is over.

    If no move does, the first suggestion has none and says so.

    Args:
        rules: the rules of the game.
        game: a game of queens.
    """
    position = game.position
    if game.over or not isinstance(position, Position):
        return ()
    known = Known.of(rules, game.ply, position)
    moves = tuple(islice((one for sort in SORTS for one in sort(known)), MOST))
    return moves or tuple(_nothing(known, game))


def _nothing(known: Known, game: Game) -> Iterator[Suggestion]:
    where = " in the stock" if known.stock or known.waste else ""
    yield Suggestion(None, Reason.NOTHING, f"nothing useful is left{where}")
    if game.ply.before is not None:
        yield Suggestion(None, Reason.TAKE_BACK, "take moves back and try another way")
