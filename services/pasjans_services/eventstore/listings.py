"""The contract of listings: ordered sets of byte strings, each under a key of its own.

What is listed follows from the logs: a listing can be lost, and made from them anew. Members are
ordered by their bytes, the shorter one first where one begins with the other, so whoever encodes
numbers big-endian in fixed widths gets their order exactly, at any size.
"""

from collections.abc import AsyncIterator, Sequence
from typing import Protocol


class Listings(Protocol):
    """Keys and their members. Each method raises StoreUnavailable when the store is away."""

    async def change(
        self, key: str, /, *, add: Sequence[bytes] = (), remove: Sequence[bytes] = ()
    ) -> int:
        """Take members out and put members in: one atomic step, which may be repeated.

        Args:
            key: the listing; 1 to 200 characters without braces.
            add: members that are there afterwards, also when they are in `remove`.
            remove: members that are not.

        Returns:
            How many members came or went.
        """
        ...

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
        """Members with low <= member < high, ascending, or descending when backwards.

        Args:
            key: the listing; one that is not there has no members.
            low: the lowest; None for no bound.
            high: what they are all below; None for no bound.
            most: how many at most.
            backwards: whether to begin at the highest.
        """
        ...

    async def count(
        self, key: str, /, *, low: bytes | None = None, high: bytes | None = None
    ) -> int:
        """How many members `slice` would give without a bound on their number."""
        ...

    async def delete(self, key: str, /) -> None:
        """Take all members out."""
        ...

    def keys(self, prefix: str, /) -> AsyncIterator[str]:
        """The keys that begin like this and have members, each once, in no order."""
        ...

    async def close(self) -> None:
        """Give the connections up."""
        ...
