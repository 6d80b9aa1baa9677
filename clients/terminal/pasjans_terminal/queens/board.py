"""From what the server says of a game of queens to what is drawn of it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pasjans.slots import QUEENS
from pasjans_engine.queens import QUEENS_3PASS, Draw, Put, Redeal
from pasjans_engine.queens.layout import Move, Pile, Place, Size
from pasjans_engine.queens.notation import parse_move
from pasjans_engine.queens.seen import Seen
from pasjans_terminal.counters import standing
from pasjans_terminal.drawing.cards.panel import CardFigures
from pasjans_terminal.drawing.cards.table import CardTable, Moved

_SIZE = Size()


@dataclass(frozen=True, slots=True)
class Offers:
    """What may be played now, as the server listed it.

    Attributes:
        puts: cards that may go from one pile to another.
        turn: a card may be drawn, or the waste turned over; None for neither.
    """

    puts: tuple[Put, ...] = ()
    turn: Draw | Redeal | None = None


def offers_of(legal: Iterable[str] | None) -> Offers:
    """The legal moves, read; none where they are not known."""
    moves = [move_of(name) for name in legal or ()]
    turns = (move for move in moves if not isinstance(move, Put))
    return Offers(tuple(move for move in moves if isinstance(move, Put)), next(turns, None))


def move_of(name: str) -> Move:
    """The move that a text names."""
    return parse_move(_SIZE, name)


def table_of(rules: str, view: Sequence[int], legal: Iterable[str] | None) -> CardTable:
    """What is drawn of a position, with nothing chosen."""
    seen, offers = Seen.of(view), offers_of(legal)
    return CardTable(seen, offers.puts, offers.turn, redeals_left=_redeals_left(rules, seen))


def figures_of(view: Sequence[int], *, place: str = "", watching: int | None = None) -> CardFigures:
    """The figures of a position."""
    return CardFigures(
        status=standing(QUEENS, view),
        moves=view[QUEENS.moves],
        draws=draws_in(view),
        undos=view[QUEENS.undos],
        redos=view[QUEENS.redos],
        place=place,
        watching=watching,
    )


def draws_in(view: Sequence[int]) -> int:
    """Draws and redeals on the line."""
    return 0 if QUEENS.draws is None else view[QUEENS.draws]


def change_between(before: Sequence[int], after: Sequence[int]) -> Put | None:
    """The cards that went from one pile to another between two positions; None if none did."""
    earlier, later = CardTable(Seen.of(before)), CardTable(Seen.of(after))
    if earlier.seen.stock != later.seen.stock:
        return None
    counts = {pile: _count(later, pile) - _count(earlier, pile) for pile in _piles(earlier)}
    left = [pile for pile, count in counts.items() if count < 0]
    came = [pile for pile, count in counts.items() if count > 0]
    if len(left) != 1 or len(came) != 1:
        return None
    return Put(left[0], -counts[left[0]], came[0])


def moved_to(before: Sequence[int], after: Sequence[int]) -> Moved | None:
    """The cards that came to a pile between two positions; None if none did."""
    put = change_between(before, after)
    return None if put is None else Moved(put.target, put.count)


def _redeals_left(rules: str, seen: Seen) -> int | None:
    if rules != QUEENS_3PASS.id or QUEENS_3PASS.max_redeals is None:
        return None
    return QUEENS_3PASS.max_redeals - seen.redeals


def _piles(table: CardTable) -> tuple[Pile, ...]:
    return tuple(pile for place in Place for pile in table.piles(place))


def _count(table: CardTable, pile: Pile) -> int:
    """How many cards a pile has; of a house, which shows one alone, as many as that one tells."""
    cards = table.cards_of(pile)
    if pile.place is not Place.HOUSE or not cards:
        return len(cards)
    # Rule 3.2: "On the king: ace, two, …, queen of that suit, 13 cards."
    return (cards[-1] + 1) % _SIZE.ranks + 1
