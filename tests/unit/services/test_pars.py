"""What is known of deals: a proof is never replaced, everything else by what is newer."""

import msgspec
import pytest

from pasjans_engine.domino.solver import VERSION, Solved, Unknown, Unsolvable
from pasjans_services.eventstore.memory import Memory, MemoryRegistry
from pasjans_services.games import pars as module
from pasjans_services.games.pars import Known, Par, Pars, needs_solver, par_of
from support.pars import solved

DEAL = "n3inchcdznabcdef"
UNKNOWN = Par(Known.UNKNOWN, 50_000, VERSION)
UNSOLVABLE = Par(Known.UNSOLVABLE, 7, VERSION)


@pytest.fixture
def registry() -> MemoryRegistry:
    return MemoryRegistry(Memory())


def test_a_verdict_is_told_without_its_line() -> None:
    assert par_of(Solved(par=3, line=(), windows=2, nodes=9)) == Par(
        Known.SOLVED, 9, VERSION, par=3, windows=2
    )
    assert par_of(Unsolvable(nodes=7)) == UNSOLVABLE
    assert par_of(Unknown(nodes=50_000)) == UNKNOWN


def test_what_is_kept_has_a_form_that_never_changes() -> None:
    kept = b'{"verdict":"solved","nodes":9,"solver":1,"par":36,"windows":3}'
    par = Par(Known.SOLVED, 9, 1, 36, 3)
    assert msgspec.json.encode(par) == kept
    assert msgspec.json.decode(kept, type=Par) == par


async def test_nothing_is_known_of_a_deal_that_nobody_asked_about(
    registry: MemoryRegistry,
) -> None:
    assert await Pars(registry).of("polish", DEAL) is None


async def test_the_first_proof_stays_in_each_process(registry: MemoryRegistry) -> None:
    pars, others = Pars(registry), Pars(registry)
    assert await pars.keep("polish", DEAL, solved(36)) == solved(36)
    assert await others.keep("polish", DEAL, solved(35)) == solved(36)
    assert await others.keep("polish", DEAL, UNKNOWN) == solved(36)
    assert await pars.of("polish", DEAL) == await others.of("polish", DEAL) == solved(36)
    assert await pars.of("russian", DEAL) is None


async def test_a_proof_comes_after_an_attempt_and_an_attempt_after_another(
    registry: MemoryRegistry,
) -> None:
    pars = Pars(registry)
    await pars.wait_for("polish", DEAL)
    waiting = await pars.of("polish", DEAL)
    assert waiting is not None
    assert (waiting.verdict, waiting.nodes) == (Known.UNKNOWN, 0)
    for par in (UNKNOWN, Par(Known.UNKNOWN, 500_000, VERSION), UNSOLVABLE):
        assert await pars.keep("polish", DEAL, par) == par
        assert await pars.of("polish", DEAL) == par
        await pars.wait_for("polish", DEAL)
        assert await pars.of("polish", DEAL) == par


def test_a_solver_is_needed_while_it_may_find_out_more() -> None:
    assert needs_solver(None)
    assert needs_solver(Par(Known.UNKNOWN, 0, VERSION))
    assert not needs_solver(UNKNOWN)
    assert needs_solver(UNKNOWN, 50_001)
    assert needs_solver(Par(Known.UNKNOWN, 50_000, VERSION - 1))
    assert not needs_solver(Par(Known.UNSOLVABLE, 7, VERSION - 1), 50_001)


async def test_only_so_many_proofs_are_remembered(
    registry: MemoryRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "REMEMBERED", 2)
    pars = Pars(registry)
    for number in range(5):
        await pars.keep("polish", f"deal{number}", solved(30 + number))
    assert len(pars._proofs) == 2
    assert await pars.of("polish", "deal0") == solved(30)
