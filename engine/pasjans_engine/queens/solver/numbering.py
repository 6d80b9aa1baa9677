"""Which house each card goes to.

Of a suit's two houses the *leader* has at least as many cards as the *trailer*. While they are
level they are interchangeable, so that the solver does not say which of them leads from then on;
it decides that when the leader is full (D6). Cards that went to them in between are numbered anew.
"""

from dataclasses import dataclass, field
from itertools import count
from typing import Final

from pasjans_engine.cards import kind_of
from pasjans_engine.queens.layout import NONE, Position, Size

_SUIT_KINDS: Final = kind_of(1, 0)


@dataclass(slots=True)
class _Pair:
    """The houses of one suit, the leader first.

    Attributes:
        houses: their numbers.
        counts: how many cards they have.
        since: cards that went there since the two were level last: number in the line, and
            whether it went to the trailer.
    """

    houses: list[int] = field(default_factory=list[int])
    counts: list[int] = field(default_factory=list[int])
    since: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])


class Numbering:
    """The houses of a line of cards.

    Attributes:
        numbers: the house, 0-based, of each card of the line.
    """

    def __init__(self, size: Size, position: Position) -> None:
        self._ranks = size.ranks
        self._pairs = [_Pair() for _ in range(size.suits)]
        self._kings = count(sum(top != NONE for top in position.houses))
        self.numbers: list[int] = []
        for house, top in enumerate(position.houses):
            if top != NONE:
                self._begin(house, top)

    def add(self, card: int, *, other_is_full: bool) -> None:
        """Put the next card into a house."""
        pair = self._pairs[card // _SUIT_KINDS]
        order = self._order(card)
        if order == 0:
            pair.houses.append(next(self._kings))
            pair.counts.append(1)
            self.numbers.append(pair.houses[-1])
        else:
            behind = pair.counts.index(order)
            pair.since.append((len(self.numbers), behind))
            pair.counts[behind] += 1
            self.numbers.append(pair.houses[behind])
        if other_is_full:
            pair.houses.reverse()
            for number, behind in pair.since:
                self.numbers[number] = pair.houses[behind]
        if len(set(pair.counts)) == 1:
            pair.since.clear()

    def _order(self, card: int) -> int:
        return (card % _SUIT_KINDS + 1) % self._ranks

    def _begin(self, house: int, top: int) -> None:
        pair = self._pairs[top // _SUIT_KINDS]
        behind = len([held for held in pair.counts if held > self._order(top)])
        pair.houses.insert(behind, house)
        pair.counts.insert(behind, self._order(top) + 1)
