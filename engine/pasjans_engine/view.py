"""What a player may see of a game, as integers in fixed slots, and how it changes.

First come the slots of the board. Of a domino game: 0 to 27 the tile in each cell (28 in a window),
28 the windows opened so far (1 to 3). Of queens: 0 to 7 the top card of each house (52 for none),
8 to 14 the prisoners (52 gone, 53 face down), 15 to 142 the columns, 16 slots each, 143 to 207 the
waste from below, 208 the cards in the stock, 209 the redeals where they are limited.

Then four counters: the status (0 playing, 1 solved, 2 lost, 3 resigned), the moves on the line, the
undos so far, the moves that can be redone now; where there are draws, the draws on the line. Last
comes the number of hints: a view has this slot only once a hint was taken.
"""

from collections.abc import Sequence
from struct import Struct
from typing import Final, TypeAlias
from zlib import crc32

from pasjans_engine.errors import Invalid
from pasjans_engine.game import Game

View: TypeAlias = tuple[int, ...]
"""One unsigned 32-bit number in each slot."""

MAX_SLOTS: Final = 255
"""The most slots that a view may have."""

_LAYOUTS: Final = tuple(Struct(f">{slots}I") for slots in range(MAX_SLOTS + 1))
_LARGEST: Final = 2**32 - 1


def view(game: Game) -> View:
    """All that may be seen of a game now."""
    ply = game.ply
    board = game.rules.board(ply.position)
    seen = (*board, game.status.number, ply.moves, game.undos, game.redos)
    if game.rules.has_draws:
        seen = (*seen, ply.draws)
    return (*seen, game.hints) if game.hints else seen


def canonical(view: View) -> bytes:
    """The bytes that `check` is taken of: each slot as 4 bytes, big-endian."""
    return _LAYOUTS[len(view)].pack(*view)


def check(view: View) -> int:
    """The CRC-32 of the canonical bytes, by which a client proves that it is in sync."""
    return crc32(canonical(view))


def diff(before: View, after: View) -> tuple[int, ...]:
    """What changed: slot, value, slot, value, …, slots ascending; a new last slot is a change.

    Raises:
        Invalid: the views are of different games.
    """
    if not 0 <= len(after) - len(before) <= 1:
        raise Invalid(f"views of {len(before)} and {len(after)} slots", str(len(after)))
    changes: list[int] = []
    for slot, value in enumerate(after):
        if slot == len(before) or before[slot] != value:
            changes += (slot, value)
    return tuple(changes)


def patch(view: View, changes: Sequence[int]) -> View:
    """The view after changes: `patch(a, diff(a, b)) == b`.

    The slot after the last is one that the view has from now on.

    Raises:
        Invalid: the changes are not pairs of a slot of this view and a value that fits it.
    """
    if len(changes) % 2:
        raise Invalid("changes come in pairs of slot and value", str(tuple(changes)))
    slots = list(view)
    for at in range(0, len(changes), 2):
        slot, value = changes[at], changes[at + 1]
        if not (0 <= slot <= min(len(slots), MAX_SLOTS - 1) and 0 <= value <= _LARGEST):
            raise Invalid(f"no slot {slot} takes {value}", f"{slot} {value}")
        slots[slot : slot + 1] = (value,)
    return tuple(slots)
