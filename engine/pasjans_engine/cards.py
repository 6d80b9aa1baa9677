"""Two decks of cards in their first order, and their names.

A card's name is its rank `A23456789TJQK`, then its suit `SHDC`; the two copies share one name.
Where a card is a place in the order of both decks, it is 0 to 103; where no rule tells the copies
apart, it is a *kind*, 0 to 51 in the order of one deck.

>>> parse_kind("7S"), card_name(6), card_name(58)
(6, '7S', '7S')
"""

from typing import Final

from pasjans_engine.errors import Invalid

RANKS: Final = "A23456789TJQK"
SUITS: Final = "SHDC"
CARD_COUNT: Final = 104
KIND_COUNT: Final = 52

# Seed to deal 2: "cards: twice (spades, hearts, diamonds, clubs, each A to K)"
CARD_NAMES: Final = tuple(rank + suit for _ in range(2) for suit in SUITS for rank in RANKS)
"""Name of each card 0 to 103 in the deck's first order."""

_KINDS_BY_NAME: Final = {name: kind for kind, name in enumerate(CARD_NAMES[:KIND_COUNT])}


def card_name(card: int) -> str:
    """Rank and suit of a card, 0 to 103, or of a kind, 0 to 51."""
    return CARD_NAMES[card]


def kind_of(suit: int, rank: int) -> int:
    """The kind of the cards with a suit, 0 to 3 for S H D C, and a rank, 0 to 12 for A to K."""
    return suit * len(RANKS) + rank


def parse_kind(text: str) -> int:
    """The kind of the cards with this name.

    Raises:
        Invalid: no card has this name; says so when only rank and suit are swapped.
    """
    kind = _KINDS_BY_NAME.get(text)
    if kind is not None:
        return kind
    if text[::-1] in _KINDS_BY_NAME:
        raise Invalid(f"a card is written rank first: {text[::-1]}, not {text}", text)
    message = f"{text!r} is not a card: expected a rank of {RANKS}, then a suit of {SUITS}"
    raise Invalid(message, text)
