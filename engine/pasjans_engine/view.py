"""What a player may see of a game, as integers in fixed slots, and how it changes.

Slots of a domino game: 0 to 27 the tile in each cell (28 in a window), 28 the windows opened
so far (1 to 3), 29 the status (0 playing, 1 solved, 2 lost, 3 resigned), 30 the moves on the
line, 31 the undos so far, 32 the moves that can be redone now.
"""

from collections.abc import Sequence
from struct import Struct
from typing import Final, TypeAlias
from zlib import crc32

from pasjans_engine.errors import Invalid
from pasjans_engine.game import Game

View: TypeAlias = tuple[int, ...]
"""One unsigned 32-bit number in each slot."""

_LAYOUTS: Final = tuple(Struct(f">{slots}I") for slots in range(256))
_LARGEST: Final = 2**32 - 1


def view(game: Game) -> View:
    """All that may be seen of a game now."""
    ply = game.ply
    board = game.rules.board(ply.position)
    return (*board, game.status.number, ply.moves, game.undos, game.redos)


def canonical(view: View) -> bytes:
    """The bytes that `check` is taken of: each slot as 4 bytes, big-endian."""
    return _LAYOUTS[len(view)].pack(*view)


def check(view: View) -> int:
    """The CRC-32 of the canonical bytes, by which a client proves that it is in sync."""
    return crc32(canonical(view))


def diff(before: View, after: View) -> tuple[int, ...]:
    """What changed: slot, value, slot, value, …, slots ascending.

    Raises:
        Invalid: the views are of different games.
    """
    if len(before) != len(after):
        raise Invalid(f"views of {len(before)} and {len(after)} slots", str(len(after)))
    changes: list[int] = []
    for slot, value in enumerate(after):
        if before[slot] != value:
            changes += (slot, value)
    return tuple(changes)


def patch(view: View, changes: Sequence[int]) -> View:
    """The view after changes: `patch(a, diff(a, b)) == b`.

    Raises:
        Invalid: the changes are not pairs of a slot of this view and a value that fits it.
    """
    if len(changes) % 2:
        raise Invalid("changes come in pairs of slot and value", str(tuple(changes)))
    slots = list(view)
    for at in range(0, len(changes), 2):
        slot, value = changes[at], changes[at + 1]
        if not (0 <= slot < len(slots) and 0 <= value <= _LARGEST):
            raise Invalid(f"no slot {slot} takes {value}", f"{slot} {value}")
        slots[slot] = value
    return tuple(slots)
