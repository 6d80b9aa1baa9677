"""Somebody acts on the screen while a connection lasts."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from pasjans import Api, Client, Game, Replay
from pasjans_terminal.drawing.glyphs import Glyphs
from pasjans_terminal.film import Film
from pasjans_terminal.screen.playing import Playing
from pasjans_terminal.screen.shell import Shell
from pasjans_terminal.screen.watching import Watching
from pasjans_terminal.tape import Tape


async def play_on_screen(client: Client, game: Game, glyphs: Glyphs, *, bot: bool = False) -> int:
    """Let somebody play, and give the exit code, or `ANOTHER`.

    Raises:
        PasjansError: the game could not go on.
    """
    shell = Shell(glyphs)
    playing = Playing(game, shell.refresh, shell.finish, bot=bot)
    async with meanwhile(playing.follow(), tell_connection(client, playing.connection)):
        code = await shell.run(playing, types=True)
        await playing.close()
    if playing.failure is not None:
        raise playing.failure
    return code


async def watch_on_screen(
    client: Client, source: Game | Replay, glyphs: Glyphs, *, web: str | None = None
) -> int:
    """Let somebody look on, at a game or a replay, and give the exit code.

    Args:
        client: the connection.
        source: what is shown first.
        glyphs: the characters to draw with.
        web: the URL of the server that is asked what moves cost; None to ask nobody.

    Raises:
        PasjansError: it could not be followed any more.
    """

    async def begin(version: int) -> Film:
        return await client.replay(source.id, version=version, playing=False)

    async def join() -> Game:
        return await client.join(source.id)

    async def weigh() -> None:
        if web is not None:
            async with Api(web) as api:
                await watching.costing.find_out(api, source.id, shell.refresh)

    shell = Shell(glyphs)
    watching = Watching(source, begin, join, shell.refresh, shell.finish)
    async with meanwhile(watching.run(), tell_connection(client, watching.connection), weigh()):
        code = await shell.run(watching, types=False)
        await watching.close()
    if watching.failure is not None:
        raise watching.failure
    return code


async def show_tape(tape: Tape, glyphs: Glyphs) -> int:
    """Let somebody look at a game from a file, and give the exit code."""
    shell = Shell(glyphs)
    watching = Watching(tape, None, None, shell.refresh, shell.finish)
    async with meanwhile(watching.run()):
        code = await shell.run(watching, types=False)
        await watching.close()
    return code


async def tell_connection(client: Client, tell: Callable[[bool], None]) -> None:
    """Tell whenever the connection goes or comes."""
    async for connected in client.connections():
        tell(connected)


@asynccontextmanager
async def meanwhile(*works: Coroutine[Any, Any, None]) -> AsyncGenerator[None]:
    """Do some work at the same time, and end it at the end."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
