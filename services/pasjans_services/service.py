"""The parts of one process, opened over a Redis and closed with everything they hold."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from pasjans_services.backends import Backends, open_backends
from pasjans_services.config import Part, Settings
from pasjans_services.games.advice import Adviser
from pasjans_services.games.deals import Clock, Deals, utc_now
from pasjans_services.games.gamelog import GameLog
from pasjans_services.games.pars import Pars
from pasjans_services.gateway.gateway import Gateway
from pasjans_services.gateway.operations import operations
from pasjans_services.leaderboard.leaderboard import Leaderboard
from pasjans_services.players import Players
from pasjans_services.projection.base import Projection
from pasjans_services.projection.projector import Projector
from pasjans_services.replay.part import ReplayPart
from pasjans_services.solver.consulting import Consulting
from pasjans_services.solver.jobs import open_jobs
from pasjans_services.solver.lanes import COSTS, HINTS
from pasjans_services.solver.operations import Answers
from pasjans_services.web.operation import Operation


@dataclass(frozen=True, slots=True)
class Service:
    """One process.

    Attributes:
        gateway: Sockets, and the games that are followed through them.
        operations: What can be asked over HTTP.
    """

    gateway: Gateway
    operations: tuple[Operation, ...]


@asynccontextmanager
async def open_service(
    settings: Settings, redis_url: str, clock: Clock = utc_now
) -> AsyncGenerator[Service]:
    """A process over the Redis at `redis_url`; `clock` decides which day it is."""
    async with AsyncExitStack() as stack:
        backends = await stack.enter_async_context(open_backends(redis_url))
        players = await Players.open(backends.registry)
        hints = await open_jobs(redis_url, HINTS)
        stack.push_async_callback(hints.close)
        adviser = Consulting(backends.registry, hints)
        parts = _parts(settings, backends, players, adviser, clock)
        for part in parts.values():
            stack.push_async_callback(part.close)
            await stack.enter_async_context(projecting(backends, part.projection))
        gateway = Gateway(settings, backends, players, parts, adviser, clock=clock)
        await backends.broker.start(gateway.lobby.hear)
        stack.push_async_callback(gateway.close)
        weighings = await open_jobs(redis_url, COSTS)
        stack.push_async_callback(weighings.close)
        # Whose worker it is that answers, this process's or another's, is all one.
        answers = Answers(backends.registry, gateway.lobby.gamelog, weighings).operations()
        more = [one for part in parts.values() for one in part.operations]
        yield Service(gateway, (*operations(gateway), *answers, *more))


def _parts(
    settings: Settings, backends: Backends, players: Players, adviser: Adviser, clock: Clock
) -> dict[Part, ReplayPart | Leaderboard]:
    """What the process does beside playing and watching live."""
    store, listings = backends.store, backends.listings
    parts: dict[Part, ReplayPart | Leaderboard] = {}
    if Part.REPLAY in settings.parts:
        deals = Deals(backends.registry, clock)
        parts[Part.REPLAY] = ReplayPart(
            store, listings, GameLog(store), deals, players, adviser=adviser, clock=clock
        )
    if Part.LEADERBOARD in settings.parts:
        pars = Pars(backends.registry)
        parts[Part.LEADERBOARD] = Leaderboard(store, listings, players, pars, clock)
    return parts


@asynccontextmanager
async def projecting(backends: Backends, projection: Projection) -> AsyncGenerator[None]:
    """Keep a projection up to date meanwhile."""
    projector = Projector(backends.feed, backends.store, projection, backends.broker.node)
    work = asyncio.get_running_loop().create_task(projector.run())
    try:
        yield
    finally:
        work.cancel()
        await asyncio.wait([work])
