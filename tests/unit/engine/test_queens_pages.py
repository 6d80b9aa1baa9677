"""What the pages of rules show of queens is true: their tables and their examples."""

import re
from itertools import pairwise
from pathlib import Path

from pasjans_engine.cards import CARD_NAMES
from pasjans_engine.queens import QUEENS
from support.queens import names, table

PAGES = Path(__file__).parents[3] / "docs" / "rules"


def rows(page: str, pattern: str) -> list[tuple[str, ...]]:
    text = (PAGES / page).read_text("utf-8")
    return re.findall(pattern, text, re.MULTILINE)


def test_what_goes_on_what() -> None:
    """Rows like: | `9S` | `TS` | `8S` |."""
    found = rows("queens.md", r"^\| `(..)` \| ([^|]*) \| ([^|]*) \|$")
    assert len(found) >= 5
    for under, in_house, in_column in found:
        for card in CARD_NAMES[:52]:
            moves = names(QUEENS, table(under, columns=[under] + ["4C"] * 7, waste=card))
            assert ("w>h1" in moves) == (f"`{card}`" == in_house), (under, card)
            assert ("w>c1" in moves) == (f"`{card}`" == in_column), (under, card)


def test_the_examples_of_moves_are_moves() -> None:
    text = (PAGES / "notation.md").read_text("utf-8").split("## Cards")[1]
    examples = re.findall(r"`((?:draw|redeal|[wcp][1-8]?(?:\*\d)?>[hc]\d))`", text)
    assert len(examples) >= 8
    for example in examples:
        assert QUEENS.move_name(QUEENS.parse_move(example)) == example


def test_the_slots_add_up() -> None:
    found = rows("notation.md", r"^\| (\d+)(?: to (\d+))? \| .* \|$")
    board = found[[first for first, _ in found].index("209") - 5 :][:6]
    edges = [(int(first), int(last or first)) for first, last in board]
    assert edges[0][0] == 0
    assert all(after[0] == before[1] + 1 for before, after in pairwise(edges))
    assert edges[-1][1] + 1 == len(QUEENS.board(table()))
