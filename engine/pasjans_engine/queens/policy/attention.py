"""What an ordinary player notices, how long such a player goes on, and chance to decide it."""

from typing import Final

HOUSE_PERCENT: Final = 90
"""A card that may go to a house is noticed so often."""

KING_PERCENT: Final = 75
"""A king that may go to a house: now and then it is held back."""

RUN_PERCENT: Final = 90
"""A run that may go onto a card in a column."""

WASTE_PERCENT: Final = 30
"""The top of the waste, if it may go onto a card in a column."""

EMPTY_PERCENT: Final = 30
"""A run that may go into an empty column."""

PASSES: Final = 2
"""So many passes through the stock without a card moved, and the player gives up."""

LOOKS: Final = 8
"""The player looks at the cards so often at least before giving up."""

MULTIPLIER: Final = 2_654_435_761
MASK: Final = 0xFFFF_FFFF
WARM_UP: Final = 8


class Attention:
    """The chances of one play-out: xorshift with 32 bits.

    It begins with the play-out's number times `MULTIPLIER`, made odd, and `WARM_UP` numbers are
    passed over.

    Source: Marsaglia, 2003, Journal of Statistical Software 8 (14), page 4 (13, 17, 5).
    """

    def __init__(self, play_out: int) -> None:
        self._state = play_out * MULTIPLIER & MASK | 1
        for _ in range(WARM_UP):
            self._next()

    def notices(self, percent: int) -> bool:
        """Whether something is noticed that is noticed so often."""
        return self._next() % 100 < percent

    def _next(self) -> int:
        state = self._state
        state ^= state << 13 & MASK
        state ^= state >> 17
        state ^= state << 5 & MASK
        self._state = state
        return state
