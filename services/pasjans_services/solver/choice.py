"""How new deals are chosen among solvable ones.

The rule: seeds come from the system's randomness one after the other, and the first is taken whose
deal is proved solvable within a budget: `BUDGET` nodes of the compiled kernels, where a worker
chooses, or `PLAIN_BUDGET` of plain Python, where a gateway has to because no worker has yet.
"""

import asyncio
import secrets
from dataclasses import dataclass
from typing import Final

from pasjans_engine.deal_id import deal_id
from pasjans_engine.rules import Rules
from pasjans_services.games.pars import Known, Par, Pars
from pasjans_services.games.seeds import SEED_BYTES, Pool
from pasjans_services.solver.examine import Examine, can_examine, examine_plainly

BUDGET: Final = 50_000
PLAIN_BUDGET: Final = 3_000
TRIES: Final = 100
"""Nine deals in ten are solvable: so many in a row that are not mean that the solver is broken."""


class NoSolvableDeal(RuntimeError):
    """No seed was found in `TRIES`; the message says so."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A seed that was taken.

    Attributes:
        seed: The seed, a secret.
        deal_id: Its deal's public name.
        par: What was proved of it.
    """

    seed: bytes
    deal_id: str
    par: Par


def choose(rules: Rules, solver: Examine, budget: int) -> Choice:
    """A seed by the rule above; it holds its thread meanwhile.

    Raises:
        NoSolvableDeal: The solver found none solvable, which good fortune cannot explain.
    """
    for _ in range(TRIES):
        seed = secrets.token_bytes(SEED_BYTES)
        deal = rules.deal(seed)
        par = solver(rules, deal, budget)
        if par.verdict is Known.SOLVED:
            return Choice(seed, deal_id(rules.family, deal), par)
    raise NoSolvableDeal(f"of {TRIES} deals by {rules.id} rules none was found solvable")


class SolvableSeeds:
    """See `Seeds`.

    Args:
        pool: Seeds that workers chose before.
        pars: Learns what is proved when one is chosen here.
        solver: What proves it then.
        budget: The nodes that the solver may take for a deal.
    """

    def __init__(
        self,
        pool: Pool,
        pars: Pars,
        solver: Examine = examine_plainly,
        budget: int = PLAIN_BUDGET,
    ) -> None:
        self._pool = pool
        self._pars = pars
        self._solver = solver
        self._budget = budget

    async def ready(self, rules: Rules, /) -> bytes | None:
        """See `Seeds.ready`."""
        return await self._pool.take(rules)

    async def found(self, rules: Rules, /) -> bytes:
        """See `Seeds.found`."""
        if not can_examine(rules):
            return secrets.token_bytes(SEED_BYTES)
        seed = await self._pool.take(rules)
        return await self.chosen(rules) if seed is None else seed

    async def fill(self, rules: Rules) -> None:
        """Choose one more seed, and keep it ready."""
        await self._pool.put(rules, await self.chosen(rules))

    async def chosen(self, rules: Rules) -> bytes:
        """A seed that is chosen now, in a thread."""
        choice = await asyncio.to_thread(choose, rules, self._solver, self._budget)
        await self._pars.keep(rules.id, choice.deal_id, choice.par)
        return choice.seed
