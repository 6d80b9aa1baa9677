"""Every case of the oracles that the rules of queens can answer."""

import pytest

from pasjans_engine.perft import perft
from pasjans_engine.queens import QUEENS, QUEENS_3PASS
from support import oracles
from support.queens import names, played, table

PERFT = oracles.cases("perft-queens.jsonl")


@pytest.mark.slow
def test_perft() -> None:
    assert len(PERFT) == 40
    for case in PERFT:
        here = played(QUEENS, QUEENS.start(case["deal"]), *case["moves"].split())
        assert perft(QUEENS, here, len(case["perft"])) == tuple(case["perft"]), case


def test_perft_of_two_levels() -> None:
    for case in PERFT[::5]:
        here = played(QUEENS, QUEENS.start(case["deal"]), *case["moves"].split())
        assert perft(QUEENS, here, 2) == tuple(case["perft"][:2]), case


def test_three_passes_end_where_unlimited_redeals_go_on() -> None:
    stuck = table(columns=["2C"] * 8, waste="4D")
    assert perft(QUEENS, stuck, 8) == (1,) * 8
    assert perft(QUEENS_3PASS, stuck, 8) == (1, 1, 1, 1, 0, 0, 0, 0)


@pytest.mark.parametrize("name", ["deals-queens.jsonl", "unsolvable-queens.jsonl"])
def test_the_deals_of_the_oracles_are_deals(name: str) -> None:
    for case in oracles.cases(name):
        start = QUEENS.start(case["deal"])
        prisoners, columns, stock = case["deal"].split(" | ")
        text = f"-- -- -- -- -- -- -- -- | {prisoners} | {columns} | -- | {stock}"
        assert QUEENS.position_name(start) == text
        assert QUEENS.parse_position(text, 0) == start


def test_deals_of_seeds() -> None:
    for case in oracles.cases("deals.jsonl"):
        for rules in (QUEENS, QUEENS_3PASS):
            assert rules.deal(bytes.fromhex(case["seed"])) == case["queens"]


def test_the_order_of_moves_is_pinned() -> None:
    """Perft cannot see a permutation: houses before columns, draw or redeal last."""
    here = table(
        "QS 4H QS 4H",
        "5H AS -- 6C",
        ["KD 9S 8S", "TS", "", "5H", "KD", "9S", "", "8H 7H"],
        waste="3S KH 6H",
        stock="2D 3D",
    )
    assert " ".join(names(QUEENS, here)) == (
        "c4>h2 c4>h4 c5>h5 p1>h2 p1>h4 w>c3 w>c7 w>c8 "
        "c1*1>c3 c1*1>c6 c1*1>c7 c1*2>c2 c1*2>c3 c1*2>c7 "
        "c2*1>c3 c2*1>c7 c4*1>c3 c4*1>c7 c5*1>c3 c5*1>c7 c6*1>c2 c6*1>c3 c6*1>c7 "
        "c8*1>c3 c8*1>c7 c8*2>c3 c8*2>c7 draw"
    )
    assert names(QUEENS, table(columns=["2C"] * 8, waste="KS KS")) == ["w>h1", "redeal"]
