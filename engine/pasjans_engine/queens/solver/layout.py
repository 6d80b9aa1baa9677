"""What has to be known of a position to search for a solution, as plain Python has it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from pasjans_engine.cards import kind_of
from pasjans_engine.queens.layout import NONE, Position, Size
from pasjans_engine.queens.solver.pairs import NOBODY, Pair

SUIT_KINDS: Final = kind_of(1, 0)
"""A card is `suit * 13 + rank`, with fewer ranks too."""

Columns: TypeAlias = tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """What has to be known of a position.

    **D1.** With unlimited redeals, stock and waste are one *set* of cards that can always be
    played: each of them comes to the top of the waste by drawing and redealing, and no other card
    moves. So the order of the two is no part of it.

    Attributes:
        size: how much there is of everything.
        columns: the cards of each column, the first card first.
        set: the cards of stock and waste, ascending.
        prisoners: the prisoner of each house that has one, `NONE` once it has gone.
        pairs: the houses of each suit.
    """

    size: Size
    columns: Columns
    set: bytes
    prisoners: bytes
    pairs: tuple[Pair, ...]

    @property
    def key(self) -> "Layout":
        """The same for all layouts that differ in the order of their columns.

        **D4.** Columns are interchangeable: no rule names one.
        """
        return replace(self, columns=tuple(sorted(self.columns)))

    @property
    def solved(self) -> bool:
        """Whether all cards are in houses."""
        return all(pair.high == pair.low == self.size.ranks for pair in self.pairs)

    @property
    def kings(self) -> int:
        """How many houses have a king."""
        return sum(pair.kings for pair in self.pairs)

    def order(self, card: int) -> int:
        """How many cards lie under a card in its house."""
        return (card % SUIT_KINDS + 1) % self.size.ranks

    def pair(self, card: int) -> Pair:
        """The houses of a card's suit."""
        return self.pairs[card // SUIT_KINDS]

    def fits(self, card: int) -> bool:
        """Whether a card may go to a house."""
        return self.order(card) in (self.pair(card).high, self.pair(card).low)

    def housed(self, card: int) -> Iterator["Layout"]:
        """The layouts with one more card in the houses, which has left where it was."""
        order, suit = self.order(card), card // SUIT_KINDS
        if order == 0:
            pairs = self.pair(card).crowned(self.kings)
        else:
            pairs = self.pair(card).grown(order, self.size.ranks)
        if len(pairs) == 2 and self.prisoner(pairs[0].leader) == self.prisoner(pairs[1].leader):
            pairs = pairs[:1]
        for pair in pairs:
            yield replace(self, pairs=(*self.pairs[:suit], pair, *self.pairs[suit + 1 :]))

    def prisoner(self, house: int) -> int:
        """The prisoner of a house, `NONE` if there is none."""
        return self.prisoners[house] if house < len(self.prisoners) else NONE

    def open_prisoners(self) -> list[int]:
        """The houses whose prisoners are open, ascending."""
        full = {house for pair in self.pairs for house in pair.full(self.size.ranks)}
        return sorted(house for house in full if self.prisoner(house) != NONE)

    def without(self, card: int) -> "Layout":
        """The layout without one card of the set."""
        return replace(self, set=self.set.replace(bytes((card,)), b"", 1))

    def with_column(self, column: int, cards: bytes) -> "Layout":
        """The layout with other cards in a column."""
        return replace(self, columns=(*self.columns[:column], cards, *self.columns[column + 1 :]))


def layout_of(size: Size, position: Position) -> Layout:
    """The layout of a position."""
    pairs = [Pair()] * size.suits
    layout = Layout(size, position.columns, b"", position.prisoners, ())
    for house, top in enumerate(position.houses):
        if top != NONE:
            suit = top // SUIT_KINDS
            pairs[suit] = _joined(pairs[suit], layout.order(top) + 1, house, size.ranks)
    cards = bytes(sorted(position.stock + position.waste))
    return replace(layout, set=cards, pairs=tuple(pairs))


def _joined(pair: Pair, count: int, house: int, ranks: int) -> Pair:
    if pair.leader == NOBODY:
        return Pair(count, 0, house)
    if count > pair.high:
        return Pair(count, pair.high, house, pair.leader)
    return Pair(pair.high, count, pair.leader, house, count == pair.high < ranks)
