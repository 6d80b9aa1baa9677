"""The contract of a feed: which games began and ended, told to each group of readers.

1. *Announced before it happens.* A writer announces a game and then appends to its log. So no
   game is missed, whenever a writer dies; and an announced game may not be there yet, or never
   come: what counts is the log.
2. Each *group* is told each announcement at least once. It is told to one of the group's readers;
   when that one has not settled it for a while, to another.
3. What is announced by a later version of this program, and not known here, is passed over.
4. A group begins with the oldest announcement that is kept. The newest are kept, some thousands,
   also when every group has settled them.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeAlias


class Occasion(StrEnum):
    """What is about to be appended."""

    DEALT = "dealt"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Announcement:
    """A game that is about to begin or to end, or has done so.

    Attributes:
        place: where in the feed it is, for `settle`.
        game: the game's name.
        occasion: what its log is about to say.
    """

    place: str
    game: str
    occasion: Occasion


class Feed(Protocol):
    """See the module. Each method raises StoreUnavailable when the store cannot be reached."""

    async def announce(self, game: str, occasion: Occasion, /) -> None:
        """Tell all groups; when this returns, none can miss it. May be repeated."""
        ...

    async def join(self, group: str, /) -> None:
        """Make a group, unless there is one of this name."""
        ...

    async def take(self, group: str, reader: str, most: int, /) -> tuple[Announcement, ...]:
        """What the group has not been told yet, and what another reader left unsettled.

        It does not wait. `most` bounds it by partition: a call gives at most so many of each.
        """
        ...

    async def settle(self, group: str, announcements: Sequence[Announcement], /) -> None:
        """Take note that the group is done with these."""
        ...

    async def rewind(self, group: str, /) -> None:
        """Let the group be told everything again that is kept."""
        ...

    async def behind(self, group: str, /) -> int:
        """How many announcements the group has not been told, or has not settled."""
        ...

    async def close(self) -> None:
        """Give the connections up."""
        ...


Announce: TypeAlias = Callable[[str, Occasion], Awaitable[None]]
"""What writers need of a feed: `Feed.announce`."""
