"""The moves of the game that a beam's steps stand for."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from pasjans_engine.queens.layout import DRAW, REDEAL, WASTE, Move, Pile, Place, Position, Put, Size
from pasjans_engine.queens.passes.kernels.arrays import FOUND, Beam
from pasjans_engine.queens.passes.kernels.steps import (
    FIRST_PRISONER,
    OUTSIDE,
    parent_of,
    unpacked,
)
from pasjans_engine.queens.solver.numbering import Numbering

_SECOND: Final = 2
_SOME_HOUSE: Final = Pile(Place.HOUSE)
"""Stands for a house that has no number yet."""


class _Step(NamedTuple):
    """A step; see `kernels.steps`."""

    source: int
    target: int
    cards: int
    leader: int
    time: int


def line_of(size: Size, position: Position, beam: Beam) -> tuple[Move, ...]:
    """The line that a beam found, draws and redeals included."""
    numbering = Numbering(size, position)
    table = _Table(position)
    for step in reversed(tuple(_steps(beam))):
        table.pass_to(step.time)
        cards = table.taken(step)
        if step.target == OUTSIDE:
            numbering.add(cards[-1], other_is_full=step.leader == _SECOND)
        else:
            table.columns[step.target] += cards
    houses = iter(numbering.numbers)
    return tuple(_numbered(move, houses) for move in table.line)


def _steps(beam: Beam) -> Iterator[_Step]:
    """The steps, the last one first."""
    number = int(beam.counts[FOUND])
    while number >= 0:
        step = int(beam.steps[number])
        yield _Step(*unpacked(step))
        number = parent_of(step)


def _numbered(move: Move, houses: Iterator[int]) -> Move:
    if isinstance(move, Put) and move.target == _SOME_HOUSE:
        return replace(move, target=Pile(Place.HOUSE, next(houses)))
    return move


class _Table:
    """What lies where, but for the houses, while a line is played.

    Attributes:
        columns: their cards.
        line: the moves so far.
    """

    def __init__(self, position: Position) -> None:
        self.columns = [list(cards) for cards in position.columns]
        self.line: list[Move] = []
        self._prisoners = position.prisoners
        self._cards = position.waste + position.stock
        places = list(range(len(self._cards)))
        passed = len(position.waste)
        self._waste, self._stock = places[:passed], places[passed:]
        self._time = (len(places) + 1) * position.redeals + passed

    def pass_to(self, time: int) -> None:
        """Draw, and turn the waste over, until a time has come."""
        while self._time < time:
            self._time += 1
            passed = self._time % (len(self._cards) + 1)
            if passed > 0 and self._stock[:1] == [passed - 1]:
                self.line.append(DRAW)
                self._waste.append(self._stock.pop(0))
            elif passed == 0 and self._waste:
                self.line.append(REDEAL)
                self._waste, self._stock = [], self._waste

    def taken(self, step: _Step) -> list[int]:
        """The cards that a step takes from their pile."""
        target = _SOME_HOUSE if step.target == OUTSIDE else Pile(Place.COLUMN, step.target)
        if step.source == OUTSIDE:
            self.line.append(Put(WASTE, 1, target))
            return [self._cards[self._waste.pop()]]
        if step.source >= FIRST_PRISONER:
            prisoner = step.source - FIRST_PRISONER
            self.line.append(Put(Pile(Place.PRISONER, prisoner), 1, target))
            return [self._prisoners[prisoner]]
        self.line.append(Put(Pile(Place.COLUMN, step.source), step.cards, target))
        column = self.columns[step.source]
        cards = column[-step.cards :]
        del column[-step.cards :]
        return cards
