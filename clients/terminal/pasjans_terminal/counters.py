"""The counters at the end of a view, of whichever game."""

from collections.abc import Sequence
from typing import Final

from pasjans.slots import Slots
from pasjans_engine.status import Status

_STATUSES: Final = tuple(Status)


def status_of(slots: Slots, view: Sequence[int]) -> Status:
    """How a game stands."""
    return _STATUSES[view[slots.status]]


def hints_in(slots: Slots, view: Sequence[int]) -> int:
    """How many hints were given."""
    return view[slots.hints] if len(view) > slots.hints else 0


def standing(slots: Slots, view: Sequence[int]) -> str:
    """How a game stands, and that it is assisted once a hint was given."""
    status = status_of(slots, view)
    return f"{status}, assisted" if hints_in(slots, view) else status


def without_hints(slots: Slots, view: Sequence[int]) -> tuple[int, ...]:
    """All of a view but the number of hints, which changes nothing on the table."""
    return tuple(view[: slots.hints])
