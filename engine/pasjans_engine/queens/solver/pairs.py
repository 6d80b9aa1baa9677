"""The two houses of a suit, as the plain Python search has them.

**D6.** Of the two houses the *leader* has at least as many cards as the *trailer*. While they are
level they differ in nothing but their prisoners, and those matter only when a house is full: until
then it is *undecided* which of them leads.
"""

from dataclasses import dataclass
from typing import Final

NOBODY: Final = -1
"""In place of a house without a king."""


@dataclass(frozen=True, slots=True)
class Pair:
    """The houses of one suit.

    Attributes:
        high: cards in the leader.
        low: cards in the trailer.
        leader: the house that leads; the one with the lower number while it is undecided.
        trailer: the other one.
        undecided: whether the two may still change places.
    """

    high: int = 0
    low: int = 0
    leader: int = NOBODY
    trailer: int = NOBODY
    undecided: bool = False

    @property
    def kings(self) -> int:
        """How many of the houses have a king."""
        return (self.high > 0) + (self.low > 0)

    def full(self, ranks: int) -> set[int]:
        """The houses that are full."""
        houses = ((self.high, self.leader), (self.low, self.trailer))
        return {house for count, house in houses if count == ranks}

    def crowned(self, house: int) -> tuple["Pair", ...]:
        """The pair when one more house has a king."""
        if self.high == 0:
            return (Pair(high=1, leader=house),)
        return (Pair(self.high, 1, self.leader, house, self.high == 1),)

    def grown(self, order: int, ranks: int) -> tuple["Pair", ...]:
        """The pair with the card under which `order` cards lie; two, if a house was undecided."""
        count = order + 1
        if order == self.high:
            decided = not self.undecided or count == ranks
            led = Pair(count, self.low, self.leader, self.trailer, not decided)
            other = Pair(count, self.low, self.trailer, self.leader)
            return (led, other) if self.undecided and count == ranks else (led,)
        if count < self.high:
            return (Pair(self.high, count, self.leader, self.trailer, self.undecided),)
        leader, trailer = sorted((self.leader, self.trailer))
        return (Pair(self.high, count, leader, trailer, count < ranks),)
