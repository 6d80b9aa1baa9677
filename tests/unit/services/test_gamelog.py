"""Long games, read from their snapshots and written into them."""

import asyncio
from collections.abc import Awaitable

import pytest

from pasjans_services.eventstore.memory import Memory, MemoryEventStore
from pasjans_services.games.gamelog import GameLog
from support import solves

pytestmark = pytest.mark.slow

NAME = "long"
HEADER = solves.dealt_header("queens", bytes(32))
TURNS = [*["draw"] * 65, "redeal"] * 46


async def turns_during(work: Awaitable[object]) -> int:
    """How often the event loop has its turn while something is done."""
    turns = 0

    async def count() -> None:
        nonlocal turns
        while True:
            await asyncio.sleep(0)
            turns += 1

    counting = asyncio.create_task(count())
    await work
    counting.cancel()
    return turns


async def test_a_long_line_leaves_the_loop_its_turns() -> None:
    """Whoever turned cards ten thousand times held everybody up whenever the game was looked at.

    Its log was replayed in small steps, but the line in its snapshot in one.
    """
    store = MemoryEventStore(Memory(), "a")
    log = solves.log(HEADER, TURNS)
    await solves.keep(store, NAME, log, final=False)
    gamelog = GameLog(store)
    game = (await gamelog.load(NAME)).game
    assert await turns_during(gamelog.keep(NAME, HEADER, game)) > 1
    saved = await store.load_snapshot(NAME)
    assert saved is not None
    assert saved.version == len(log)
    assert await turns_during(gamelog.load(NAME)) > 2
    assert (await gamelog.load(NAME)).game == game
