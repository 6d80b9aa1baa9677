"""`pasjans solve`: verdicts, bad lines, budgets, and several processes."""

import io
import json
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from pasjans_terminal.main import main
from support import oracles
from support.dominoes import DEAL, SOLVED

pytestmark = pytest.mark.slow

Solve = Callable[..., tuple[int, list[dict[str, Any]]]]


@pytest.fixture
def solve(monkeypatch: pytest.MonkeyPatch) -> Solve:
    """Run the command on lines: objects, or bytes as they stand."""

    def run(lines: Sequence[object], *options: str) -> tuple[int, list[dict[str, Any]]]:
        texts = (line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines)
        sink = io.BytesIO()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\n".join(texts))))
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(sink))
        code = main(["solve", *options])
        return code, [json.loads(line) for line in sink.getvalue().splitlines()]

    return run


def asked(name: str, count: int) -> list[dict[str, Any]]:
    return [
        {"rules": case["rules"], "deal": case["deal"]}
        for case in oracles.cases(f"par-{name}.jsonl")[:count]
    ]


@pytest.mark.parametrize("name", ["polish", "russian"])
def test_each_oracle_and_apply_takes_each_line(
    solve: Solve, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = oracles.cases(f"par-{name}.jsonl")[::5]
    code, answers = solve(cases)
    assert code == 0
    assert [answer["par"] for answer in answers] == [case["par"] for case in cases]
    solved = [answer for answer in answers if answer["verdict"] == "solved"]
    assert all(
        answer["verdict"] == "unsolvable" and answer["line"] is answer["windows"] is None
        for answer in answers
        if answer not in solved
    )
    lines = (json.dumps(answer | {"moves": answer["line"]}).encode() for answer in solved)
    sink = io.BytesIO()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\n".join(lines))))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(sink))
    assert main(["apply"]) == 0
    for text, answer in zip(sink.getvalue().splitlines(), solved, strict=True):
        applied = json.loads(text)
        assert applied["status"] == "solved"
        assert applied["score"] == answer["par"]
        assert applied["windows"] == answer["windows"]


def test_moves_are_played_first_from_a_deal_or_a_position(solve: Solve) -> None:
    (case,) = asked("polish", 1)
    _, (whole,) = solve([case])
    par, line = whole["par"], whole["line"]
    _, (after,) = solve([case | {"moves": line[:10]}])
    assert after["par"] == par - 10
    start = case["deal"].replace("00", "--")
    here = {"rules": "polish", "position": start, "windows": 1}
    code, answers = solve([here, here | {"moves": " ".join(line[:3])}])
    assert code == 0
    assert [answer["par"] for answer in answers] == [par, par - 3]


def test_what_is_solved_has_par_0(solve: Solve) -> None:
    _, (answer,) = solve([{"rules": "russian", "position": SOLVED, "windows": 1, "note": 7}])
    assert answer.pop("ms") >= 0
    assert answer == {
        "rules": "russian",
        "position": SOLVED,
        "note": 7,
        "verdict": "solved",
        "par": 0,
        "windows": 1,
        "windows_before": 1,
        "line": [],
        "nodes": 0,
    }


def test_an_answer_can_be_asked_again(solve: Solve) -> None:
    (case,) = asked("polish", 1)
    question = {"rules": "polish", "position": case["deal"].replace("00", "--"), "windows": 1}
    _, (unknown,) = solve([question], "--max-nodes", "5")
    assert unknown["windows"] is None
    assert unknown["windows_before"] == 1
    _, (answer,) = solve([unknown])
    assert answer["windows"] == 2
    _, (again,) = solve([answer])
    assert again["windows_before"] == 1
    assert again | {"ms": 0} == answer | {"ms": 0}


def test_windows_beside_a_deal_are_not_read(solve: Solve) -> None:
    (case,) = asked("polish", 1)
    _, (answer,) = solve([case | {"windows": 7}])
    assert answer["windows"] == 2
    assert "windows_before" not in answer


def test_windows_that_the_position_does_not_have(solve: Solve) -> None:
    line = {"rules": "polish", "position": SOLVED, "windows": 2}
    code, (answer,) = solve([line])
    assert code == 1
    assert answer["windows"] == 2
    assert "windows_before" not in answer


def test_unknown_is_an_answer(solve: Solve) -> None:
    code, (answer,) = solve(asked("russian", 1), "--max-nodes", "5")
    assert code == 0
    assert answer["verdict"] == "unknown"
    assert answer["nodes"] == 5
    assert answer["par"] is answer["line"] is answer["windows"] is None


@pytest.mark.parametrize("workers", ["1", "2"])
def test_bad_lines_stand_among_the_others(solve: Solve, workers: str) -> None:
    (good,) = asked("polish", 1)
    lines = [
        good,
        b"{",
        {"rules": "chess", "deal": DEAL},
        {"rules": "polish"},
        {"rules": "polish", "deal": 7},
        {"rules": "polish", "position": DEAL, "windows": 1},
        {"rules": "polish", "position": SOLVED},
        {"rules": "polish", "deal": DEAL, "moves": ["00@00"]},
        {"rules": "polish", "position": SOLVED, "windows": 1, "moves": "60@00"},
        {"rules": "polish", "position": SOLVED, "windows": 1, "moves": "what"},
        good,
    ]
    code, answers = solve(lines, "--workers", workers)
    assert code == 1
    codes = [answer.get("code") for answer in answers]
    assert codes[1:-1] == ["malformed", *["invalid"] * 5, "illegal", "illegal", "invalid"]
    assert codes[0] is codes[-1] is None
    assert answers[1]["line"] == 2
    assert answers[0]["par"] == answers[-1]["par"] == 33


def test_workers_answer_in_order(solve: Solve) -> None:
    cases = [*asked("russian", 12), *asked("polish", 12)]
    alone, together = solve(cases), solve(cases, "--workers", "2")
    for answer in (*alone[1], *together[1]):
        del answer["ms"]
    assert together == alone


def test_progress_counts_verdicts(solve: Solve, capsys: pytest.CaptureFixture[str]) -> None:
    solve([*asked("polish", 3), b"{"], "--progress")
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.startswith("4 lines, 2 solved, 1 unsolvable, 0 unknown, 1 bad")
    assert last.endswith("a second, done")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--workers", "0"], "expected a whole number from 1, not '0'"),
        (["--max-nodes", "x"], "expected a whole number from 1, not 'x'"),
    ],
)
def test_wrong_usage_is_2(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(["solve", *options])
    assert end.value.code == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("workers", ["1", "2"])
def test_each_answer_is_there_before_the_next_line_and_ctrl_c_ends_it(workers: str) -> None:
    line = json.dumps(asked("polish", 1)[0]).encode() + b"\n"
    command = [sys.executable, "-m", "pasjans_terminal", "solve", "--workers", workers]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        for _ in range(3):
            process.stdin.write(line)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["par"] == 33
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
        assert process.stderr.read() == b""
