"""Weighs the moves of games that are over: what a worker does for those who look back.

What comes out is kept for some days under the game and its last check: a game whose end was lost in
a failover, and which ended otherwise then, is weighed anew.
"""

import asyncio
from functools import partial
from time import perf_counter
from typing import Final

import msgspec
import structlog

from pasjans_engine.game import Game
from pasjans_engine.view import check, view
from pasjans_services import telemetry
from pasjans_services.eventstore.registry import Registry
from pasjans_services.games.gamelog import GameLog, NoSuchGame
from pasjans_services.solver import judge
from pasjans_services.solver.claims import claimed
from pasjans_services.solver.costs import Costs, Outcome, TooMany, costs
from pasjans_services.solver.jobs import Later
from pasjans_services.solver.judge import can_weigh, version_of
from pasjans_services.solver.lanes import CostsJob

KEPT_S: Final = 7 * 86_400.0

log = structlog.get_logger(__name__)


class Weighings:
    """What workers found out about games. Each method raises StoreUnavailable.

    Args:
        registry: Where that is kept.
    """

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    async def of(self, game_id: str, game: Game) -> Outcome | None:
        """What is known of a game that is over; None while nothing is."""
        text = await self._registry.get(key_of(game_id, game))
        return None if text is None else msgspec.json.decode(text, type=Costs | TooMany)

    async def keep(self, game_id: str, game: Game, outcome: Outcome) -> None:
        """Take note of what was found out about a game that is over."""
        text = msgspec.json.encode(outcome).decode()
        await self._registry.put(key_of(game_id, game), text, KEPT_S)


def key_of(game_id: str, game: Game) -> str:
    """The name of what is known of a game, with how it ended."""
    end = f"{game.version}:{check(view(game)):08x}"
    return f"costs:{version_of(game.rules)}:{game_id}:{end}"


class Costing:
    """See the module.

    Args:
        registry: Where claims are, and what is found out.
        gamelog: Reads games.
    """

    def __init__(self, registry: Registry, gamelog: GameLog) -> None:
        self._registry = registry
        self._gamelog = gamelog
        self._weighings = Weighings(registry)

    async def work(self, job: CostsJob) -> None:
        """Weigh a game's moves, unless that was done.

        Raises:
            Later: Somebody else is about it.
            StoreUnavailable: The store cannot be reached.
        """
        try:
            games = (await self._gamelog.history(job.game)).games
            await self._weigh(job.game, games)
        except NoSuchGame:
            # It has gone meanwhile.
            return
        except Later:
            raise
        except Exception:
            telemetry.SOLVER_FAILURES.inc()
            raise

    async def _weigh(self, game_id: str, games: tuple[Game, ...]) -> None:
        last = games[-1]
        if not last.over or not can_weigh(last.rules):
            return
        async with claimed(self._registry, f"claim:{key_of(game_id, last)}"):
            if await self._weighings.of(game_id, last) is None:
                await self._weighings.keep(game_id, last, await self._outcome(games))

    async def _outcome(self, games: tuple[Game, ...]) -> Outcome:
        began_s = perf_counter()
        outcome = await asyncio.to_thread(partial(costs, games, judge.judge))
        seconds = perf_counter() - began_s
        telemetry.COSTS_SECONDS.observe(seconds)
        log.debug("weighed", versions=len(games), seconds=round(seconds, 4))
        return outcome
