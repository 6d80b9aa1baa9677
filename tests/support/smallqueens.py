"""Queens with small decks, so that all that can be reached can be looked at."""

import random
from collections.abc import Iterator

from pasjans_engine.cards import kind_of
from pasjans_engine.queens import NONE, Position, QueensRules, Size
from pasjans_engine.queens.tables import build

SIZES = (
    Size(suits=1, ranks=4, columns=2, rounds=2, prisoners=1),
    Size(suits=1, ranks=5, columns=2, rounds=3, prisoners=1),
    Size(suits=1, ranks=6, columns=2, rounds=4, prisoners=1),
    Size(suits=1, ranks=7, columns=2, rounds=5, prisoners=1),
    Size(suits=2, ranks=3, columns=2, rounds=3, prisoners=3),
    Size(suits=2, ranks=4, columns=2, rounds=5, prisoners=3),
)
"""Sizes of which between one deal in twenty and three in four cannot be solved."""


def small_rules(size: Size) -> QueensRules:
    """The rules of a size, redeals unlimited."""
    return QueensRules("small", build(size), max_redeals=None)


def small_deals(size: Size, seed: int = 1) -> Iterator[Position]:
    """Deals by lot, without end."""
    chance = random.Random(seed)
    deck = 2 * [kind_of(suit, rank) for suit in range(size.suits) for rank in range(size.ranks)]
    stock = size.prisoners + size.columns * size.rounds
    while True:
        chance.shuffle(deck)
        cards = bytes(deck)
        yield Position(
            houses=bytes((NONE,)) * size.houses,
            prisoners=cards[: size.prisoners],
            columns=tuple(
                cards[size.prisoners + column : stock : size.columns]
                for column in range(size.columns)
            ),
            waste=b"",
            stock=cards[stock:],
        )
