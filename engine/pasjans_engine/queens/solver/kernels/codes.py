"""Moves as numbers. With the set of D1 and the gaps of D3, one stands for many moves of the game.

**D3.** A card of the set goes to a column only to fill the gap before a run: a run with the head W
goes onto T of the same suit, and the cards between W and T come from the set first. Such a card on
top of a column serves nothing else: it could always be put there later, and until then the card
under it is the freer for it. So the run's move and the cards that fill its gap are one move.

**D2.** So no card of the set goes to an empty column: there it would only be kept, or be the base
of a run that could lie in the empty column itself.
"""

from collections.abc import Iterator
from typing import Final

from pasjans_engine.kernels.jit import inner
from pasjans_engine.queens.layout import WASTE, Pile, Place
from pasjans_engine.queens.solver.steps import Run, Step, ToHouse

FROM_SET: Final = 1  # to a house; the card is said
FROM_COLUMN: Final = 2  # to a house
FROM_PRISON: Final = 3  # to a house; the source is the house of the prisoner
RUN: Final = 4  # a run to a column, gaps filled
RUN_AND_NEXT: Final = 5  # the same, and then the card that it exposed to a house

OTHER_IS_FULL: Final = 1 << 22
"""The house that becomes full is the one that was taken for the trailer (D6)."""

_SOURCE: Final = 3
_COUNT: Final = 8
_TARGET: Final = 12
_CARD: Final = 16


@inner
def from_set(card: int) -> int:
    """A card of the set to a house."""
    return FROM_SET | card << _CARD


@inner
def from_column(column: int, card: int) -> int:
    """The last card of a column to a house."""
    return FROM_COLUMN | column << _SOURCE | card << _CARD


@inner
def from_prison(house: int, card: int) -> int:
    """An open prisoner to a house."""
    return FROM_PRISON | house << _SOURCE | card << _CARD


@inner
def run(column: int, count: int, target: int) -> int:
    """The last cards of a column to another column."""
    return RUN | column << _SOURCE | count << _COUNT | target << _TARGET


@inner
def run_and_next(column: int, count: int, target: int, card: int) -> int:
    """The last cards of a column to another one, and the card above them to a house."""
    return run(column, count, target) + RUN_AND_NEXT - RUN | card << _CARD


@inner
def source_of(move: int) -> int:
    """The column or the house that cards leave."""
    return (move >> _SOURCE) & 31


@inner
def count_of(move: int) -> int:
    """The number of cards of a run."""
    return (move >> _COUNT) & 15


@inner
def target_of(move: int) -> int:
    """The column that a run goes to."""
    return (move >> _TARGET) & 15


@inner
def card_of(move: int) -> int:
    """The card that goes to a house."""
    return (move >> _CARD) & 63


def steps_of(move: int) -> Iterator[Step]:
    """What a move stands for."""
    kind, source = move & 7, move >> _SOURCE & 31
    if kind >= RUN:
        yield Run(source, move >> _COUNT & 15, move >> _TARGET & 15)
    if kind != RUN:
        place = Place.PRISONER if kind == FROM_PRISON else Place.COLUMN
        pile = WASTE if kind == FROM_SET else Pile(place, source)
        yield ToHouse(move >> _CARD & 63, pile, move & OTHER_IS_FULL != 0)
