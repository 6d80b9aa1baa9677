"""Cards written one after the other, and whether they are the whole of two decks."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from pasjans_engine.cards import KIND_COUNT, card_name, kind_of, parse_kind
from pasjans_engine.errors import Invalid
from pasjans_engine.queens.layout import NONE, Size

EMPTY_NAME: Final = "--"
"""What is written where no card lies."""

_NAMES: Final = (*map(card_name, range(KIND_COUNT)), EMPTY_NAME)


def cards_name(cards: Iterable[int]) -> str:
    """Cards and empty places with one space between them."""
    return " ".join(_NAMES[card] for card in cards)


def parse_places(text: str) -> bytes:
    """Cards and empty places with one space between them.

    Raises:
        Invalid: something else stands there.
    """
    names = text.split(" ")
    return bytes(NONE if name == EMPTY_NAME else parse_kind(name) for name in names)


def parse_pile(text: str) -> bytes:
    """The cards of a pile, `--` for an empty one.

    Raises:
        Invalid: something else stands there.
    """
    return b"" if text == EMPTY_NAME else bytes(map(parse_kind, text.split(" ")))


def split(text: str, mark: str, names: Sequence[str]) -> list[str]:
    """The parts of a text between marks that have a space on each side.

    Args:
        text: what is split.
        mark: what stands between the parts.
        names: what each part is called.

    Raises:
        Invalid: there are more or fewer parts than names.
    """
    parts = text.split(f" {mark} ")
    if len(parts) != len(names):
        expected = f" {mark} ".join(names)
        message = f"expected {len(names)} parts with ' {mark} ' between them: {expected}"
        raise Invalid(f"{message}, not {len(parts)}", text)
    return parts


def deck(size: Size) -> tuple[int, ...]:
    """The kinds of all cards, both decks in their first order."""
    kinds = (kind_of(suit, rank) for suit in range(size.suits) for rank in range(size.ranks))
    return tuple(kinds) * 2


def require_deck(size: Size, cards: Iterable[int]) -> None:
    """Refuse cards that are not the whole of both decks.

    Raises:
        Invalid: a card is there too often, or else not often enough; names the first.
    """
    # Rule 3.1: "Two decks, 104 cards."
    found, wanted = Counter(cards), Counter(deck(size))
    for kind in (*sorted(found - wanted), *sorted(wanted - found)):
        name = card_name(kind)
        message = f"{name} is there {_times(found[kind])}"
        raise Invalid(f"{message}: two decks hold it {_times(wanted[kind])}", name)


def _times(count: int) -> str:
    return ("not at all", "once", "twice")[count] if count < 3 else f"{count} times"
