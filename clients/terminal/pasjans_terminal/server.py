"""Who one is on a server, and what it looks like when a command fails there."""

import asyncio
import sys
from collections.abc import AsyncGenerator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pasjans
from pasjans_protocol.close_codes import CloseCode
from pasjans_terminal.reaching import Patience, announced, unreached
from pasjans_terminal.sentences import refusal
from pasjans_terminal.terminal import output_gone
from pasjans_terminal.tokens import keep_token, read_token, token_file

FAILED = 1
WRONG_USAGE = 2


class Declined(Exception):
    """What was asked for cannot be done here; the message says what can.

    Attributes:
        code: the exit code.
    """

    def __init__(self, message: str, code: int = FAILED) -> None:
        super().__init__(message)
        self.code = code


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
    patience = Patience(server)
    options = pasjans.Options(sleep=patience.pause)
    async with AsyncExitStack() as stack:
        with announced(server):
            connecting = pasjans.connect(server, token=token, bot=bot, options=options)
            client = await _reached(server, stack.enter_async_context(connecting))
        patience.met = True
        if client.token is not None and client.token != token:
            keep_token(server, client.token, bot=bot)
        if name is not None and name != client.name:
            await client.claim(name)
        yield client


async def _reached(server: str, connecting: Coroutine[Any, Any, pasjans.Client]) -> pasjans.Client:
    """The client, once it is connected for the first time."""
    try:
        return await connecting
    except pasjans.ConnectionLost as error:
        raise unreached(server, error.last) from None


def run(server: str, work: Coroutine[Any, Any, int]) -> int:
    """Do some work on a server, and give the exit code; failures become a sentence and a code.

    Raises:
        BrokenPipeError: nobody reads standard output any more.
    """
    try:
        return asyncio.run(_while_read(work))
    except BrokenPipeError:
        raise
    except (pasjans.PasjansError, Declined, OSError) as error:
        print(failure(server, error), file=sys.stderr)
        return error.code if isinstance(error, Declined) else FAILED


async def _while_read(work: Coroutine[Any, Any, int]) -> int:
    """Do some work for as long as somebody can read what it writes."""
    working, gone = asyncio.create_task(work), asyncio.create_task(output_gone())
    try:
        await asyncio.wait({working, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise BrokenPipeError
        return working.result()
    finally:
        for task in (working, gone):
            task.cancel()
        await asyncio.gather(working, gone, return_exceptions=True)


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
        case pasjans.ConnectionLost():
            return (
                f"The connection to {server} did not come back. Games are kept: go on with them "
                "when the server runs again."
            )
        case pasjans.NoAnswer(last=last):
            answered = last.startswith("HTTP ")
            return str(unreached(server, f"{server} answers {last}" if answered else server))
        case _:
            return str(error)
