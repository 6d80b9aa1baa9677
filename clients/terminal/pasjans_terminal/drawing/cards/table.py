"""What is drawn of a game of cards: what lies where, what may move, what its player looks at."""

from dataclasses import dataclass

from pasjans_engine.queens.layout import NONE, WASTE, Draw, Move, Pile, Place, Put, Redeal
from pasjans_engine.queens.seen import Seen


@dataclass(frozen=True, slots=True)
class Moved:
    """The last cards of a pile.

    Attributes:
        pile: the pile.
        count: how many of its last cards.
    """

    pile: Pile
    count: int = 1


@dataclass(frozen=True, slots=True)
class CardTable:
    """See the module.

    Attributes:
        seen: what lies where.
        puts: the moves of cards that are possible.
        turn: what the stock does now: a card is drawn, or the waste turned over; None for neither.
        chosen: the cards that the player looks at.
        target: the pile that they would go to.
        moved: the cards that moved last.
        advised: the move that a hint told.
        redeals_left: how many redeals are left; None where they are not limited.
    """

    seen: Seen
    puts: tuple[Put, ...] = ()
    turn: Draw | Redeal | None = None
    chosen: Moved | None = None
    target: Pile | None = None
    moved: Moved | None = None
    advised: Move | None = None
    redeals_left: int | None = None

    @property
    def takers(self) -> frozenset[Pile]:
        """The piles that take the chosen cards."""
        chosen = self.chosen
        if chosen is None:
            return frozenset()
        return frozenset(put.target for put in self.puts if Moved(put.source, put.count) == chosen)

    def is_bare(self, pile: Pile) -> bool:
        """Whether a pile is an empty column, where anything fits."""
        return pile.place is Place.COLUMN and not self.cards_of(pile)

    def cards_of(self, pile: Pile) -> bytes:
        """The cards of a pile that may be seen, the last one last; of a house its top alone."""
        seen = self.seen
        match pile.place:
            case Place.WASTE:
                return seen.waste
            case Place.COLUMN:
                return seen.columns[pile.index]
            case Place.PRISONER:
                return _there(seen.prisoners[pile.index])
            case Place.HOUSE:
                return _there(seen.houses[pile.index])

    def piles(self, place: Place) -> tuple[Pile, ...]:
        """The piles of one kind, in their order."""
        if place is Place.WASTE:
            return (WASTE,)
        seen = self.seen
        piles = {
            Place.HOUSE: seen.houses,
            Place.PRISONER: seen.prisoners,
            Place.COLUMN: seen.columns,
        }
        return tuple(Pile(place, index) for index in range(len(piles[place])))


def _there(card: int) -> bytes:
    return b"" if card == NONE else bytes((card,))
