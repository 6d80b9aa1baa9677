"""The contract of a broker: it tells this node what other nodes append to games it watches.

1. A message is a hint. What counts is the log: a node that hears nothing may have missed
   something, and finds out by reading.
2. Own appends are not told: a node knows what it appended.
3. Records of one game arrive in the order of their versions. There may be gaps, after which
   `Interrupted` follows sooner or later.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from pasjans_services.eventstore.base import Stored


@dataclass(frozen=True, slots=True)
class Published:
    """Another node appended to a game.

    Attributes:
        game: its name.
        stored: the records of one append, with contiguous versions.
    """

    game: str
    stored: tuple[Stored, ...]


@dataclass(frozen=True, slots=True)
class Watching:
    """So many watch a game now, over all nodes."""

    game: str
    total: int


@dataclass(frozen=True, slots=True)
class Interrupted:
    """Messages may have been lost. From now on none is: compare every watched game with its log."""


Message: TypeAlias = Published | Watching | Interrupted
Deliver: TypeAlias = Callable[[Message], None]


class Broker(Protocol):
    """Messages between the nodes that serve the same games."""

    @property
    def node(self) -> str:
        """The name of this node; the event store of the node has the same."""
        ...

    async def start(self, deliver: Deliver, /) -> None:
        """Begin to call `deliver`, once for each message, from the event loop.

        `deliver` must not block; what it raises goes to the loop's exception handler.
        """
        ...

    async def watch(self, game: str, count: int, /) -> int:
        """Register this node's interest in a game, with the number of those who follow it here.

        When this returns, the node is registered: every record that the game has got before is in
        the log, every later one is published to this node. So the caller registers first and
        reads the log then, and no record falls between the two.

        Args:
            game: its name.
            count: how many follow it through this node; 0 ends the interest.

        Returns:
            How many follow it over all nodes.

        Raises:
            StoreUnavailable: the store cannot be reached. A game that was not watched before is not
                watched now; another one stays watched, and its count is registered later.
        """
        ...

    async def close(self) -> None:
        """Withdraw from all games, and deliver no more."""
        ...
