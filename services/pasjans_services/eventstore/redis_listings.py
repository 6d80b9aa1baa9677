"""Listings on Redis or Valkey: sorted sets in which all scores are 0, ordered by their bytes."""

from collections.abc import AsyncIterator, Sequence
from typing import Final

from pasjans_services.eventstore import keys
from pasjans_services.eventstore.lanes import PATIENCE_S, Lanes
from pasjans_services.eventstore.link import Client, Word
from pasjans_services.eventstore.scripts import load

_CHANGE: Final = load("pasjans_services.eventstore", "listing.lua")


class RedisListings:
    """See `Listings`.

    Args:
        client: from `connect`; it stays the caller's to close, after the listings were closed.
        patience_s: how long one call is tried while Redis does not answer.
    """

    def __init__(self, client: Client, patience_s: float = PATIENCE_S) -> None:
        self._lanes = Lanes(client, patience_s)

    async def change(
        self, key: str, /, *, add: Sequence[bytes] = (), remove: Sequence[bytes] = ()
    ) -> int:
        """See `Listings.change`."""
        changed: int = await self._lanes.script(
            _CHANGE, [keys.listing(key)], str(len(remove)), *remove, *add
        )
        return changed

    async def slice(
        self,
        key: str,
        /,
        *,
        low: bytes | None = None,
        high: bytes | None = None,
        most: int,
        backwards: bool = False,
    ) -> tuple[bytes, ...]:
        """See `Listings.slice`."""
        name, (lowest, highest) = keys.listing(key), _bounds(low, high)
        ends: tuple[Word, ...] = (lowest, highest)
        if backwards:
            ends = (highest, lowest, "REV")
        members = await self._lanes.command(
            name, "ZRANGE", name, *ends, "BYLEX", "LIMIT", "0", str(most)
        )
        return tuple(members)

    async def count(
        self, key: str, /, *, low: bytes | None = None, high: bytes | None = None
    ) -> int:
        """See `Listings.count`."""
        name = keys.listing(key)
        number: int = await self._lanes.command(name, "ZLEXCOUNT", name, *_bounds(low, high))
        return number

    async def delete(self, key: str, /) -> None:
        """See `Listings.delete`."""
        name = keys.listing(key)
        await self._lanes.command(name, "UNLINK", name)

    async def keys(self, prefix: str, /) -> AsyncIterator[str]:
        """See `Listings.keys`."""
        seen: set[str] = set()
        async for name in self._lanes.scan(keys.listings_pattern(prefix)):
            key = keys.listed(name)
            if key not in seen:
                seen.add(key)
                yield key

    async def close(self) -> None:
        """See `Listings.close`."""
        await self._lanes.close()


def _bounds(low: bytes | None, high: bytes | None) -> tuple[Word, Word]:
    return (
        b"-" if low is None else b"[" + low,
        b"+" if high is None else b"(" + high,
    )
