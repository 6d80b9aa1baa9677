"""What may be seen of a game of queens, kept by a naive program that shares nothing with ours.

It is told the deal and the commands that were accepted, and moves names of cards between lists.
"""

import re
from copy import deepcopy
from dataclasses import dataclass, field

SUITS = "SHDC"
RANKS = "A23456789TJQK"
NO_CARD, FACE_DOWN = 52, 53
COLUMN_CARDS, WASTE_CARDS, HOUSE_CARDS = 16, 65, 13
PLAYING, SOLVED, RESIGNED = 0, 1, 3

_PILE = re.compile(r"(w|[cph])(\d?)(?:\*(\d+))?>([ch])(\d)", re.ASCII)


@dataclass(slots=True)
class Table:
    """Cards in piles, by name."""

    prisoners: list[str]
    columns: list[list[str]]
    stock: list[str]
    houses: list[list[str]] = field(default_factory=lambda: [[] for _ in range(8)])
    waste: list[str] = field(default_factory=list[str])
    redeals: int = 0
    moves: int = 0
    draws: int = 0


class Onlooker:
    """See the module.

    Args:
        rules: `queens` or `queens-3pass`.
        deal: The deal's text.
    """

    def __init__(self, rules: str, deal: str) -> None:
        prisoners, columns, stock = deal.split(" | ")
        piles = [column.split() for column in columns.split(" / ")]
        self.table = Table(prisoners.split(), piles, stock.split())
        self._counts_redeals = rules == "queens-3pass"
        self._before: list[Table] = []
        self._ahead: list[Table] = []
        self._undos = self._hints = 0
        self._resigned = False
        self.never_drawn = len(self.table.stock)
        """How many of the last cards of the stock nobody has seen yet."""

    def take(self, action: str) -> None:
        """Do what a command does that was accepted."""
        match action:
            case "undo":
                self._ahead.append(self.table)
                self.table = self._before.pop()
                self._undos += 1
            case "redo":
                self._before.append(self.table)
                self.table = self._ahead.pop()
            case "hint":
                self._hints += 1
            case "resign":
                self._resigned = True
            case _:
                self._before.append(self.table)
                self._ahead.clear()
                self.table = deepcopy(self.table)
                self._play(action)

    def _play(self, action: str) -> None:
        table = self.table
        if action == "draw":
            table.waste.append(table.stock.pop(0))
            table.draws += 1
            if not table.redeals:
                self.never_drawn = min(self.never_drawn, len(table.stock))
        elif action == "redeal":
            table.stock, table.waste = table.waste, []
            table.draws += 1
            table.redeals += 1
            self.never_drawn = 0
        else:
            self._move(action)
            table.moves += 1

    def _move(self, action: str) -> None:
        parts = _PILE.fullmatch(action)
        assert parts is not None, action
        source, number, count, target, other = parts.groups()
        onto = (self.table.houses if target == "h" else self.table.columns)[int(other) - 1]
        if source == "p":
            onto.append(self.table.prisoners[int(number) - 1])
            self.table.prisoners[int(number) - 1] = ""
            return
        pile = self.table.waste if source == "w" else self.table.columns[int(number) - 1]
        length = int(count or 1)
        onto.extend(pile[-length:])
        del pile[-length:]

    @property
    def view(self) -> tuple[int, ...]:
        """The slots of all that may be seen, the counters included."""
        table = self.table
        seen = [_kind(house[-1]) if house else NO_CARD for house in table.houses]
        for prisoner, house in zip(table.prisoners, table.houses, strict=False):
            seen.append(_prisoner(prisoner, is_open=len(house) == HOUSE_CARDS))
        for column in table.columns:
            seen += _padded(column, COLUMN_CARDS)
        seen += _padded(table.waste, WASTE_CARDS)
        seen += (len(table.stock), table.redeals if self._counts_redeals else 0)
        seen += (self._status, table.moves, self._undos, len(self._ahead), table.draws)
        return (*seen, self._hints) if self._hints else tuple(seen)

    @property
    def _status(self) -> int:
        if self._resigned:
            return RESIGNED
        full = sum(len(house) for house in self.table.houses) == 8 * HOUSE_CARDS
        return SOLVED if full else PLAYING


def _prisoner(card: str, *, is_open: bool) -> int:
    if not card:
        return NO_CARD
    return _kind(card) if is_open else FACE_DOWN


def _padded(cards: list[str], length: int) -> list[int]:
    return [*map(_kind, cards), *[NO_CARD] * (length - len(cards))]


def _kind(card: str) -> int:
    return SUITS.index(card[1]) * len(RANKS) + RANKS.index(card[0])
