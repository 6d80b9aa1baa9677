"""What a player knows who has looked at the cards, and nothing more."""

from dataclasses import dataclass

from pasjans_engine.queens.layout import NONE, REDEAL, Position
from pasjans_engine.queens.moves import is_open, last_cards, run_length
from pasjans_engine.queens.rules import QueensRules
from pasjans_engine.queens.tables import Tables
from pasjans_engine.state import Ply


@dataclass(frozen=True, slots=True)
class Known:
    """What a player knows.

    Attributes:
        tables: what goes on what.
        houses: the top card of each house, `NONE` in an empty one.
        prisoners: the prisoners that are open and still there, `NONE` for all others.
        columns: the cards of each column, the first card first.
        ends: the last card of each column, `NONE` for an empty one.
        runs: how many of each column's last cards go down in one suit.
        heads: the first card of each column's run, `NONE` for an empty one.
        waste: from the bottom to the top.
        stock: how many cards the stock holds.
        hidden: the kinds that may lie in the stock.
        at_hand: the kinds in the waste, and those that lie in the stock for sure: before the
            first redeal none does, since it may be a prisoner.
        can_turn_over: whether the waste can be turned over when the stock is empty.
        limited: whether redeals are limited.
    """

    tables: Tables
    houses: bytes
    prisoners: bytes
    columns: tuple[bytes, ...]
    ends: bytes
    runs: tuple[int, ...]
    heads: bytes
    waste: bytes
    stock: int
    hidden: frozenset[int]
    at_hand: frozenset[int]
    can_turn_over: bool
    limited: bool

    @classmethod
    def of(cls, rules: QueensRules, ply: Ply, position: Position) -> "Known":
        """What the player knows at a ply, which is at this position."""
        tables = rules.tables
        prisoners, closed = _prisoners(tables, position)
        ends = last_cards(position)
        runs = tuple(run_length(tables, cards) for cards in position.columns)
        columns = zip(position.columns, runs, strict=True)
        # Once the waste was turned over, every card of the stock has been seen. Before that, what
        # is not seen is in the stock or a prisoner. As sets: their order nobody knows.
        sure = _turned_over(ply)
        hidden = position.stock if sure or not position.stock else position.stock + closed
        return cls(
            tables,
            position.houses,
            prisoners,
            position.columns,
            ends,
            runs,
            bytes(cards[-count] if cards else NONE for cards, count in columns),
            position.waste,
            len(position.stock),
            frozenset(hidden),
            frozenset(position.waste + (position.stock if sure else b"")),
            rules.has_redeal(position),
            rules.max_redeals is not None,
        )


def _prisoners(tables: Tables, position: Position) -> tuple[bytes, bytes]:
    """The open prisoners in their places, and the others that are still there."""
    opened = bytes(
        card if is_open(tables, position, prisoner) else NONE
        for prisoner, card in enumerate(position.prisoners)
    )
    pairs = zip(position.prisoners, opened, strict=True)
    return opened, bytes(card for card, seen in pairs if card != seen)


def _turned_over(ply: Ply) -> bool:
    """Whether the line has a redeal."""
    here: Ply | None = ply
    while here is not None and here.move != REDEAL:
        here = here.before
    return here is not None
