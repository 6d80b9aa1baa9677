"""Games that an operator keeps off all boards."""

from typing import Final

from pasjans_services.eventstore.listings import Listings

KEY: Final = "excluded"


class Exclusions:
    """A listing of games' names. Each method raises StoreUnavailable when the store is away.

    Args:
        listings: Where it is.
    """

    def __init__(self, listings: Listings) -> None:
        self._listings = listings

    async def holds(self, game: str) -> bool:
        """Whether a game is kept off."""
        name = game.encode()
        return bool(await self._listings.slice(KEY, low=name, high=name + b"\0", most=1))

    async def add(self, game: str) -> bool:
        """Keep a game off from now on; whether it was not before. Its rows stay where they are."""
        return await self._listings.change(KEY, add=[game.encode()]) > 0

    async def remove(self, game: str) -> bool:
        """Keep a game off no more; whether it was before."""
        return await self._listings.change(KEY, remove=[game.encode()]) > 0
