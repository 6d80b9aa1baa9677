"""What a player of cards looks at: the last cards of a pile, and the pile that they would go to.

Pure transitions: `kept` and `followed` after a change of the game; the others for keys and mouse.
Which moves there are is known from the server alone.
"""

from dataclasses import dataclass, replace
from typing import Final

from pasjans_engine.queens.layout import Pile, Place, Put
from pasjans_terminal.drawing.cards.table import CardTable, Moved

_ORDER: Final = (Place.PRISONER, Place.COLUMN, Place.WASTE)


@dataclass(frozen=True, slots=True)
class Choice:
    """What is chosen.

    Attributes:
        cards: the chosen cards; None when nothing may move.
        target: the pile that they would go to.
        been: the piles that these cards came from, one move after another.
    """

    cards: Moved | None = None
    target: Pile | None = None
    been: frozenset[Pile] = frozenset()

    @property
    def put(self) -> Put | None:
        """The move that Enter plays."""
        if self.cards is None or self.target is None:
            return None
        return Put(self.cards.pile, self.cards.count, self.target)


NOTHING: Final = Choice()


def choose(table: CardTable, pile: Pile, count: int | None = None) -> Choice:
    """The cards of a pile that may move, with their best place; nothing if none may.

    Args:
        table: the table.
        pile: the pile.
        count: how many cards; None for as many as have the best place, most of them.
    """
    counts = counts_of(table, pile)
    if count is None and counts:
        count = min(counts, key=lambda number: (_worth(table, pile, number), -number))
    if count not in counts:
        return NOTHING
    return _with_target(table, Choice(Moved(pile, count)))


def kept(table: CardTable, choice: Choice) -> Choice:
    """The choice after a change: the same pile if it still fits somewhere, else another one.

    What fits nothing but an empty column comes last.
    """
    piles = [*reversed(sources(table))]
    if choice.cards is not None and choice.cards.pile in piles:
        piles.insert(0, choice.cards.pile)
    choices = [choose(table, pile) for pile in piles]
    fitting = (one for one in choices if one.target is not None and not table.is_bare(one.target))
    return next(fitting, choices[0] if choices else NOTHING)


def followed(table: CardTable, choice: Choice) -> Choice | None:
    """The choice after its move was played: the same cards, if they fit yet another card.

    None if they do not. The piles that they came from do not count, nor does an empty column.
    """
    put = choice.put
    if put is None:
        return None
    there = Choice(Moved(put.target, put.count), been=choice.been | {put.source})
    fresh = [
        pile for pile in targets(table, there) if pile not in there.been and not table.is_bare(pile)
    ]
    return replace(there, target=fresh[0]) if fresh else None


def sources(table: CardTable) -> tuple[Pile, ...]:
    """The piles with cards that may move: prisoners, columns, the waste."""
    piles = {put.source for put in table.puts}
    return tuple(sorted(piles, key=lambda pile: (_ORDER.index(pile.place), pile.index)))


def counts_of(table: CardTable, pile: Pile) -> tuple[int, ...]:
    """How many cards of a pile may move at a time, ascending."""
    return tuple(sorted({put.count for put in table.puts if put.source == pile}))


def targets(table: CardTable, choice: Choice) -> tuple[Pile, ...]:
    """The piles that the chosen cards may go to, the best first."""
    cards = choice.cards
    piles = [
        put.target for put in table.puts if cards is not None and _is(put, cards.pile, cards.count)
    ]
    return tuple(sorted(piles, key=lambda pile: (_rank(table, pile), pile.index)))


def next_pile(table: CardTable, choice: Choice, step: int) -> Choice:
    """The choice so many piles further, round and round."""
    piles = sources(table)
    if not piles:
        return NOTHING
    if choice.cards is None or choice.cards.pile not in piles:
        return choose(table, piles[0])
    return choose(table, piles[(piles.index(choice.cards.pile) + step) % len(piles)])


def next_count(table: CardTable, choice: Choice, step: int) -> Choice:
    """The choice of the next longer or shorter run of the same column, round and round."""
    cards = choice.cards
    if cards is None:
        return choice
    counts = counts_of(table, cards.pile)
    if cards.count not in counts:
        return choose(table, cards.pile)
    count = counts[(counts.index(cards.count) + step) % len(counts)]
    return choose(table, cards.pile, count)


def next_target(table: CardTable, choice: Choice, step: int) -> Choice:
    """The choice with the next place for the same cards, round and round."""
    piles = targets(table, choice)
    if choice.target not in piles:
        return _with_target(table, choice)
    return replace(choice, target=piles[(piles.index(choice.target) + step) % len(piles)])


def at_move(put: Put) -> Choice:
    """The choice that Enter plays as this move."""
    return Choice(Moved(put.source, put.count), put.target)


def _with_target(table: CardTable, choice: Choice) -> Choice:
    piles = targets(table, choice)
    return replace(choice, target=piles[0] if piles else None)


def _worth(table: CardTable, pile: Pile, count: int) -> int:
    """The rank of the best place for the last cards of a pile."""
    return min(_rank(table, put.target) for put in table.puts if _is(put, pile, count))


def _rank(table: CardTable, pile: Pile) -> int:
    """Houses come first, then columns with cards, then empty ones."""
    if pile.place is Place.HOUSE:
        return 0
    return 2 if table.is_bare(pile) else 1


def _is(put: Put, pile: Pile, count: int) -> bool:
    return (put.source, put.count) == (pile, count)
