"""The contract of a projection: something kept beside the logs that follows from them."""

from collections.abc import Sequence
from typing import Protocol

from pasjans_services.eventstore.base import Stored


class Projection(Protocol):
    """Keeps something up to date, a game at a time."""

    @property
    def name(self) -> str:
        """The name of its group in the feed; never changes."""
        ...

    async def apply(self, game: str, stored: Sequence[Stored], /) -> None:
        """Bring what is kept to what a game's log says.

        Idempotent, and a function of the log alone: whatever was applied before, in whatever
        order, and how often. Games come when they were dealt and when they are over.

        Args:
            game: the game's name.
            stored: its whole log, from version 1 on; perhaps later than what was announced.

        Raises:
            StoreUnavailable: the store cannot be reached; it is applied again later.
        """
        ...
