"""Waiting for the next change of something."""

import asyncio


class Pulse:
    """Wakes all who wait at a moment; who waits later waits for the next.

    Use it in a loop that looks at the thing itself: `while not thing: await pulse.wait()`.
    """

    __slots__ = ("_next",)

    def __init__(self) -> None:
        self._next = asyncio.Event()

    def beat(self) -> None:
        """Wake all who wait now."""
        self._next.set()
        self._next = asyncio.Event()

    async def wait(self) -> None:
        """Return at the next beat."""
        await self._next.wait()
