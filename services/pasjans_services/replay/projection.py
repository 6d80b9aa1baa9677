"""The projection that keeps the index up to date."""

from collections.abc import Sequence
from typing import Final

from pasjans_services.eventstore.base import Stored
from pasjans_services.replay.index import Index

NAME: Final = "index"


class Indexing:
    """See `Projection`.

    Args:
        index: What it keeps up to date.
    """

    def __init__(self, index: Index) -> None:
        self._index = index

    @property
    def name(self) -> str:
        """See `Projection.name`."""
        return NAME

    async def apply(self, game: str, stored: Sequence[Stored], /) -> None:
        """See `Projection.apply`."""
        if stored:
            await self._index.apply(game, stored)
