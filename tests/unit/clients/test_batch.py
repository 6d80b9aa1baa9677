"""The batch commands: every oracle, every kind of bad line, and the loop around them."""

import io
import json
import sys
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from pasjans_terminal.main import main
from support import oracles
from support.dominoes import DEAL, GOAL, SOLVED, exchanged

Pasjans = Callable[..., tuple[int, list[dict[str, Any]]]]


@pytest.fixture
def pasjans(monkeypatch: pytest.MonkeyPatch) -> Pasjans:
    """Run a command on lines: objects, or bytes as they stand."""

    def run(command: str, lines: Sequence[object]) -> tuple[int, list[dict[str, Any]]]:
        texts = (line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines)
        sink = io.BytesIO()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\n".join(texts))))
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(sink))
        code = main(command.split())
        return code, [json.loads(line) for line in sink.getvalue().splitlines()]

    return run


@pytest.mark.parametrize("game", ["domino", "queens"])
def test_deal_answers_the_oracle(pasjans: Pasjans, game: str) -> None:
    cases = oracles.cases("deals.jsonl")
    code, answers = pasjans(f"deal --game {game}", cases)
    assert code == 0
    assert answers == [case | {"deal": case[game]} for case in cases]


@pytest.mark.parametrize("rules", ["polish", "russian"])
def test_perft_answers_the_oracle(pasjans: Pasjans, rules: str) -> None:
    cases = oracles.cases(f"perft-{rules}.jsonl")
    code, answers = pasjans("perft --depth 8", cases)
    assert code == 0
    assert answers == cases


@pytest.mark.slow
def test_perft_of_queens_answers_the_oracle(pasjans: Pasjans) -> None:
    cases = oracles.cases("perft-queens.jsonl")
    code, answers = pasjans(f"perft --depth {max(len(case['perft']) for case in cases)}", cases)
    assert code == 0
    for case, answer in zip(cases, answers, strict=True):
        assert answer["perft"][: len(case["perft"])] == case["perft"]


@pytest.mark.parametrize("rules", ["queens", "queens-3pass"])
def test_closed_is_not_asked_where_there_are_no_exits(pasjans: Pasjans, rules: str) -> None:
    code, (answer,) = pasjans("closed", [{"rules": rules, "position": "", "windows": 0}])
    assert code == 1
    assert answer["code"] == "unsupported"
    assert answer["error"] == f"the {rules} rules have no exits, and so no position is closed"


def test_draws_do_not_count_in_the_score(pasjans: Pasjans) -> None:
    deal = oracles.cases("deals.jsonl")[0]["queens"]
    line = {"rules": "queens", "deal": deal, "moves": "draw draw draw"}
    code, (answer,) = pasjans("apply", [line])
    assert code == 0
    assert (answer["score"], answer["draws"]) == (0, 3)


@pytest.mark.parametrize("rules", ["polish", "russian"])
def test_closed_answers_the_oracle(pasjans: Pasjans, rules: str) -> None:
    cases = oracles.cases(f"closed-{rules}.jsonl")
    code, answers = pasjans("closed", cases)
    assert code == 0
    for case, answer in zip(cases, answers, strict=True):
        assert len(answer["moves"]) == case["moves"]
        assert answer["closed"] == case["closed"]
        assert answer["exit"] == (case["closed"] and case["windows"] < 3)
        assert answer["solved"] is False
        assert answer["position"] == case["position"]


def test_apply_plays_the_narrated_game(pasjans: Pasjans) -> None:
    story = oracles.walkthrough()
    whole = {"rules": "russian", "deal": story["deal"], "note": "kept"}
    stop, finish = story["moves"], f"{story['moves']} {story['a_finish']}"
    code, (stopped, finished) = pasjans(
        "apply", [whole | {"moves": stop}, whole | {"moves": finish.split()}]
    )
    assert code == 0
    assert stopped == whole | {
        "moves": stop,
        "position": story["position"],
        "status": "playing",
        "score": 22,
        "windows": 1,
        "closed": True,
    }
    assert (finished["status"], finished["score"], finished["windows"]) == ("solved", 38, 3)
    assert finished["closed"] is False
    assert finished["note"] == "kept"


def test_moves_may_be_absent_empty_or_null(pasjans: Pasjans) -> None:
    line: dict[str, object] = {"rules": "polish", "deal": DEAL}
    lines = [line, line | {"moves": ""}, line | {"moves": []}, line | {"moves": None}]
    code, answers = pasjans("apply", lines)
    assert code == 0
    assert {answer["score"] for answer in answers} == {0}
    assert {answer["position"] for answer in answers} == {DEAL.replace("00", "--")}


def test_perft_plays_the_moves_first(pasjans: Pasjans) -> None:
    line = {"game": "polish", "deal": DEAL, "moves": "open"}
    code, (answer,) = pasjans("perft --depth 7", [line])
    (case,) = (case for case in oracles.cases("perft-polish.jsonl") if case["deal"] == DEAL)
    assert code == 0
    assert answer["perft"] == case["perft"][1:]


def test_perft_of_a_solved_position_is_nothing(pasjans: Pasjans) -> None:
    code, (answer,) = pasjans("perft --depth 3", [{"rules": "polish", "deal": GOAL}])
    assert (code, answer["perft"]) == (0, [0, 0, 0])


def test_closed_of_a_solved_position(pasjans: Pasjans) -> None:
    line = {"rules": "polish", "position": SOLVED, "windows": 1}
    assert pasjans("closed", [line]) == (
        0,
        [line | {"closed": False, "solved": True, "moves": [], "exit": False}],
    )


def test_a_refused_move_is_told_with_its_index(pasjans: Pasjans) -> None:
    deal = exchanged(GOAL, "55 00", "54 00")
    line = {"rules": "polish", "deal": deal, "moves": "54@14 43@15"}
    assert pasjans("apply", [line]) == (
        1,
        [
            line
            | {
                "error": "move 1, 43@15: under 65 fit 55 and 64, not 43",
                "code": "illegal",
                "reason": "does_not_fit",
                "index": 1,
                "move": "43@15",
                "fits": ["55", "64"],
            }
        ],
    )


def test_what_is_no_move_is_told_with_its_index(pasjans: Pasjans) -> None:
    line = {"rules": "polish", "deal": exchanged(GOAL, "55 00"), "moves": ["55@15", "56@00"]}
    code, (answer,) = pasjans("apply", [line])
    assert (code, answer["code"], answer["index"], answer["move"]) == (1, "invalid", 1, "56@00")
    assert answer["error"] == (
        "move 1 is not a move: a tile is written high half first: 65, not 56"
    )
    assert "position" not in answer


@pytest.mark.parametrize(
    ("command", "line", "code", "message"),
    [
        ("apply", b"{", "malformed", "not a JSON object: Expecting property name"),
        ("apply", b"[1]", "malformed", "expected a JSON object, not an array"),
        ("apply", b"null", "malformed", "expected a JSON object, not null"),
        ("apply", b"true", "malformed", "expected a JSON object, not a boolean"),
        ("apply", b"1.5", "malformed", "expected a JSON object, not a number"),
        ("apply", b'"x"', "malformed", "expected a JSON object, not a string"),
        ("apply", b'{"a": NaN}', "malformed", "not a JSON object: NaN is not JSON"),
        ("apply", b'{"a": -Infinity}', "malformed", "-Infinity is not JSON"),
        ("apply", b'{"a": 1e999}', "malformed", "1e999 is too large a number"),
        ("apply", b'{"a": ' + b"9" * 5000 + b"}", "malformed", "not a JSON object"),
        ("apply", b"[" * 100_000, "malformed", "nested too deeply"),
        ("apply", b"\xff\xfe", "malformed", "can't decode byte 0xff"),
        ("apply", {}, "invalid", 'there is no "rules": expected a string'),
        ("apply", {"rules": 1}, "invalid", '"rules" is a number: expected a string'),
        ("apply", {"rules": "chess"}, "invalid", "there are no rules 'chess'"),
        ("apply", {"rules": "polish"}, "invalid", 'there is no "deal": expected a string'),
        ("apply", {"rules": "polish", "deal": SOLVED}, "invalid", "a deal has no windows"),
        ("apply", {"rules": "polish", "deal": {}}, "invalid", '"deal" is an object'),
        ("apply", {"rules": "polish", "moves": 3}, "invalid", '"moves" is a number: expected a'),
        ("apply", {"rules": "polish", "moves": ["54@14", 3]}, "invalid", '"moves" is an array'),
        ("perft --depth 2", {"game": "czech"}, "invalid", "there are no rules 'czech'"),
        ("closed", {"rules": "polish"}, "invalid", 'there is no "position"'),
        (
            "closed",
            {"rules": "polish", "position": SOLVED},
            "invalid",
            'there is no "windows": expected a whole number',
        ),
        (
            "closed",
            {"rules": "polish", "position": SOLVED, "windows": True},
            "invalid",
            '"windows" is a boolean',
        ),
        (
            "closed",
            {"rules": "polish", "position": SOLVED, "windows": 2},
            "invalid",
            "with 2 opened a position shows 2 times --, not 1 times",
        ),
        ("deal --game domino", {}, "invalid", 'there is no "seed": expected a string'),
        ("deal --game queens", {"seed": "00"}, "invalid", "a seed is 32 bytes, written as 64"),
    ],
)
def test_a_bad_line_is_told_and_the_others_are_answered(
    pasjans: Pasjans, command: str, line: object, code: str, message: str
) -> None:
    good = {"rules": "polish", "deal": DEAL, "position": SOLVED, "windows": 1, "seed": "ab" * 32}
    exit_code, (first, bad, last) = pasjans(command, [good, line, good])
    assert exit_code == 1
    assert message in bad["error"]
    assert bad["code"] == code
    if isinstance(line, dict):
        assert line.items() <= bad.items()
    else:
        assert bad["line"] == 2
    assert first == last
    assert "error" not in first


def test_blank_lines_are_passed_over(pasjans: Pasjans) -> None:
    code, answers = pasjans("apply", [b"", b"  \t", {"rules": "polish", "deal": DEAL}, b"", b""])
    assert (code, len(answers)) == (0, 1)


def test_nothing_in_nothing_out(pasjans: Pasjans) -> None:
    assert pasjans("apply", []) == (0, [])


def test_lines_of_other_systems_are_read(pasjans: Pasjans) -> None:
    text = json.dumps({"rules": "polish", "deal": DEAL}).encode()
    code, answers = pasjans("apply", [b"\xef\xbb\xbf" + text + b"\r", text + b"\r"])
    assert (code, len(answers)) == (0, 2)


def test_an_old_error_is_not_kept(pasjans: Pasjans) -> None:
    code, (answer,) = pasjans("apply", [{"rules": "polish", "deal": DEAL, "error": "old"}])
    assert code == 0
    assert "error" not in answer


def test_text_of_any_script_is_kept(pasjans: Pasjans) -> None:
    line = {"rules": "polish", "deal": DEAL, "who": "Zażółć Дамы \ud800"}
    code, (answer,) = pasjans("apply", [line])
    assert (code, answer["who"]) == (0, line["who"])


def test_progress_goes_to_standard_error(
    pasjans: Pasjans, capsys: pytest.CaptureFixture[str]
) -> None:
    code, answers = pasjans("apply --progress", [{"rules": "polish", "deal": DEAL}, b"{"])
    assert (code, len(answers)) == (1, 2)
    assert capsys.readouterr().err.endswith("2 lines, 1 bad, done\n")
