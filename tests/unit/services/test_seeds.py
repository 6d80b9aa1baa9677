"""Seeds that are kept ready, and how they are chosen."""

import asyncio
import secrets
import subprocess
import sys
from typing import Any

import pytest

from pasjans_engine.domino import POLISH, RUSSIAN
from pasjans_engine.domino.solver import Solved, solve
from pasjans_engine.rules import RULES, Rules
from pasjans_services.eventstore.memory import Memory, MemoryRegistry
from pasjans_services.eventstore.memory_listings import MemoryListings
from pasjans_services.games.pars import Known, Par, Pars
from pasjans_services.games.seeds import Pool
from pasjans_services.solver.choice import BUDGET, NoSolvableDeal, SolvableSeeds, choose
from pasjans_services.solver.examine import can_examine, examine
from support.pars import name_of, solved


@pytest.fixture
def pool() -> Pool:
    return Pool(MemoryListings(Memory()))


@pytest.fixture
def pars() -> Pars:
    return Pars(MemoryRegistry(Memory()))


async def test_each_seed_is_taken_once_and_by_its_rules_alone(pool: Pool) -> None:
    seeds = {secrets.token_bytes(32) for _ in range(20)}
    for seed in seeds:
        await pool.put(POLISH, seed)
    assert await pool.take(RUSSIAN) is None
    taken = await asyncio.gather(*(pool.take(POLISH) for _ in range(20)))
    assert set(taken) == seeds
    assert await pool.take(POLISH) is None
    assert await pool.size(POLISH) == 0


@pytest.mark.slow
@pytest.mark.parametrize("rules", [*filter(can_examine, RULES.values())])
@pytest.mark.parametrize("how", [(examine, BUDGET), ()])
async def test_what_is_chosen_is_solvable_and_known(
    rules: Rules, how: tuple[Any, ...], pool: Pool, pars: Pars
) -> None:
    seeds = SolvableSeeds(pool, pars, *how)
    assert await seeds.ready(rules) is None
    await seeds.fill(rules)
    assert await pool.size(rules) == 1
    for seed in (await seeds.ready(rules), await seeds.found(rules)):
        assert seed is not None
        deal = rules.deal(seed)
        verdict = solve(POLISH if rules is POLISH else RUSSIAN, rules.start(deal))
        assert isinstance(verdict, Solved)
        known = await pars.of(rules.id, name_of(deal))
        assert known is not None
        assert known.par == verdict.par


def test_the_first_that_is_proved_solvable_is_taken() -> None:
    answers = [Par(Known.UNSOLVABLE, 1, 1), Par(Known.UNKNOWN, 1, 1), solved(36), solved(30)]
    seen: list[str] = []

    def answer(_rules: Rules, deal: str, _max_nodes: int) -> Par:
        seen.append(deal)
        return answers[len(seen) - 1]

    chosen = choose(POLISH, answer, 1)
    assert chosen.par == solved(36)
    assert seen[-1] == POLISH.deal(chosen.seed)
    assert (len(seen), chosen.deal_id) == (3, name_of(seen[-1]))


def test_a_solver_that_finds_no_deal_solvable_is_told() -> None:
    def answer(_rules: Rules, _deal: str, _max_nodes: int) -> Par:
        return Par(Known.UNKNOWN, 1, 1)

    with pytest.raises(NoSolvableDeal, match="none was found solvable"):
        choose(POLISH, answer, 1)


_IN_A_GATEWAY = """
import asyncio, sys
from pasjans_engine.domino import POLISH
from pasjans_services.eventstore.memory import Memory, MemoryRegistry
from pasjans_services.eventstore.memory_listings import MemoryListings
from pasjans_services.games.pars import Pars
from pasjans_services.games.seeds import Pool
from pasjans_services.gateway import gateway
from pasjans_services.solver.choice import SolvableSeeds

memory = Memory()
seeds = SolvableSeeds(Pool(MemoryListings(memory)), Pars(MemoryRegistry(memory)))
assert len(asyncio.run(seeds.found(POLISH))) == 32
print("numba" in sys.modules)
"""


@pytest.mark.slow
def test_a_gateway_that_has_to_choose_loads_no_kernels() -> None:
    """The first who asked for the day's deal held everybody up for the time of a compilation."""
    done = subprocess.run(
        [sys.executable, "-c", _IN_A_GATEWAY], capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"
