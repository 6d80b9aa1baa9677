"""The solver as it is used: oracles, the reference, budgets, and where its kernels are kept."""

import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pasjans_engine.domino import OPEN, POLISH, RUSSIAN, DominoRules, Position
from pasjans_engine.domino.solver import Solved, Unknown, Unsolvable, compiled, reference, solve
from pasjans_engine.domino.solver.bounds import landmark_bound
from pasjans_engine.domino.solver.kernels import closing
from pasjans_engine.domino.solver.targets import targets
from pasjans_engine.status import Status
from support import oracles
from support.dominoes import SOLVED, position

BOTH = pytest.mark.parametrize("rules", [POLISH, RUSSIAN], ids=lambda rules: rules.id)
pytestmark = pytest.mark.slow


def honest_play(rules: DominoRules, seed: int, moves: int) -> list[Position]:
    """Positions of a game in which each move is drawn by lot, exits taken when they are open."""
    chance = random.Random(f"{rules.id} {seed}")
    here = rules.start(rules.deal(chance.randbytes(32)))
    positions = [here]
    for _ in range(moves):
        possible = rules.legal_moves(here)
        if not possible:
            break
        here = rules.play(here, OPEN if OPEN in possible else chance.choice(possible))
        positions.append(here)
    return positions


@BOTH
def test_every_oracle(rules: DominoRules) -> None:
    for case in oracles.cases(f"par-{rules.id}.jsonl"):
        verdict = solve(rules, rules.start(case["deal"]))
        if case["par"] is None:
            assert isinstance(verdict, Unsolvable), case
            continue
        assert isinstance(verdict, Solved), case
        assert verdict.par == case["par"] == len(verdict.line), case
        here = rules.start(case["deal"])
        for move in verdict.line:
            here = rules.play(here, move)
        assert rules.status(here) is Status.SOLVED
        assert here.opened == verdict.windows


def test_the_hard_deals_have_no_solution() -> None:
    """Plain A* did not decide them within eight million positions."""
    text = (oracles.FOLDER / "hard-russian.txt").read_text(encoding="utf-8")
    for deal in text.splitlines():
        assert isinstance(solve(RUSSIAN, RUSSIAN.start(deal), max_nodes=100_000), Unsolvable)


@BOTH
def test_kernel_and_reference_agree_in_mid_game(rules: DominoRules) -> None:
    answers: set[type] = set()
    for seed in range(40):
        positions = honest_play(rules, seed, 45)
        here = positions[min(12 + seed % 30, len(positions) - 1)]
        slow = reference.solve(rules, here, max_nodes=1_500)
        if isinstance(slow, Unknown):
            continue
        fast = solve(rules, here)
        assert type(fast) is type(slow), rules.position_name(here)
        assert getattr(fast, "par", None) == getattr(slow, "par", None)
        answers.add(type(fast))
    assert answers == {Solved, Unsolvable}


@BOTH
def test_the_kernel_has_the_bounds_of_the_reference(rules: DominoRules) -> None:
    dead = 0
    for seed in range(8):
        for here in honest_play(rules, seed, 60)[::4]:
            bound = landmark_bound(targets(rules)[here.opened - 1], here.cells)
            assert compiled.bound(rules, here) == bound, rules.position_name(here)
            dead += bound is None
    assert dead > 5


@BOTH
def test_what_is_proved_dead_has_no_solution(rules: DominoRules) -> None:
    """Against a search that opens every position that can be reached."""
    proved = 0
    for seed in range(60):
        for here in honest_play(rules, seed, 60)[10::7]:
            if compiled.bound(rules, here) is None:
                verdict = reference.solve(rules, here, max_nodes=300)
                assert not isinstance(verdict, Solved), rules.position_name(here)
                proved += isinstance(verdict, Unsolvable)
    assert proved > 20


@BOTH
def test_the_kernel_has_the_engines_closed(rules: DominoRules) -> None:
    cases = oracles.cases(f"closed-{rules.id}.jsonl")
    here = [rules.parse_position(case["position"], case["windows"]) for case in cases]
    here += [there for seed in range(20) for there in honest_play(rules, seed, 60)[::3]]
    for there in here:
        assert compiled.closed(rules, there) == rules.closed(there), rules.position_name(there)


@BOTH
def test_what_is_solved_needs_no_move(rules: DominoRules) -> None:
    assert solve(rules, position(SOLVED), max_nodes=0) == Solved(0, (), 1, 0)


@BOTH
def test_the_budget_is_kept_and_answers_stay_the_same(rules: DominoRules) -> None:
    start = rules.start(oracles.cases(f"par-{rules.id}.jsonl")[0]["deal"])
    whole = solve(rules, start)
    assert isinstance(whole, Solved)
    assert solve(rules, start, max_nodes=whole.nodes) == whole
    assert solve(rules, start, max_nodes=whole.nodes - 1) == Unknown(whole.nodes - 1)
    assert solve(rules, start, max_nodes=0) == Unknown(0)


def test_a_search_that_pauses_and_grows_comes_to_the_same_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start = POLISH.start(oracles.cases("par-polish.jsonl")[1]["deal"])
    whole = solve(POLISH, start)
    assert whole.nodes > 1_000
    monkeypatch.setattr(compiled, "SLICE_NODES", 7)
    assert solve(POLISH, start) == whole


def test_threads_solve_at_the_same_time() -> None:
    starts = [POLISH.start(case["deal"]) for case in oracles.cases("par-polish.jsonl")[:12]]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda start: solve(POLISH, start), starts)) == [
            solve(POLISH, start) for start in starts
        ]


def test_the_engine_starts_without_numba() -> None:
    code = (
        "import sys, pasjans_engine.rules, pasjans_engine.domino.solver, pasjans_terminal.main;"
        "sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@BOTH
def test_the_kernels_have_room_for_all_moves_of_a_position(rules: DominoRules) -> None:
    for of_windows in rules.tables:
        most = max(len(tiles) for choice in of_windows.takes for tiles in choice)
        assert 3 * most + 1 <= closing.MOST_CHILDREN


FOLDERS = """
from pathlib import Path
from pasjans_engine.domino.solver.kernels.search import JIT
for folder in JIT.folders():
    print(folder)
"""


def folders(**variables: str) -> list[Path]:
    """Where compiled code would be kept, best first."""
    environment = {key: value for key, value in os.environ.items() if "CACHE" not in key}
    done = subprocess.run(
        [sys.executable, "-c", FOLDERS],
        env=environment | variables,
        capture_output=True,
        text=True,
        check=True,
    )
    return [Path(line).parent for line in done.stdout.splitlines()]


def test_compiled_code_is_kept_where_it_can_be_written(tmp_path: Path) -> None:
    source = Path(compiled.__file__).parent / "kernels" / "__pycache__"
    home = tmp_path / "home"
    assert folders(HOME=str(home))[0] == source
    named = folders(NUMBA_CACHE_DIR=str(tmp_path), HOME=str(home))
    assert named[:2] == [tmp_path, source]
    assert folders(XDG_CACHE_HOME=str(tmp_path), HOME=str(home)) == [source, tmp_path]
    assert str(folders(HOME=str(home))[1]).startswith(str(home))
