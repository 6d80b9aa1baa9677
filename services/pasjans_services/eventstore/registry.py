"""The contract of a registry: small texts that all nodes share, each under a key of its own."""

from typing import Protocol


class Registry(Protocol):
    """Keys and values. Each method raises StoreUnavailable when the store cannot be reached."""

    async def put_if_absent(self, key: str, value: str, ttl_s: float | None, /) -> str:
        """Put a value unless the key has one: one atomic step, the first of many callers wins.

        Args:
            key: its name.
            value: what it is to have.
            ttl_s: seconds after which a new value goes; None for never.

        Returns:
            The value that now stands, the caller's or the one before.
        """
        ...

    async def get(self, key: str, /) -> str | None:
        """The value of a key; None when it has none."""
        ...

    async def put(self, key: str, value: str, ttl_s: float | None, /) -> None:
        """Give a key a value, whatever it had before."""
        ...

    async def close(self) -> None:
        """Give the connections up."""
        ...
