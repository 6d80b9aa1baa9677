"""Listings in one process: for tests, and to read what they promise."""

from bisect import bisect_left, insort
from collections.abc import AsyncIterator, Sequence

from pasjans_services.eventstore import keys
from pasjans_services.eventstore.memory import Memory


class MemoryListings:
    """See `Listings`.

    Args:
        memory: shared with the other nodes.
    """

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    async def change(
        self, key: str, /, *, add: Sequence[bytes] = (), remove: Sequence[bytes] = ()
    ) -> int:
        """See `Listings.change`."""
        keys.listing(key)
        members, changed = self._memory.listings.setdefault(key, []), 0
        for member in set(remove) - set(add):
            if member in members:
                members.remove(member)
                changed += 1
        for member in set(add) - set(members):
            insort(members, member)
            changed += 1
        if not members:
            del self._memory.listings[key]
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
        members = self._between(key, low, high)
        return tuple((members[::-1] if backwards else members)[:most])

    async def count(
        self, key: str, /, *, low: bytes | None = None, high: bytes | None = None
    ) -> int:
        """See `Listings.count`."""
        return len(self._between(key, low, high))

    async def delete(self, key: str, /) -> None:
        """See `Listings.delete`."""
        self._memory.listings.pop(key, None)

    async def keys(self, prefix: str, /) -> AsyncIterator[str]:
        """See `Listings.keys`."""
        for key in tuple(self._memory.listings):
            if key.startswith(prefix):
                yield key

    async def close(self) -> None:
        """See `Listings.close`."""

    def _between(self, key: str, low: bytes | None, high: bytes | None) -> list[bytes]:
        members = self._memory.listings.get(key, [])
        first = 0 if low is None else bisect_left(members, low)
        end = len(members) if high is None else bisect_left(members, high)
        return members[first:end]
