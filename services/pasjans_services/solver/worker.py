"""Solves deals: what a worker does with a job.

1. A deal that is known is left alone: so a job may be told as often as one likes.
2. Whoever solves a deal holds a *claim* on it, and says so again while it lasts. Another who is
   told the same deal meanwhile puts its job off.
3. The first budget of nodes is small. A deal that it does not decide gets a job with the next, up
   to the last; then it stays unknown until there is a newer solver.
"""

import asyncio
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from time import perf_counter
from typing import Final

import structlog

from pasjans_engine.deal_id import deal_id
from pasjans_engine.rules import Rules, rules_named
from pasjans_services import telemetry
from pasjans_services.eventstore.base import StoreUnavailable
from pasjans_services.eventstore.registry import Registry
from pasjans_services.games.pars import Par, Pars, needs_solver
from pasjans_services.solver.examine import examine
from pasjans_services.solver.jobs import Job, Later

BUDGETS: Final = (50_000, 500_000, 5_000_000)
"""Nodes, the first for nearly all deals; the last takes some 800 MB and half a minute."""

CLAIM_S: Final = 6.0
CLAIMED_AGAIN_S: Final = 1.5
PUT_OFF_MS: Final = 1_000
GIVEN_UP_S: Final = 0.001

Proved = Callable[[str, str, Par], Awaitable[None]]
Put = Callable[[Job], Awaitable[None]]

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

    async def work(self, job: Job) -> None:
        """Do a job.

        Raises:
            Later: Somebody else is solving this deal.
            StoreUnavailable: The store cannot be reached.
        """
        try:
            await self._do(job)
        except Later:
            raise
        except Exception:
            telemetry.SOLVER_FAILURES.inc()
            raise

    async def _do(self, job: Job) -> None:
        rules = rules_named(job.rules)
        name = deal_id(rules.family, job.deal)
        budget = self._budgets[min(job.budget, len(self._budgets) - 1)]
        par = await self._known(rules, name, budget)
        if par is None:
            async with self._claimed(f"par-claim:{rules.id}:{name}:{budget}"):
                # Whoever had the claim before may have solved it.
                par = await self._known(rules, name, budget)
                if par is None:
                    par = await self._examined(rules, name, job.deal, budget)
        # Also when somebody else found it out, and was killed then.
        if par.proved:
            await self._proved(rules.id, name, par)
        elif job.budget + 1 < len(self._budgets):
            await self._put(Job(job.rules, job.deal, job.budget + 1))

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

    @asynccontextmanager
    async def _claimed(self, key: str) -> AsyncGenerator[None]:
        mine = secrets.token_hex(8)
        if await self._registry.put_if_absent(key, mine, CLAIM_S) != mine:
            raise Later(PUT_OFF_MS)
        again = asyncio.get_running_loop().create_task(self._claim_again(key, mine))
        try:
            yield
        finally:
            again.cancel()
            await asyncio.wait([again])
            await self._registry.put(key, mine, GIVEN_UP_S)

    async def _claim_again(self, key: str, mine: str) -> None:
        while True:
            await asyncio.sleep(CLAIMED_AGAIN_S)
            try:
                await self._registry.put(key, mine, CLAIM_S)
            except StoreUnavailable as error:
                log.warning("claim_waits", error=str(error))
