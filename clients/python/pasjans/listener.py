"""What a session tells the games that it has channels for, and of boards."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from pasjans_protocol.messages import (
    Delta,
    Finished,
    GuidedDelta,
    Presence,
    Resumed,
    Snapshot,
    Standings,
    Steered,
)

if TYPE_CHECKING:
    from pasjans.session import Session


News: TypeAlias = Delta | GuidedDelta | Presence | Finished | Snapshot | Steered
"""What comes on a channel."""


class Listener(Protocol):
    """A game, joined or replayed, that a session has a channel for."""

    def take(self, message: News, /) -> None:
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


BoardListener: TypeAlias = Callable[[Standings], object]
"""Is given all standings of a board, the answer to subscribe first."""


class _Deaf:
    """The listener of a channel that is being left."""

    def take(self, message: object, /) -> None: ...

    def compare(self, version: int, check: int, /) -> None: ...

    def out_of_sync(self, session: "Session", channel: int, /) -> None: ...

    def unseat(self, session: "Session", /) -> None: ...


DEAF: Final = _Deaf()
