"""A board in the hands of one who follows it."""

from datetime import datetime
from types import TracebackType
from typing import Self

from pasjans.newest import Newest
from pasjans.rows import Row
from pasjans.subscription import Subscription


class Standings:
    """The first rows of a board, kept up to date; `Client.standings` gives it.

    Used as `async with`, it is left at the end.
    """

    def __init__(self, subscription: Subscription) -> None:
        self._subscription = subscription

    @property
    def board(self) -> str:
        """Id of the board."""
        return self._subscription.board

    @property
    def ends(self) -> datetime | None:
        """When it takes no more solves (UTC); None for a board without an end."""
        return self._subscription.ends

    @property
    def size(self) -> int:
        """How many rows the board has in all."""
        return self._subscription.size

    @property
    def rows(self) -> tuple[Row, ...]:
        """The first of them."""
        return self._subscription.rows

    def updates(self) -> Newest[tuple[Row, ...]]:
        """The rows whenever they or the size have changed from this call on, for `async for`.

        Who reads slowly gets only the newest. It ends when the board is left or the client is
        closed. It raises `Disconnected` when there is no connection any more, and `Refused` when
        the board cannot be had again.
        """
        return self._subscription.updates()

    async def leave(self) -> None:
        """Follow it no more."""
        await self._subscription.leave()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.leave()

    def __repr__(self) -> str:
        return f"<Standings {self.board} {len(self.rows)} of {self.size}>"
