"""Speaks the few words of the server's protocol that tell whether it is there."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from enum import StrEnum, auto
from pathlib import Path

ANSWER_LIMIT_S = 1.0


class Readiness(StrEnum):
    """What a server answers to a ping."""

    READY = auto()
    LOADING = auto()
    SILENT = auto()


async def ping(socket: Path) -> Readiness:
    """Asks the server at a unix socket whether it is ready; no server there counts as silent."""
    match await ask(socket, "PING"):
        case b"+PONG":
            return Readiness.READY
        case answer if answer.startswith(b"-LOADING"):
            return Readiness.LOADING
        case _:
            return Readiness.SILENT


async def ask(socket: Path, command: str) -> bytes:
    """The first line of the answer to an inline command; empty if there is none in time."""
    try:
        async with asyncio.timeout(ANSWER_LIMIT_S), _connected(socket) as (reader, writer):
            writer.write(command.encode() + b"\r\n")
            return (await reader.readline()).rstrip()
    except (OSError, TimeoutError):
        return b""


async def until_gone(socket: Path) -> None:
    """Returns when the server at a unix socket has ended, or is not there."""
    try:
        async with _connected(socket) as (reader, _):
            await reader.read()
    except OSError:
        return


@asynccontextmanager
async def _connected(
    socket: Path,
) -> AsyncGenerator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_unix_connection(socket)
    try:
        yield reader, writer
    finally:
        writer.close()
