"""Deals whose pars others found, and what tests ask of solvers."""

import asyncio

from pasjans_engine.deal_id import deal_id
from pasjans_services.games.pars import Known, Par, Pars
from support import oracles
from support.wire import PATIENCE_S

PAUSE_S = 0.02


def deals_of(rules: str) -> list[tuple[str, int | None]]:
    """Deals with their pars, None for those without a solution."""
    return [(case["deal"], case["par"]) for case in oracles.cases(f"par-{rules}.jsonl")]


def name_of(deal: str) -> str:
    """A domino deal's public name."""
    return deal_id("domino", deal)


async def proved(pars: Pars, rules: str, deal: str, patience_s: float = PATIENCE_S) -> Par:
    """What is known of a deal when it is proved."""
    async with asyncio.timeout(patience_s):
        while (par := await pars.of(rules, name_of(deal))) is None or not par.proved:
            await asyncio.sleep(PAUSE_S)
    return par


def solved(par: int, nodes: int = 1) -> Par:
    """A deal with a solution."""
    return Par(Known.SOLVED, nodes, 1, par, 3)
