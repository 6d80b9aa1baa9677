"""Every case of the oracles that this part of the engine can answer."""

import pytest

from pasjans_engine.domino import OPEN
from pasjans_engine.perft import perft
from pasjans_engine.rules import rules_named
from support import oracles
from support.dominoes import SOLVED

DOMINO = ("polish", "russian")


@pytest.mark.parametrize("name", DOMINO)
def test_closed(name: str) -> None:
    rules = rules_named(name)
    for case in oracles.cases(f"closed-{name}.jsonl"):
        here = rules.parse_position(case["position"], case["windows"])
        moves = rules.legal_moves(here)
        assert rules.closed(here) == case["closed"], case
        assert len([move for move in moves if move != OPEN]) == case["moves"], case
        assert (OPEN in moves) == (case["closed"] and case["windows"] < 3)
        assert rules.position_name(here) == case["position"]


@pytest.mark.parametrize("name", [*DOMINO, "queens"])
def test_perft(name: str) -> None:
    rules = rules_named(name)
    for case in oracles.cases(f"perft-{name}.jsonl"):
        start = rules.start(case["deal"])
        for move in case.get("moves", "").split():
            start = rules.play(start, rules.parse_move(move))
        assert perft(rules, start, len(case["perft"])) == tuple(case["perft"]), case


@pytest.mark.parametrize("name", DOMINO)
def test_a_solved_position_has_no_sequences(name: str) -> None:
    rules = rules_named(name)
    assert perft(rules, rules.parse_position(SOLVED, 1), 3) == (0, 0, 0)
    assert perft(rules, rules.parse_position(SOLVED, 1), 0) == ()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "60 61 62 63 33 66 10/41 42 -- 44 32 65/21 55 53 43 64/20 54 52 --/31 50 51/40 22/30",
            "43@12 52@12 61@12 33@33 42@33 51@33 60@33",
        ),
        (
            "33 31 62 63 64 42 66/50 41 32 53 54 65/21 40 55 22 51/20 44 -- 30/43 52 10/60 61/11",
            "54@32 63@32 open",
        ),
    ],
)
def test_the_order_of_moves_is_pinned(text: str, names: str) -> None:
    """Perft cannot see a permutation: windows row by row, tiles in set order, the exit last."""
    rules = rules_named("russian")
    moves = rules.legal_moves(rules.parse_position(text, text.count("--")))
    assert " ".join(map(rules.move_name, moves)) == names
