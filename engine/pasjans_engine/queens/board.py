"""What may be seen of a position: nothing that lies face down, also when the game is over.

Slots, for the size of the game: 0 to 7 the top of each house, 8 to 14 the prisoners, 15 to 142
the columns with 16 slots each, first card first, 143 to 207 the waste from the bottom to the top,
208 the number of cards in the stock, 209 the redeals used. A slot without a card is `NONE`, and a
prisoner that has not opened is `FACE_DOWN`.
"""

from typing import Final

from pasjans_engine.queens.layout import FACE_DOWN, NONE, Position
from pasjans_engine.queens.moves import is_open
from pasjans_engine.queens.tables import Tables

_NO_CARD: Final = bytes((NONE,))


def board(tables: Tables, position: Position) -> tuple[int, ...]:
    """What may be seen, in the slots above."""
    # Rule 3.9: "Hidden from everybody until the game is over: unopened prisoners and the
    # stock's order. The waste is a face-up pile."
    size = tables.size
    prisoners = bytes(
        card if card == NONE or is_open(tables, position, prisoner) else FACE_DOWN
        for prisoner, card in enumerate(position.prisoners)
    )
    columns = (cards.ljust(size.column_cards, _NO_CARD) for cards in position.columns)
    waste = position.waste.ljust(size.stock, _NO_CARD)
    seen = b"".join((position.houses, prisoners, *columns, waste))
    return (*seen, len(position.stock), position.redeals)
