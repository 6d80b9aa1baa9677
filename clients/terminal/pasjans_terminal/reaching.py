"""Reaching a server for the first time: saying that it takes a while, and when nobody is there."""

import asyncio
import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final
from urllib.parse import urlsplit

from pasjans import PasjansError
from pasjans_terminal.sentences import sentence

SILENT_S: Final = 0.5
"""How long nothing is said about what takes a while."""

_PROBE_S: Final = 1.0
_PORTS: Final = {"ws": 80, "wss": 443}


class Nobody(PasjansError):
    """Nobody answers where a server should be; the message says what to do."""

    def __init__(self, server: str) -> None:
        super().__init__(f"Nobody answers at {server}: is the server running? (scripts/serve)")


class Unwilling(PasjansError):
    """Somebody answers there, but does not let one in now; the message says what to do."""

    def __init__(self, said: str) -> None:
        super().__init__(f"{sentence(said)} Try again later.")


def unreached(server: str, last: str) -> Nobody | Unwilling:
    """The error for a server that could not be reached.

    Args:
        server: its URL.
        last: what the SDK says of the last attempt. It begins with the URL, unless the words are
            the server's.
    """
    answered = last.startswith(f"{server} answers") or not last.startswith(server)
    return Unwilling(last) if answered else Nobody(server)


@contextmanager
def announced(server: str) -> Generator[None]:
    """Say on standard error that one connects, unless it is done at once."""
    with said_when_slow(f"connecting to {server} ..."):
        yield


@contextmanager
def said_when_slow(text: str) -> Generator[None]:
    """Say on standard error what is being done, unless it is done at once."""
    saying = asyncio.get_running_loop().call_later(SILENT_S, say, text)
    try:
        yield
    finally:
        saying.cancel()


def say(text: str) -> None:
    """Say something to the person at the terminal, beside what the command writes."""
    print(text, file=sys.stderr, flush=True)


class Patience:
    """Pauses between attempts. The first connection is given up at once where nobody listens.

    Args:
        server: its URL.

    Attributes:
        met: whether there was a connection.
    """

    def __init__(self, server: str) -> None:
        self._server = server
        self.met = False

    async def pause(self, seconds: float) -> None:
        """Wait.

        Raises:
            Nobody: there was no connection yet, and nobody listens there.
        """
        if not self.met and not await _listens(self._server):
            raise Nobody(self._server)
        await asyncio.sleep(seconds)


async def _listens(server: str) -> bool:
    """Whether somebody takes connections there, or may do so: what is slow counts as well."""
    parts = urlsplit(server)
    port = parts.port or _PORTS[parts.scheme]
    try:
        async with asyncio.timeout(_PROBE_S):
            _, writer = await asyncio.open_connection(parts.hostname, port)
    except TimeoutError:
        return True
    except OSError:
        return False
    writer.close()
    return True
