"""Who one is on a server, and what it looks like when a command fails there."""

import asyncio
import sys
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pasjans
from pasjans_protocol.close_codes import CloseCode
from pasjans_terminal.sentences import refusal
from pasjans_terminal.tokens import keep_token, read_token, token_file

FAILED = 1


class Declined(Exception):
    """What was asked for cannot be done here; the message says what can."""


@asynccontextmanager
async def connected(
    server: str, name: str | None = None, *, bot: bool = False
) -> AsyncGenerator[pasjans.Client]:
    """A client that is the same player as the last time.

    Args:
        server: its URL.
        name: a name to be claimed, if any.
        bot: whether a program chooses the moves.

    Raises:
        PasjansError: there is no connection, or the name cannot be had.
        OSError: the token cannot be read or kept.
    """
    token = read_token(server, bot=bot)
    async with pasjans.connect(server, token=token, bot=bot) as client:
        if client.token is not None and client.token != token:
            keep_token(server, client.token, bot=bot)
        if name is not None and name != client.name:
            await client.claim(name)
        yield client


def run(server: str, work: Coroutine[Any, Any, int]) -> int:
    """Do some work on a server, and give the exit code; failures become a sentence and a 1."""
    try:
        return asyncio.run(work)
    except BrokenPipeError:
        raise
    except (pasjans.PasjansError, Declined, OSError) as error:
        print(failure(server, error), file=sys.stderr)
        return FAILED


def failure(server: str, error: Exception) -> str:
    """What went wrong and what to do, for people."""
    match error:
        case pasjans.Refused():
            return refusal(error)
        case pasjans.Closed(code=CloseCode.BAD_TOKEN):
            return (
                f"{server} does not know the player of {token_file(server)} any more: move that "
                "file away, and you begin there anew as a guest."
            )
        case _:
            return str(error)
