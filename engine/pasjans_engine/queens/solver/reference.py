"""The search that may prove, in plain Python: short and slow, for tests to compare with.

Depth-first, over what has to be known of a position (`Layout`), until a solution is met or nothing
is left to look at. What is not looked at, and why no solution is lost: D1 to D7, where they are
applied.
"""

from collections.abc import Iterator
from dataclasses import replace

from pasjans_engine.queens.layout import NONE, Position
from pasjans_engine.queens.rules import QueensRules
from pasjans_engine.queens.solver.layout import SUIT_KINDS, Layout, layout_of


def solvable(rules: QueensRules, position: Position, *, max_nodes: int) -> tuple[bool | None, int]:
    """Whether a position can be solved, None if the budget was reached, and the nodes.

    Args:
        rules: rules with unlimited redeals.
        position: where the search begins.
        max_nodes: how many positions may be looked at.
    """
    start = settled(layout_of(rules.size, position))
    ahead, seen, nodes = [start], {start.key}, 0
    while ahead:
        here = ahead.pop()
        if here.solved:
            return True, nodes
        if nodes == max_nodes:
            return None, nodes
        nodes += 1
        for there in map(settled, forced(here) or steps(here)):
            if there.key not in seen:
                seen.add(there.key)
                ahead.append(there)
    return False, nodes


def settled(layout: Layout) -> Layout:
    """The layout after the moves that need no choice."""
    after = forced(layout)
    while len(after) == 1:
        layout = after[0]
        after = forced(layout)
    return layout


def forced(layout: Layout) -> list[Layout]:
    """What the first house move that need not be chosen leads to; nothing if there is none.

    **D5.** A house move of a card X may be made at once, and nothing else be looked at, if neither
    X nor its twin matters any more: `kernels.forced` says why.
    """
    for column, cards in enumerate(layout.columns):
        if (
            cards
            and ready(layout, cards[-1], layout.set.count(cards[-1]))
            and not matters_as_base(layout, column)
        ):
            return list(layout.with_column(column, cards[:-1]).housed(cards[-1]))
    for house in layout.open_prisoners():
        card = layout.prisoner(house)
        gaps = leads(layout, card) and fills_gaps(layout, card)
        if ready(layout, card, layout.set.count(card)) and not gaps:
            return list(_released(layout, house).housed(card))
    for card in _wanted(layout):
        if ready(layout, card, layout.set.count(card) - 1) and not fills_gaps(layout, card):
            return list(layout.without(card).housed(card))
    return []


def ready(layout: Layout, card: int, twins_in_set: int) -> bool:
    """Whether a card fits and neither its twin nor, for kings, the house it gets matters."""
    if not layout.fits(card) or twin_matters(layout, card, twins_in_set):
        return False
    return layout.order(card) > 0 or layout.kings + 1 == layout.size.houses


def leads(layout: Layout, card: int) -> bool:
    """Whether a card that fits goes to the leader, so that its twin is in no house."""
    return layout.order(card) == layout.pair(card).high


def twin_matters(layout: Layout, card: int, twins_in_set: int) -> bool:
    """Whether the other copy of a card that fits is neither in a house nor in the set."""
    return leads(layout, card) and not twins_in_set


def matters_as_base(layout: Layout, column: int) -> bool:
    """Whether something may come to lie on the last card of a column, and need that."""
    cards = layout.columns[column]
    if not lower_lies(layout, cards[-1]):
        return False
    return len(cards) > 1 or higher_lies(layout, cards[-1])


def fills_gaps(layout: Layout, card: int) -> bool:
    """Whether a card of the set may some time fill a gap before a run."""
    return lower_lies(layout, card) and higher_lies(layout, card)


def lower_lies(layout: Layout, card: int) -> bool:
    """Whether a lower card of the suit lies in the columns."""
    first = card // SUIT_KINDS * SUIT_KINDS
    return any(other in range(first, card) for cards in layout.columns for other in cards)


def higher_lies(layout: Layout, card: int) -> bool:
    """Whether a higher card of the suit lies in the columns."""
    end = (card // SUIT_KINDS + 1) * SUIT_KINDS
    return any(other in range(card + 1, end) for cards in layout.columns for other in cards)


def _released(layout: Layout, house: int) -> Layout:
    prisoners = bytearray(layout.prisoners)
    prisoners[house] = NONE
    return replace(layout, prisoners=bytes(prisoners))


def _wanted(layout: Layout) -> list[int]:
    """The cards of the set that fit, suits ascending, the leader's card first."""
    orders = [(suit, n) for suit, pair in enumerate(layout.pairs) for n in (pair.high, pair.low)]
    cards = [
        suit * SUIT_KINDS + (order - 1) % layout.size.ranks
        for suit, order in orders
        if order < layout.size.ranks
    ]
    return [card for card in dict.fromkeys(cards) if card in layout.set]


def steps(layout: Layout) -> list[Layout]:
    """What the moves lead to that a search has to look at where nothing is forced."""
    after = [there for card in _wanted(layout) for there in layout.without(card).housed(card)]
    for house in layout.open_prisoners():
        if layout.fits(layout.prisoner(house)):
            after += _released(layout, house).housed(layout.prisoner(house))
    for column, cards in enumerate(layout.columns):
        if cards and layout.fits(cards[-1]):
            after += layout.with_column(column, cards[:-1]).housed(cards[-1])
        for count in range(1, run_length(cards) + 1):
            after += runs(layout, column, count)
    return after


def run_length(cards: bytes) -> int:
    """How many of a column's last cards go down in one suit."""
    count = min(len(cards), 1)
    while count < len(cards) and _goes_on(cards[-count - 1], cards[-count]):
        count += 1
    return count


def _goes_on(upper: int, lower: int) -> bool:
    return upper == lower + 1 and upper // SUIT_KINDS == lower // SUIT_KINDS


def runs(layout: Layout, column: int, count: int) -> Iterator[Layout]:
    """What the moves of a column's last cards to other columns lead to.

    **D7.** A part of a run is moved onto a card only to send the card that it exposes to a house,
    at once. Source: Blake and Gent, "The Winnability of Klondike Solitaire and Many Other Patience
    Games", appendix B. To an empty column any part may go, but a whole column would change nothing
    there, and one empty column stands for all (D4).
    """
    cards = layout.columns[column]
    rest, run = cards[:-count], cards[-count:]
    left = layout.with_column(column, rest)
    if rest and b"" in layout.columns:
        yield left.with_column(layout.columns.index(b""), run)
    whole = count == run_length(cards)
    if not whole and not layout.fits(rest[-1]):
        return
    for target, there in enumerate(layout.columns):
        gap = gap_before(run[0], there) if target != column else None
        if gap is not None and all(card in layout.set for card in gap):
            after = left.with_column(target, there + gap + run)
            for card in gap:
                after = after.without(card)
            if whole:
                yield after
            else:
                yield from after.with_column(column, rest[:-1]).housed(rest[-1])


def gap_before(head: int, there: bytes) -> bytes | None:
    """The cards missing between a column's last card and a run, None if it can never go there.

    **D3.** A card of the set goes to a column only to fill such a gap, just before the run: until
    then the card under it is the freer for it. **D2.** So none goes to an empty column.
    """
    if not there or there[-1] <= head or there[-1] // SUIT_KINDS != head // SUIT_KINDS:
        return None
    return bytes(range(there[-1] - 1, head, -1))
