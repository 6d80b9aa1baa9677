"""What a session tells the games that it has channels for."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from pasjans_protocol.messages import Delta, Finished, GuidedDelta, Presence, Resumed, Snapshot

if TYPE_CHECKING:
    from pasjans.session import Session


class Listener(Protocol):
    """A game that a session has a channel for."""

    def take(self, message: Delta | GuidedDelta | Presence | Finished | Snapshot, /) -> None:
        """Take a message about the game; raises OutOfSync when it does not fit."""
        ...

    def compare(self, version: int, check: int, /) -> None:
        """Compare with a heartbeat; raises OutOfSync when it does not agree."""
        ...

    def out_of_sync(self, session: "Session", channel: int, /) -> None:
        """Take note: the session is deaf on the channel until it is left."""
        ...

    def unseat(self, session: "Session", /) -> None:
        """Take note: the session has ended."""
        ...


Seat: TypeAlias = Callable[[Snapshot | Resumed], Listener]
"""Gives the listener for the channel that an answer opens, at once: its first delta is next."""


class _Deaf:
    """The listener of a channel that is being left."""

    def take(self, message: object, /) -> None: ...

    def compare(self, version: int, check: int, /) -> None: ...

    def out_of_sync(self, session: "Session", channel: int, /) -> None: ...

    def unseat(self, session: "Session", /) -> None: ...


DEAF: Final = _Deaf()
