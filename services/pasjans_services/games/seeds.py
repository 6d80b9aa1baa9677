"""Seeds whose deals are proved solvable, kept ready for new games.

A seed here is the next that the system's randomness gave whose deal has a solution: nobody chose
it otherwise. It is a secret until it was taken, and goes to one game alone.
"""

import secrets
from typing import Final, Protocol

from pasjans_engine.rules import Rules
from pasjans_services.eventstore.listings import Listings

SEED_BYTES: Final = 32
KEPT: Final = 20
"""Seeds of each rule set that are kept ready."""

_LOOKED_AT: Final = 4


class Seeds(Protocol):
    """Where seeds of new deals come from."""

    async def ready(self, rules: Rules, /) -> bytes | None:
        """A seed whose deal is proved solvable, at once; None when there is none."""
        ...

    async def found(self, rules: Rules, /) -> bytes:
        """A seed whose deal is proved solvable, however long that takes."""
        ...


class Pool:
    """See the module. Each method raises StoreUnavailable when the store cannot be reached.

    Args:
        listings: Where the seeds are.
    """

    def __init__(self, listings: Listings) -> None:
        self._listings = listings

    async def size(self, rules: Rules) -> int:
        """How many seeds there are."""
        return await self._listings.count(_key(rules))

    async def put(self, rules: Rules, seed: bytes) -> None:
        """Keep a seed whose deal was proved solvable."""
        await self._listings.change(_key(rules), add=[seed])

    async def take(self, rules: Rules) -> bytes | None:
        """A seed that nobody else gets; None when there is none."""
        key, low = _key(rules), secrets.token_bytes(SEED_BYTES)
        for start in (low, None):
            found = await self._listings.slice(key, low=start, most=_LOOKED_AT)
            for seed in found:
                if await self._listings.change(key, remove=[seed]):
                    return seed
        return None


def _key(rules: Rules) -> str:
    return f"seeds:{rules.id}"
