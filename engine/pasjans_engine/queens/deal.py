"""The text of a deal: `prisoners | col1 / … / col8 | stock`."""

from pasjans_engine.errors import Invalid
from pasjans_engine.queens.layout import NONE, Position, Size
from pasjans_engine.queens.packs import cards_name, deck, parse_pile, require_deck, split
from pasjans_engine.shuffle import shuffled


def deal_name(seed: bytes, size: Size = Size()) -> str:  # noqa: B008
    """The deal that a seed decides.

    Raises:
        Invalid: the seed is not 32 bytes long.
    """
    # Seed to deal 4: "Cards: 7 prisoners (house 1 first), then four rounds of one card to each
    # of the columns 1 to 8, then the stock, first drawn first."
    pack = deck(size)
    cards = [pack[card] for card in shuffled(seed, size.cards)]
    first_stock = size.prisoners + size.rounds * size.columns
    open_cards = cards[size.prisoners : first_stock]
    columns = (cards_name(open_cards[column :: size.columns]) for column in range(size.columns))
    prisoners, stock = cards[: size.prisoners], cards[first_stock:]
    return " | ".join((cards_name(prisoners), " / ".join(columns), cards_name(stock)))


def parse_deal(size: Size, text: str) -> Position:
    """The position before the first move.

    Raises:
        Invalid: not the text of a deal: all cards of two decks, dealt out as the rules say.
    """
    # From "Notation": "Queens deal: `prisoners | col1 / … / col8 | stock`, a column from its
    # first card to its last, the stock from the card that is drawn first."
    dealt, laid, left = split(text, "|", ("prisoners", "columns", "stock"))
    names = [f"column {column + 1}" for column in range(size.columns)]
    columns = tuple(
        _counted(name, cards, size.rounds)
        for name, cards in zip(names, split(laid, "/", names), strict=True)
    )
    prisoners = _counted("the row of prisoners", dealt, size.prisoners)
    stock = _counted("the stock", left, size.stock)
    require_deck(size, b"".join((prisoners, *columns, stock)))
    return Position(bytes((NONE,) * size.houses), prisoners, columns, b"", stock)


def _counted(name: str, text: str, count: int) -> bytes:
    cards = parse_pile(text)
    if len(cards) != count:
        raise Invalid(f"{name} of a deal holds {count} cards, not {len(cards)}", text)
    return cards
