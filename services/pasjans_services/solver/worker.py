"""Solves deals: what a worker does with a job.

1. A deal that is known is left alone: so a job may be told as often as one likes.
2. Whoever solves a deal holds a claim on it.
3. The first budget of nodes is small. A deal that it does not decide gets a job with the next, up
   to the last; then it stays unknown until there is a newer solver.
"""

import asyncio
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import Final

import structlog

from pasjans_engine.deal_id import deal_id
from pasjans_engine.rules import Rules, rules_named
from pasjans_services import telemetry
from pasjans_services.eventstore.registry import Registry
from pasjans_services.games.pars import Par, Pars, needs_solver
from pasjans_services.solver.claims import claimed
from pasjans_services.solver.examine import examine
from pasjans_services.solver.jobs import Full, Later
from pasjans_services.solver.lanes import DealJob

BUDGETS: Final = (50_000, 500_000, 5_000_000)
"""Nodes, the first for nearly all deals; the last takes some 800 MB and half a minute."""

WAITS_FOR_ROOM_MS: Final = 30_000

Proved = Callable[[str, str, Par], Awaitable[None]]
Put = Callable[[DealJob], Awaitable[None]]

log = structlog.get_logger(__name__)


class Solving:
    """See the module.

    Args:
        registry: Where claims are.
        pars: Where answers go.
        put: Puts a job into the queue.
        proved: Told what is proved of a deal, with its rules and its id, once or more often.
        budgets: Nodes that a deal may take, one budget after the other.
    """

    def __init__(
        self,
        registry: Registry,
        pars: Pars,
        put: Put,
        proved: Proved,
        budgets: tuple[int, ...] = BUDGETS,
    ) -> None:
        self._registry = registry
        self._pars = pars
        self._put = put
        self._proved = proved
        self._budgets = budgets

    async def work(self, job: DealJob) -> None:
        """Do a job.

        Raises:
            Later: Somebody else is solving this deal, or the queue for its next budget is full.
            StoreUnavailable: The store cannot be reached.
        """
        try:
            await self._do(job)
        except Later:
            raise
        except Exception:
            telemetry.SOLVER_FAILURES.inc()
            raise

    async def _do(self, job: DealJob) -> None:
        rules = rules_named(job.rules)
        name = deal_id(rules.family, job.deal)
        budget = self._budgets[min(job.budget, len(self._budgets) - 1)]
        par = await self._known(rules, name, budget)
        if par is None:
            async with claimed(self._registry, f"par-claim:{rules.id}:{name}:{budget}"):
                # Whoever had the claim before may have solved it.
                par = await self._known(rules, name, budget)
                if par is None:
                    par = await self._examined(rules, name, job.deal, budget)
        # Also when somebody else found it out, and was killed then.
        if par.proved:
            await self._proved(rules.id, name, par)
        elif job.budget + 1 < len(self._budgets):
            await self._put_next(job)

    async def _put_next(self, job: DealJob) -> None:
        try:
            await self._put(DealJob(job.rules, job.deal, job.budget + 1))
        except Full as error:
            raise Later(WAITS_FOR_ROOM_MS) from error

    async def _known(self, rules: Rules, name: str, budget: int) -> Par | None:
        """What is known of a deal, unless something is to be gained by looking with this budget."""
        par = await self._pars.of(rules.id, name)
        if needs_solver(par, budget):
            return None
        telemetry.SOLVER_JOBS.labels("known").inc()
        return par

    async def _examined(self, rules: Rules, name: str, deal: str, budget: int) -> Par:
        began_s = perf_counter()
        par = await asyncio.to_thread(examine, rules, deal, budget)
        seconds = perf_counter() - began_s
        telemetry.SOLVER_SECONDS.labels(rules.id).observe(seconds)
        telemetry.SOLVER_JOBS.labels(par.verdict.value).inc()
        log.debug(
            "deal_examined",
            rules=rules.id,
            deal=name,
            verdict=par.verdict.value,
            par=par.par,
            nodes=par.nodes,
            seconds=round(seconds, 4),
        )
        return await self._pars.keep(rules.id, name, par)
