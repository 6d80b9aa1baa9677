"""What tests ask of the leaderboard of a real service."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from pasjans_protocol.messages import Ack
from pasjans_services.backends import Backends, open_backends
from pasjans_services.config import Part
from pasjans_services.eventstore.base import Stored
from pasjans_services.feed.base import Occasion
from pasjans_services.games.pars import Pars
from pasjans_services.leaderboard.leaderboard import Leaderboard
from pasjans_services.players import Players
from support import solves
from support.inprocess import InProcess, Running
from support.solves import NARRATED, NARRATED_ACTIONS
from support.wire import PATIENCE_S, Table, Wire

MOST = 100_000
PAUSE_S = 0.02


def leaderboard_of(running: Running) -> Leaderboard:
    """The leaderboard of a process."""
    part = running.gateway.desks[Part.LEADERBOARD]
    assert isinstance(part, Leaderboard)
    return part


@asynccontextmanager
async def backends_of(inprocess: InProcess) -> AsyncIterator[Backends]:
    """What all processes share."""
    async with open_backends(inprocess.redis_url) as backends:
        yield backends


async def settled(backends: Backends, patience_s: float = PATIENCE_S) -> None:
    """Return when every game that was announced has been applied to the boards."""
    async with asyncio.timeout(patience_s):
        while await backends.feed.behind("boards"):
            # To look costs more than to apply a game, in the same loop.
            await asyncio.sleep(PAUSE_S)


async def content_of(backends: Backends) -> dict[str, tuple[bytes, ...]]:
    """Every member of every board."""
    listings = backends.listings
    return {key: await listings.slice(key, most=MOST) async for key in listings.keys("board:")}


async def play(table: Table, actions: Sequence[str]) -> None:
    """Play commands that must be taken."""
    for action in actions:
        answer = await table.command(action)
        assert isinstance(answer, Ack), answer


async def solve_narrated(wire: Wire, *, detours: int = 0) -> Table:
    """Solve the narrated game, with as many undos as there are detours."""
    table = await wire.create(NARRATED.rules, deal=NARRATED.deal)
    await play(table, [*(NARRATED_ACTIONS[0], "undo") * detours, *NARRATED_ACTIONS])
    return table


async def write(backends: Backends, game: str, log: Sequence[Stored]) -> None:
    """Let a finished game come about as a gateway does it: announced, then in the log."""
    await backends.feed.announce(game, Occasion.OVER)
    await solves.keep(backends.store, game, log)


async def rebuilt(backends: Backends, *, from_empty: bool) -> dict[str, tuple[bytes, ...]]:
    """Every member of every board after they were made anew."""
    players = await Players.open(backends.registry)
    leaderboard = Leaderboard(backends.store, backends.listings, players, Pars(backends.registry))
    await leaderboard.rebuild(from_empty=from_empty)
    return await content_of(backends)
