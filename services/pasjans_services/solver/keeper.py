"""Keeps seeds of solvable deals ready, and tells how long the queues are."""

import asyncio
from collections.abc import Sequence
from typing import Any, Final

import structlog

from pasjans_engine.rules import RULES
from pasjans_services import telemetry
from pasjans_services.eventstore.base import StoreUnavailable
from pasjans_services.games.seeds import KEPT, Pool
from pasjans_services.solver.choice import NoSolvableDeal, SolvableSeeds
from pasjans_services.solver.examine import can_examine
from pasjans_services.solver.jobs import Jobs

PAUSE_S: Final = 0.25

log = structlog.get_logger(__name__)


class Keeper:
    """See the module.

    Args:
        pool: Where seeds are kept ready.
        seeds: Chooses them.
        queues: The queues that are watched.
        kept: How many seeds of each rule set are kept ready; several workers may go over it by
            one each.
    """

    def __init__(
        self,
        pool: Pool,
        seeds: SolvableSeeds,
        queues: Sequence[Jobs[Any]],
        kept: int = KEPT,
    ) -> None:
        self._pool = pool
        self._seeds = seeds
        self._queues = queues
        self._kept = kept

    async def run(self) -> None:
        """Work until cancelled."""
        while True:
            try:
                for jobs in self._queues:
                    telemetry.SOLVER_QUEUE.labels(jobs.name).set(await jobs.waiting())
                await self._fill()
            except StoreUnavailable as error:
                log.warning("seeds_wait", error=str(error))
            except NoSolvableDeal:
                log.exception("no_solvable_deal")
            await asyncio.sleep(PAUSE_S)

    async def _fill(self) -> None:
        for rules in RULES.values():
            if not can_examine(rules):
                continue
            while (size := await self._pool.size(rules)) < self._kept:
                await self._seeds.fill(rules)
            telemetry.SEEDS_READY.labels(rules.id).set(size)
