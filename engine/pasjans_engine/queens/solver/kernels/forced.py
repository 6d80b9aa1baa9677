"""House moves that need no choice.

**D5.** A house move of a card X may be made at once, and nothing else be looked at, if

- *base*: X cannot matter as a base, nor as what fills a gap. In a column: no lower card of its suit
  lies in the columns; or X is alone in its column and no higher one lies there. From the set: no
  lower or no higher one lies there. Cards come to columns only between two that lie there already
  (D3), so that what is so stays so. A prisoner that goes to the trailer is never a base; one that
  goes to the leader takes the place of its twin, which is in the set, and counts like it.
- *twin*: the other copy cannot matter: it is in a house already (X goes to the trailer), or in the
  set (where it can be had when it is wanted).

In every solution X or its twin goes to that house some time; the two may change roles, and done
now instead it is in nobody's way. Of kings only the last is forced: the order of the others
decides which prisoners their houses hold.

Without these conditions ("always to the house") a search finds solutions faster, and proves
nothing.
"""

from typing import Final

from pasjans_engine.kernels.jit import inner
from pasjans_engine.queens.solver.kernels.codes import from_column, from_prison, from_set
from pasjans_engine.queens.solver.kernels.houses import fits, is_open, next_card, order_of
from pasjans_engine.queens.solver.kernels.playing import last_card
from pasjans_engine.queens.solver.kernels.state import (
    COLUMNS,
    HEIGHT,
    HIGH,
    IN_SET,
    KINGS,
    LOW,
    LYING,
    PRISONER,
    RANKS,
    SUIT_KINDS,
    SUITS,
    Row,
)

BASE: Final = 1
TWIN: Final = 2
PROOF: Final = BASE | TWIN
"""Both conditions are kept: an exhausted search proves that there is no solution."""

GREEDY: Final = 0
"""Neither is: good for finding solutions alone."""


@inner
def forced(row: Row, laws: int) -> int:
    """A move that need not be chosen, or 0."""
    for column in range(row[COLUMNS]):
        if row[HEIGHT + column] and _column_is_forced(row, column, laws):
            return from_column(column, last_card(row, column))
    for house in range(row[KINGS]):
        if is_open(row, house) and _prisoner_is_forced(row, house, laws):
            return from_prison(house, row[PRISONER + house])
    for suit in range(row[SUITS]):
        for level in (row[HIGH + suit], row[LOW + suit]):
            if level < row[RANKS]:
                card = next_card(row, suit, level)
                if row[IN_SET + card] and _set_is_forced(row, card, laws):
                    return from_set(card)
    return 0


@inner
def _column_is_forced(row: Row, column: int, laws: int) -> bool:
    card = last_card(row, column)
    if not fits(row, card) or _is_early_king(row, card):
        return False
    if laws & TWIN and _leads(row, card) and not row[IN_SET + card]:
        return False
    if not laws & BASE or not lower_lies(row, card):
        return True
    return bool(row[HEIGHT + column] == 1) and not higher_lies(row, card)


@inner
def _prisoner_is_forced(row: Row, house: int, laws: int) -> bool:
    card = int(row[PRISONER + house])
    if not fits(row, card) or _is_early_king(row, card):
        return False
    if not _leads(row, card):
        return True
    if laws & TWIN and not row[IN_SET + card]:
        return False
    return _fills_no_gap(row, card, laws)


@inner
def _set_is_forced(row: Row, card: int, laws: int) -> bool:
    if _is_early_king(row, card):
        return False
    if laws & TWIN and _leads(row, card) and row[IN_SET + card] < 2:
        return False
    return _fills_no_gap(row, card, laws)


@inner
def _fills_no_gap(row: Row, card: int, laws: int) -> bool:
    return not laws & BASE or not lower_lies(row, card) or not higher_lies(row, card)


@inner
def _is_early_king(row: Row, card: int) -> bool:
    return order_of(row, card) == 0 and row[KINGS] + 1 < 2 * row[SUITS]


@inner
def _leads(row: Row, card: int) -> bool:
    """Whether a card that fits goes to the leader, so that its twin is not in a house."""
    return bool(order_of(row, card) == row[HIGH + card // SUIT_KINDS])


@inner
def lower_lies(row: Row, card: int) -> bool:
    """Whether a lower card of the suit lies in the columns."""
    lying = 0
    for other in range(card // SUIT_KINDS * SUIT_KINDS, card):
        lying += row[LYING + other]
    return lying > 0


@inner
def higher_lies(row: Row, card: int) -> bool:
    """Whether a higher card of the suit lies in the columns."""
    lying = 0
    for other in range(card + 1, card // SUIT_KINDS * SUIT_KINDS + row[RANKS]):
        lying += row[LYING + other]
    return lying > 0
