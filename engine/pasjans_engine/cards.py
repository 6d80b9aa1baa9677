"""Two decks of cards in their first order, and their names.

A card's name is its rank `A23456789TJQK`, then its suit `SHDC`; the two copies share one name.
"""

from typing import Final

RANKS: Final = "A23456789TJQK"
SUITS: Final = "SHDC"
CARD_COUNT: Final = 104

# Seed to deal 2: "cards: twice (spades, hearts, diamonds, clubs, each A to K)"
CARD_NAMES: Final = tuple(rank + suit for _ in range(2) for suit in SUITS for rank in RANKS)
"""Name of each card 0 to 103 in the deck's first order."""


def card_name(card: int) -> str:
    """Rank and suit of a card, 0 to 103."""
    return CARD_NAMES[card]
