"""A position, and the game it belongs to, as the kernels have them."""

from collections.abc import Iterator, Sequence
from typing import Final

from pasjans_engine.cards import kind_of
from pasjans_engine.queens.layout import NONE, Position, Size
from pasjans_engine.queens.passes.kernels.arrays import (
    COLUMNS,
    FIRST,
    FOLLOWING,
    FULL,
    GAME_LENGTH,
    GONE,
    LEADER,
    LEADING,
    LEFT,
    LENGTHS,
    LEVELS,
    PRISONERS,
    ROW_LENGTH,
    SECOND,
    SLOTS,
    STARTED,
    STOCK,
)

_SUIT_KINDS: Final = kind_of(1, 0)
_HOUSE_CARDS: Final = 14
"""A house has 0 to 13 cards."""
_FULL_LEVEL: Final = 15


def game_of(size: Size, position: Position) -> list[int]:
    """What stays the same in all positions that follow."""
    stock = position.waste + position.stock
    game = [0] * GAME_LENGTH
    game[:5] = size.suits, size.ranks, size.columns, size.prisoners, len(stock)
    game[PRISONERS : PRISONERS + size.prisoners] = position.prisoners
    game[STOCK : STOCK + len(stock)] = stock
    for suit in range(size.suits):
        at = LEVELS + _HOUSE_CARDS * suit
        game[at : at + size.ranks + 1] = _levels(size, suit, position.prisoners)
    return game


def row_of(size: Size, position: Position) -> list[int]:
    """The position as a row."""
    row = [0] * ROW_LENGTH
    for suit in range(size.suits):
        for house, cards in _houses(size, position, suit):
            number_at, cards_at = (SECOND, FOLLOWING) if row[FIRST + suit] else (FIRST, LEADING)
            row[number_at + suit], row[cards_at + suit] = house + 1, cards
        row[LEADER + suit] = _leader(size, row[LEADING + suit], row[FOLLOWING + suit])
    counts = [house_cards(size, top) for top in position.houses]
    row[STARTED] = sum(count > 0 for count in counts)
    row[FULL] = _mask(count == size.ranks for count in counts)
    row[GONE] = _mask(card == NONE for card in position.prisoners)
    for column, pile in enumerate(position.columns):
        first = COLUMNS + SLOTS * column
        row[LENGTHS + column] = len(pile)
        row[first : first + len(pile)] = pile
    for place in range(len(position.waste + position.stock)):
        row[LEFT + place] = 1
    return row


def house_cards(size: Size, top: int) -> int:
    """How many cards are in a house with this top."""
    return 0 if top == NONE else (top % _SUIT_KINDS + 1) % size.ranks + 1


def _houses(size: Size, position: Position, suit: int) -> list[tuple[int, int]]:
    """The houses of a suit and their numbers of cards, the one with more cards first."""
    houses = [
        (house, house_cards(size, top))
        for house, top in enumerate(position.houses)
        if top != NONE and top // _SUIT_KINDS == suit
    ]
    return sorted(houses, key=lambda pair: -pair[1])


def _leader(size: Size, leading: int, following: int) -> int:
    """Whether it is known which house leads: not if they are level and not full."""
    if leading == 0 or (leading == following and leading < size.ranks):
        return 0
    return 1


def _levels(size: Size, suit: int, prisoners: Sequence[int]) -> Iterator[int]:
    """By number of cards in a house: a number that goes up when one of the prisoners is passed."""
    yield 0
    for cards in range(1, size.ranks):
        passed = {
            card for card in prisoners if card in range(kind_of(suit, 0), kind_of(suit, cards - 1))
        }
        yield 1 + len(passed)
    yield _FULL_LEVEL


def _mask(bits: Iterator[bool]) -> int:
    return sum(1 << number for number, bit in enumerate(bits) if bit)
