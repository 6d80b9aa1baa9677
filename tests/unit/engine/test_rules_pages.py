"""What the pages of rules show is true: their programs and their tables."""

import re
from pathlib import Path
from typing import Any

import pytest

from pasjans_engine.domino import POLISH, RUSSIAN, DominoRules
from pasjans_engine.game import Dealt, replay
from pasjans_engine.view import check, view
from support import oracles
from support.dominoes import DEAL, SOLVED, exchanged, tiles_for
from support.dominoes import position as at

PAGES = Path(__file__).parents[3] / "docs" / "rules"


def program(page: str) -> dict[str, Any]:
    """The names that the Python program of a page defines."""
    (source,) = re.findall(r"```python\n(.*?)```", (PAGES / page).read_text("utf-8"), re.DOTALL)
    names: dict[str, Any] = {}
    exec(source, names)  # noqa: S102
    return names


def test_the_program_for_deals_answers_the_oracle() -> None:
    names = program("deals.md")
    for case in oracles.cases("deals.jsonl"):
        seed = bytes.fromhex(case["seed"])
        assert names["domino"](seed) == case["domino"]
        assert names["queens"](seed) == case["queens"]
        assert names["commitment"](seed) == case["commitment"]


def test_the_example_of_a_deal_is_the_first_of_the_oracle() -> None:
    page = (PAGES / "deals.md").read_text("utf-8")
    case = oracles.cases("deals.jsonl")[0]
    for row in ("seed", "commitment", "domino"):
        assert f"| {row} | `{case[row]}` |" in page


def test_the_program_for_check_gives_what_the_engine_gives() -> None:
    seen = view(replay([Dealt("polish", 1, DEAL, None)]))
    assert program("notation.md")["check"](seen) == check(seen)


@pytest.mark.parametrize("rules", [POLISH, RUSSIAN])
def test_what_fits_under_what(rules: DominoRules) -> None:
    """Rows like: | `43` (7 pips) | `60`, `51`, `42` or `33` |."""
    page = (PAGES / f"{rules.id}.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\d\d)`[^|]*\| ([^|]*) \|$", page, re.MULTILINE)
    assert len(rows) >= 4
    for above, fits in rows:
        here = at(exchanged(SOLVED, "50 --", *([f"60 {above}"] if above != "60" else [])))
        assert tiles_for(rules, here, "10") == set(re.findall(r"\d\d", fits)), above
