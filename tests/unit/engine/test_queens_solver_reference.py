"""The search of queens in plain Python: small decks, and what the kernels make of the same."""

from itertools import islice

import pytest

from pasjans_engine.queens import NONE, QUEENS, Position, Size
from pasjans_engine.queens.solver import Solved, Unsolvable, compiled, reference
from pasjans_engine.queens.solver.layout import Layout, layout_of
from pasjans_engine.queens.solver.pairs import Pair
from support import oracles
from support.exhaustive import searched
from support.queens import table
from support.smallqueens import SIZES, small_deals, small_rules

pytestmark = pytest.mark.timeout(300)
"""Compiling takes most of the time of what runs first, on a busy machine."""

ENOUGH = 10_000


def wrong(size: Size, count: int, *, seed: int = 4) -> int:
    """How many small deals are answered wrongly."""
    rules, deals = small_rules(size), list(islice(small_deals(size, seed), count))
    answers = [reference.solvable(rules, deal, max_nodes=ENOUGH)[0] for deal in deals]
    assert None not in answers
    exact = [solvable for solvable, _ in searched(size, deals)]
    return sum(answer != truth for answer, truth in zip(answers, exact, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_small_decks_are_answered_as_the_rules_alone_do(size: Size) -> None:
    assert wrong(size, 100) == 0


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_kernels_answer_the_same(size: Size) -> None:
    """They may meet other positions: where a house must be decided, the rest of a row of forced
    moves waits, and which comes first depends on the order of the columns."""
    rules = small_rules(size)
    nodes = [0, 0]
    for deal in islice(small_deals(size, seed=5), 100):
        answer, looked_at = reference.solvable(rules, deal, max_nodes=ENOUGH)
        verdict = compiled.prove(rules, deal, max_nodes=ENOUGH)
        assert isinstance(verdict, Solved if answer else Unsolvable)
        if not answer:
            nodes[0] += looked_at
            nodes[1] += verdict.nodes
    assert nodes[0] == pytest.approx(nodes[1], rel=0.02)


@pytest.mark.slow
def test_an_unsolvable_deal_is_proved_with_as_many_positions() -> None:
    for case in oracles.cases("unsolvable-queens.jsonl"):
        start = QUEENS.start(case["deal"])
        answer, nodes = reference.solvable(QUEENS, start, max_nodes=ENOUGH)
        assert answer is False
        verdict = compiled.prove(QUEENS, start, max_nodes=ENOUGH)
        assert isinstance(verdict, Unsolvable)
        assert verdict.nodes == pytest.approx(nodes, rel=0.02)


def test_the_budget_is_kept() -> None:
    start = QUEENS.start(oracles.cases("deals-queens.jsonl")[0]["deal"])
    assert reference.solvable(QUEENS, start, max_nodes=10) == (None, 10)
    assert reference.solvable(QUEENS, table("QS QS QH QH QD QD QC QC"), max_nodes=0) == (True, 0)


@pytest.mark.slow
def test_small_decks_tell_when_a_base_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reference, "matters_as_base", lambda *_: False)
    assert wrong(SIZES[2], 300) > 0


@pytest.mark.slow
def test_small_decks_tell_when_the_twin_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reference, "twin_matters", lambda *_: False)
    assert wrong(SIZES[4], 300) > 0


@pytest.mark.slow
def test_small_decks_tell_when_runs_are_never_parted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Part of a run is moved to an empty column, or to send the next card to a house (D7)."""
    length = reference.run_length
    runs = reference.runs

    def whole(layout: Layout, column: int, count: int) -> list[Layout]:
        cards = layout.columns[column]
        return list(runs(layout, column, count)) if count == length(cards) else []

    monkeypatch.setattr(reference, "runs", whole)
    assert wrong(SIZES[2], 300) > 0


@pytest.mark.slow
def test_small_decks_tell_when_gaps_are_not_filled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards of stock and waste fill the gap before a run (D3)."""
    gap = reference.gap_before
    monkeypatch.setattr(reference, "gap_before", lambda *given: gap(*given) or None)
    assert wrong(SIZES[2], 300) > 0


def test_houses_of_a_suit_are_told_apart_when_one_is_full() -> None:
    """D6: while they are level the two differ in nothing but their prisoners."""
    (pair,) = Pair().crowned(0)
    (pair,) = pair.crowned(2)
    assert pair == Pair(1, 1, 0, 2, undecided=True)
    (pair,) = pair.grown(1, 4)
    (pair,) = pair.grown(2, 4)
    assert pair.grown(3, 4) == (Pair(4, 1, 0, 2), Pair(4, 1, 2, 0))
    (pair,) = pair.grown(1, 4)
    (level,) = pair.grown(2, 4)
    assert level == Pair(3, 3, 0, 2, undecided=True)


def test_a_layout_knows_the_houses_and_what_is_open() -> None:
    layout = layout_of(QUEENS.size, table("QS 5H 9H KD", "AC 2C", columns=["3C"], waste="4C"))
    assert layout.pairs[0] == Pair(13, 0, 0)
    assert layout.pairs[1] == Pair(10, 6, 2, 1)
    assert layout.kings == 4
    assert layout.open_prisoners() == [0]
    assert layout.prisoner(7) == NONE


def test_columns_are_interchangeable() -> None:
    """D4: no rule names a column."""
    here = table(columns=["3C", "", "5D 4D"])
    there = Position(
        here.houses, here.prisoners, here.columns[::-1], here.waste, here.stock, here.redeals
    )
    assert layout_of(QUEENS.size, here).key == layout_of(QUEENS.size, there).key
