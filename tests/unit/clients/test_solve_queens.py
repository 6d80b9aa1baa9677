"""`pasjans solve` of cards: verdicts whose lines `pasjans apply` takes to the end."""

import io
import json
import sys
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from pasjans_terminal.main import main
from support import oracles

pytestmark = pytest.mark.slow

Line = dict[str, Any]
Run = Callable[[str, Sequence[Line]], tuple[int, list[Line]]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a batch command on lines."""

    def answered(command: str, lines: Sequence[Line]) -> tuple[int, list[Line]]:
        given, sink = "\n".join(map(json.dumps, lines)).encode(), io.BytesIO()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(sink))
        code = main([command])
        return code, [json.loads(line) for line in sink.getvalue().splitlines()]

    return answered


@pytest.mark.parametrize(("rules", "count"), [("queens", 10), ("queens-3pass", 2)])
def test_each_line_is_applied_to_the_end(run: Run, rules: str, count: int) -> None:
    deals = [case | {"rules": rules} for case in oracles.cases("deals-queens.jsonl")[:count]]
    code, answers = run("solve", deals)
    assert code == 0
    assert {answer["verdict"] for answer in answers} == {"solved"}
    code, applied = run("apply", [answer | {"moves": answer["line"]} for answer in answers])
    assert code == 0
    for end, answer in zip(applied, answers, strict=True):
        assert end["status"] == "solved"
        assert (end["score"], end["draws"]) == (answer["score"], answer["draws"])
        assert answer["score"] + answer["draws"] == len(answer["line"])


@pytest.mark.parametrize("rules", ["queens", "queens-3pass"])
def test_the_unsolvable_are_proved(run: Run, rules: str) -> None:
    """What has no solution with unlimited redeals has none with two."""
    code, answers = run(
        "solve", [case | {"rules": rules} for case in oracles.cases("unsolvable-queens.jsonl")]
    )
    assert code == 0
    for answer in answers:
        assert answer["verdict"] == "unsolvable"
        assert answer["score"] is answer["draws"] is answer["line"] is None


def test_a_position_in_play_goes_on_from_there(run: Run) -> None:
    (case,) = oracles.cases("deals-queens.jsonl")[:1]
    _, (played,) = run("apply", [case | {"moves": "draw draw"}])
    here = {"rules": "queens", "position": played["position"]}
    code, answers = run("solve", [here, here | {"moves": "draw"}, case | {"moves": "draw draw"}])
    assert code == 0
    assert [answer["verdict"] for answer in answers] == ["solved"] * 3
    assert answers[0]["redeals"] == 0
    assert answers[0]["line"] == answers[2]["line"]


def test_redeals_of_a_position_are_a_number_that_the_rules_have(run: Run) -> None:
    (case,) = oracles.cases("deals-queens.jsonl")[:1]
    _, (played,) = run("apply", [case | {"moves": "draw"}])
    here = {"rules": "queens-3pass", "position": played["position"]}
    code, answers = run("solve", [here | {"redeals": 3}, here | {"redeals": "two"}])
    assert code == 1
    assert [answer["code"] for answer in answers] == ["invalid"] * 2
