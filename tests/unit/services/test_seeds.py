"""Seeds that are kept ready, and how they are chosen."""

import asyncio
import secrets

import pytest

from pasjans_engine.domino import POLISH, RUSSIAN
from pasjans_engine.domino.solver import Solved, solve
from pasjans_engine.rules import RULES, Rules
from pasjans_services.eventstore.memory import Memory, MemoryRegistry
from pasjans_services.eventstore.memory_listings import MemoryListings
from pasjans_services.games.pars import Known, Par, Pars
from pasjans_services.games.seeds import Pool
from pasjans_services.solver import choice
from pasjans_services.solver.choice import NoSolvableDeal, SolvableSeeds, choose
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
@pytest.mark.parametrize("rules", RULES.values())
async def test_what_is_chosen_is_solvable_and_known(rules: Rules, pool: Pool, pars: Pars) -> None:
    seeds = SolvableSeeds(pool, pars)
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


def test_the_first_that_is_proved_solvable_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [Par(Known.UNSOLVABLE, 1, 1), Par(Known.UNKNOWN, 1, 1), solved(36), solved(30)]
    seen: list[str] = []

    def examine(_rules: Rules, deal: str, _max_nodes: int) -> Par:
        seen.append(deal)
        return answers[len(seen) - 1]

    monkeypatch.setattr(choice, "examine", examine)
    chosen = choose(POLISH)
    assert chosen.par == solved(36)
    assert seen[-1] == POLISH.deal(chosen.seed)
    assert (len(seen), chosen.deal_id) == (3, name_of(seen[-1]))


def test_a_solver_that_finds_no_deal_solvable_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def examine(_rules: Rules, _deal: str, _max_nodes: int) -> Par:
        return Par(Known.UNKNOWN, 1, 1)

    monkeypatch.setattr(choice, "examine", examine)
    with pytest.raises(NoSolvableDeal, match="none was found solvable"):
        choose(POLISH)
