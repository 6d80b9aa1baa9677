"""The solver in plain Python: oracles, budgets, and bounds that are never too high."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from pasjans_engine.domino import OPEN, POLISH, RUSSIAN, DominoRules, Position
from pasjans_engine.domino.solver import Solved, Unknown, Unsolvable, Verdict, reference
from pasjans_engine.domino.solver.bounds import count_bound, landmark_bound
from pasjans_engine.domino.solver.reference import Bound, solve
from pasjans_engine.domino.solver.targets import Targets, targets
from pasjans_engine.status import Status
from support import oracles
from support.dominoes import SOLVED, exchanged, position

BOTH = pytest.mark.parametrize("rules", [POLISH, RUSSIAN], ids=lambda rules: rules.id)
ENOUGH = 100_000


def no_bound(*_: object) -> int:
    return 0


def left(rules: DominoRules, bound: Bound, here: Position) -> int | None:
    return bound(targets(rules)[here.opened - 1], here.cells)


@cache
def easy_cases(rules: DominoRules, most_nodes: int) -> tuple[tuple[str, int | None], ...]:
    """Deals that took the oracle few positions, and their par."""
    cases = oracles.cases(f"par-{rules.id}.jsonl")
    return tuple((case["deal"], case["par"]) for case in cases if case["nodes"] <= most_nodes)


@cache
def solved_deals(rules: DominoRules) -> tuple[tuple[Position, Solved], ...]:
    """Some deals with their best lines."""
    starts = [rules.start(deal) for deal, par in easy_cases(rules, 600) if par is not None]
    verdicts = [(start, solve(rules, start, max_nodes=ENOUGH)) for start in starts[:6]]
    return tuple((start, verdict) for start, verdict in verdicts if isinstance(verdict, Solved))


def late_positions(rules: DominoRules) -> Iterator[Position]:
    """Positions off the last moves of best lines: these, and what one or two moves make of them."""
    chance = random.Random(rules.id)
    for start, verdict in solved_deals(rules):
        here = start
        for number, move in enumerate(verdict.line):
            if len(verdict.line) - number <= 7:
                yield here
                there = here
                for _ in range(2):
                    moves = rules.legal_moves(there)
                    if moves:
                        there = rules.play(there, chance.choice(moves))
                        yield there
            here = rules.play(here, move)


def replayed(rules: DominoRules, start: Position, verdict: Verdict) -> Position:
    assert isinstance(verdict, Solved)
    assert len(verdict.line) == verdict.par
    for move in verdict.line:
        start = rules.play(start, move)
    return start


@pytest.mark.slow
@BOTH
def test_easy_oracles(rules: DominoRules) -> None:
    for deal, par in easy_cases(rules, 900)[:12]:
        verdict = solve(rules, rules.start(deal), max_nodes=ENOUGH)
        assert getattr(verdict, "par", None) == par, deal
        if par is None:
            assert isinstance(verdict, Unsolvable)
        else:
            assert isinstance(verdict, Solved)
            end = replayed(rules, rules.start(deal), verdict)
            assert rules.status(end) is Status.SOLVED
            assert end.opened == verdict.windows


@BOTH
def test_what_is_solved_needs_no_move(rules: DominoRules) -> None:
    assert solve(rules, position(SOLVED), max_nodes=0) == Solved(0, (), 1, 0)


@BOTH
def test_the_budget_is_kept(rules: DominoRules) -> None:
    start = rules.start(easy_cases(rules, 900)[0][0])
    whole = solve(rules, start, max_nodes=ENOUGH)
    assert not isinstance(whole, Unknown)
    assert solve(rules, start, max_nodes=whole.nodes) == whole
    assert solve(rules, start, max_nodes=whole.nodes - 1) == Unknown(whole.nodes - 1)
    assert solve(rules, start, max_nodes=0) == Unknown(0)


def test_equal_pips_are_solved_by_russian_rules_only() -> None:
    here = position(exchanged(SOLVED, "33 42"))
    assert solve(RUSSIAN, here, max_nodes=0) == Solved(0, (), 1, 0)
    assert not isinstance(solve(POLISH, here, max_nodes=2_000), Solved)


@pytest.mark.slow
@BOTH
@pytest.mark.parametrize("bound", [count_bound, landmark_bound])
def test_bounds_are_never_above_the_exact_distance(rules: DominoRules, bound: Bound) -> None:
    """Against a search without any bound, at late positions, on the best lines and off them."""
    compared = 0
    for here in late_positions(rules):
        exact = solve(rules, here, max_nodes=3_000, bound=no_bound)
        least = left(rules, bound, here)
        if isinstance(exact, Solved):
            assert least is not None
            assert least <= exact.par, rules.position_name(here)
            compared += 1
    assert compared > 50


@pytest.mark.slow
@BOTH
@pytest.mark.parametrize("bound", [count_bound, landmark_bound])
def test_bounds_are_never_above_the_rest_of_a_best_line(rules: DominoRules, bound: Bound) -> None:
    for here, verdict in solved_deals(rules):
        there = here
        for number, move in enumerate(verdict.line):
            if number % 3 == 0:
                least = left(rules, bound, there)
                assert least is not None
                assert least <= verdict.par - number
            there = rules.play(there, move)
        assert left(rules, bound, there) == 0


@BOTH
def test_a_move_takes_at_most_one_off_the_count(rules: DominoRules) -> None:
    """So a search with this bound never has to open a position again."""
    chance = random.Random(1)
    here = rules.start(easy_cases(rules, 900)[0][0])
    for _ in range(60):
        moves = rules.legal_moves(here)
        if not moves:
            break
        of_windows = targets(rules)[here.opened - 1]
        for move in moves:
            there = rules.play(here, move)
            after = count_bound(targets(rules)[there.opened - 1], there.cells)
            assert after >= count_bound(of_windows, here.cells) - 1
        here = rules.play(here, OPEN if OPEN in moves else chance.choice(moves))


@pytest.mark.slow
@BOTH
def test_landmarks_add_to_the_count_and_change_no_answer(rules: DominoRules) -> None:
    more = 0
    for deal, par in easy_cases(rules, 300)[:3]:
        start = rules.start(deal)
        counted, landmarks = left(rules, count_bound, start), left(rules, landmark_bound, start)
        if counted is not None and landmarks is not None:
            more += landmarks > counted
        verdict = solve(rules, start, max_nodes=ENOUGH, bound=landmark_bound)
        assert getattr(verdict, "par", None) == par
        assert verdict.nodes <= solve(rules, start, max_nodes=ENOUGH).nodes
    assert more > 1


@pytest.mark.slow
@BOTH
@pytest.mark.parametrize("always", [True, False])
def test_the_oracles_tell_when_closed_is_not_asked(
    rules: DominoRules, always: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reference, "closed", lambda *_: always)
    assert told_apart(rules, count_bound)


@pytest.mark.slow
@BOTH
def test_the_oracles_tell_when_a_bound_is_too_high(rules: DominoRules) -> None:
    def too_high(of_windows: Targets, cells: bytes) -> int:
        return 3 * count_bound(of_windows, cells)

    assert told_apart(rules, too_high)


@pytest.mark.slow
@BOTH
def test_landmarks_that_forget_the_exits_are_too_high(rules: DominoRules) -> None:
    def forgetful(of_windows: Targets, cells: bytes) -> int | None:
        return landmark_bound(replace(of_windows, exits=frozenset()), cells)

    def too_high(here: Position, rest: int) -> bool:
        least = left(rules, forgetful, here)
        return least is None or least > rest

    caught = 0
    for start, verdict in solved_deals(rules):
        here = start
        for number, move in enumerate(verdict.line):
            caught += number % 2 == 0 and too_high(here, verdict.par - number)
            here = rules.play(here, move)
    assert caught > 0


def told_apart(rules: DominoRules, bound: Bound) -> bool:
    """Whether some oracle is answered wrongly."""
    for deal, par in easy_cases(rules, 900)[:12]:
        verdict = solve(rules, rules.start(deal), max_nodes=20_000, bound=bound)
        if not isinstance(verdict, Unknown) and getattr(verdict, "par", None) != par:
            return True
    return False
