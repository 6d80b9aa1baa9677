"""Saying on standard error that the connection went and came, where there is no screen."""

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager

from pasjans import Client
from pasjans_terminal.reaching import say
from pasjans_terminal.screen.stage import meanwhile


@asynccontextmanager
async def connection_told(client: Client) -> AsyncGenerator[None]:
    """Say it for as long as this lasts."""
    async with meanwhile(tell(client.connections(), say)):
        yield


async def tell(connections: AsyncIterator[bool], say: Callable[[str], object]) -> None:
    """Say whenever the connection goes, and comes back.

    Args:
        connections: whether there is one, at first and whenever that changes.
        say: says a line.
    """
    lost = False
    async for connected in connections:
        if not connected:
            say("connection lost, coming back ...")
        elif lost:
            say("connected again")
        lost = not connected
