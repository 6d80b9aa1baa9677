"""The text of a deal: `prisoners | col1 / … / col8 | stock`."""

from typing import Final

from pasjans_engine.cards import CARD_COUNT, CARD_NAMES
from pasjans_engine.shuffle import shuffled

PRISONER_COUNT: Final = 7
COLUMN_COUNT: Final = 8
ROUND_COUNT: Final = 4


def deal_name(seed: bytes) -> str:
    """The deal that a seed decides.

    Raises:
        Invalid: the seed is not 32 bytes long.
    """
    # Seed to deal 4: "Cards: 7 prisoners (house 1 first), then four rounds of one card to each
    # of the columns 1 to 8, then the stock, first drawn first."
    cards = [CARD_NAMES[card] for card in shuffled(seed, CARD_COUNT)]
    first_stock = PRISONER_COUNT + ROUND_COUNT * COLUMN_COUNT
    open_cards = cards[PRISONER_COUNT:first_stock]
    columns = (" ".join(open_cards[column::COLUMN_COUNT]) for column in range(COLUMN_COUNT))
    return " | ".join(
        (" ".join(cards[:PRISONER_COUNT]), " / ".join(columns), " ".join(cards[first_stock:]))
    )
