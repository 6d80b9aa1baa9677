"""The solver's moves, and how they become moves of the game.

The solver takes each card of stock and waste as if it lay open, moves a run and what fills the gap
before it at once, and leaves it open which house is which. Here each card is turned up, each gap
is filled card by card, and each house gets its number.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from pasjans_engine.queens import play
from pasjans_engine.queens.layout import (
    DRAW,
    REDEAL,
    WASTE,
    Move,
    Pile,
    Place,
    Position,
    Put,
    Size,
)
from pasjans_engine.queens.solver.numbering import Numbering


@dataclass(frozen=True, slots=True)
class ToHouse:
    """A card goes to a house.

    Attributes:
        card: the card.
        source: the pile that it leaves; `WASTE` stands for stock and waste.
        other_is_full: the house that becomes full is the one that was taken for the trailer.
    """

    card: int
    source: Pile
    other_is_full: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    """The last `count` cards of a column go to another one; stock and waste fill the gap."""

    source: int
    count: int
    target: int


Step: TypeAlias = ToHouse | Run


def line_of(size: Size, position: Position, steps: Sequence[Step]) -> tuple[Move, ...]:
    """The moves of the game, draws and redeals included, that some steps stand for."""
    numbering = Numbering(size, position)
    for step in steps:
        if isinstance(step, ToHouse):
            numbering.add(step.card, other_is_full=step.other_is_full)
    houses = iter(numbering.numbers)
    table = _Table(position)
    for step in steps:
        match step:
            case ToHouse():
                table.house(step, next(houses))
            case Run():
                table.run(step)
    return tuple(table.line)


@dataclass(slots=True)
class _Table:
    """A game, as it is played, and its moves so far."""

    position: Position
    line: list[Move] = field(default_factory=list[Move])

    def house(self, step: ToHouse, house: int) -> None:
        if step.source == WASTE:
            self.turn_up(step.card)
        self.put(Put(step.source, 1, Pile(Place.HOUSE, house)))

    def run(self, step: Run) -> None:
        target = Pile(Place.COLUMN, step.target)
        head = self.position.columns[step.source][-step.count]
        for end in self.position.columns[step.target][-1:]:
            for card in range(end - 1, head, -1):
                self.turn_up(card)
                self.put(Put(WASTE, 1, target))
        self.put(Put(Pile(Place.COLUMN, step.source), step.count, target))

    def turn_up(self, card: int) -> None:
        """Draw, and redeal when the stock is empty, until a card is the top of the waste."""
        while self.position.waste[-1:] != bytes((card,)):
            if self.position.stock:
                self.line.append(DRAW)
                self.position = play.drawn(self.position)
            else:
                self.line.append(REDEAL)
                self.position = play.turned_over(self.position, 0)

    def put(self, move: Put) -> None:
        self.line.append(move)
        self.position = play.put(self.position, move)
