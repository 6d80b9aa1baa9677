"""`pasjans survey`: which deals, a file that can be gone on with, and the command as a whole."""

import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasjans_engine.domino import POLISH
from pasjans_terminal.main import _parser, main
from pasjans_terminal.solvers import SOLVERS
from pasjans_terminal.surveying.deals import Record, Survey, deal_seed
from pasjans_terminal.surveying.ledger import BadLedger, opened
from pasjans_terminal.surveying.lines import line_of
from support.surveys import NATURALS, SURVEY, record, records

DOCS = (Path(__file__).parents[3] / "docs" / "solver.md").read_text(encoding="utf-8")

# Which deals


@pytest.mark.slow
@given(st.text(), NATURALS)
def test_the_seed_of_a_deal(seed: str, number: int) -> None:
    # Surveys: "The seed of deal i is the SHA-256 of the text `pasjans/survey/1:S:i`, in UTF-8".
    text = f"pasjans/survey/1:{seed}:{number}"
    assert deal_seed(seed, number) == sha256(text.encode()).digest()


@pytest.mark.slow
@given(st.sets(st.tuples(st.text("a:1", max_size=3), NATURALS), min_size=2))
def test_no_two_deals_share_a_seed(pairs: set[tuple[str, int]]) -> None:
    assert len({deal_seed(*pair) for pair in pairs}) == len(pairs)


@pytest.mark.slow
def test_the_shell_finds_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["survey", "--help"])
    (line,) = re.findall(r"^  (printf .* \| sha256sum)$", capsys.readouterr().out, re.MULTILINE)
    shell = subprocess.run(["/bin/sh", "-c", line], capture_output=True, check=True, text=True)
    assert shell.stdout.split()[0] == deal_seed("S", 0).hex()


def test_the_documentation_has_the_same_seeds() -> None:
    rows = re.findall(r"^\| `(.*)`, (\d+) \| `([0-9a-f]{64})` \|$", DOCS, re.MULTILINE)
    assert len(rows) == 2
    assert all(deal_seed(seed, int(number)).hex() == digits for seed, number, digits in rows)


# The file


def kept(path: Path, survey: Survey = SURVEY) -> list[Record]:
    """What a file holds."""
    with opened(path, survey) as ledger:
        return list(ledger.records())


@pytest.mark.slow
@given(some=records(), data=st.data())
def test_a_file_goes_on_wherever_it_was_cut(
    some: list[Record], data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("survey") / "out.jsonl"
    with opened(path, SURVEY) as ledger:
        assert not list(ledger.records())
        for each in some:
            ledger.append(each)
    whole = path.read_bytes()
    assert whole == b"".join(line_of(SURVEY, each) for each in some)
    path.write_bytes(whole[: data.draw(st.integers(0, len(whole)))])
    there = path.read_bytes().count(b"\n")
    with opened(path, SURVEY) as ledger:
        assert list(ledger.records()) == some[:there]
        for each in some[there:]:
            ledger.append(each)
    assert path.read_bytes() == whole


def changed(**fields: object) -> Callable[[bytes], bytes]:
    """A line with some fields of other values."""
    return lambda line: json.dumps(json.loads(line) | fields).encode() + b"\n"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (changed(rules="russian"), "begun with --rules 'russian', not 'polish'"),
        (changed(survey="b"), "begun with --seed 'b', not 'a seed: ż'"),
        (changed(solver=0), "begun with a solver of version 0, not 1"),
        (changed(rules_version=2), "begun with rules of version 2, not 1"),
        (changed(max_nodes=5), "begun with --max-nodes 5, not 1000"),
        (changed(number=7), '"number" is 7, and 1 belongs there'),
        (changed(seed="00"), "\"seed\" is '00', and"),
        (changed(verdict="lost"), "'lost' is not a verdict"),
        (changed(par=None), '"par" is null: expected a whole number'),
        (changed(par=-1), '"par" cannot be -1'),
        (changed(nodes=2**70), f'"nodes" cannot be {2**70}'),
        (changed(ms="1"), '"ms" is a string: expected a number'),
        (changed(ms=10**400), '"ms" cannot be 1000'),
        (lambda line: line[:-9] + b"\n", "not a JSON object"),
        (lambda _: b'{"rules": "polish", "deal": "?"}\n', 'there is no "rules_version"'),
        (lambda line: line[9:-1], "not a line of this survey"),
        (lambda _: b"\x00" * 4096, "not a line of this survey"),
        (lambda line: b" " * (1 << 20) + line, "not a line of this survey"),
    ],
)
def test_a_file_of_something_else_is_refused_and_left_as_it_is(
    change: Callable[[bytes], bytes], message: str, tmp_path: Path
) -> None:
    path = tmp_path / "out.jsonl"
    path.write_bytes(line_of(SURVEY, record(0)) + change(line_of(SURVEY, record(1))))
    before = path.read_bytes()
    with pytest.raises(BadLedger) as refusal:
        kept(path)
    text = str(refusal.value)
    assert text.startswith(f"{path}, line 2: ")
    assert message in text
    assert text.endswith("Go on as it was begun, or name another file.")
    assert path.read_bytes() == before


def test_a_line_of_nothing_else_but_a_broken_beginning(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.write_bytes(line_of(SURVEY, record(0))[:-9])
    with pytest.raises(BadLedger, match="line 1: not a line of this survey"):
        kept(path, replace(SURVEY, seed="b"))
    assert kept(path) == []
    assert path.read_bytes() == b""


def test_a_file_that_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(BadLedger, match=re.escape(f"{tmp_path}: Is a directory")):
        kept(tmp_path)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_a_disk_that_is_full() -> None:
    with (
        pytest.raises(BadLedger, match="/dev/full: No space left on device"),
        opened(Path("/dev/full"), SURVEY) as ledger,
    ):
        ledger.append(record(0))


# The command


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command: exit code, output, errors."""

    def command(*options: str, rules: str = "polish", deals: int = 12) -> tuple[int, str, str]:
        code = main(["survey", "--rules", rules, "--deals", f"{deals}", "--seed", "1", *options])
        return code, *capsys.readouterr()

    return command


def told(path: Path) -> list[dict[str, Any]]:
    """The lines of a file, without the times, which differ."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [{name: line[name] for name in line if name != "ms"} for line in lines]


@pytest.mark.slow
def test_each_line_is_what_deal_and_solve_say(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "out.jsonl"
    code, out, err = run("--out", str(path), rules="russian")
    assert (code, err) == (0, "")
    assert out.startswith("russian, 12 of 12 deals of the seed '1', solver 1, 10,000,000 nodes")
    lines = path.read_bytes()
    assert [line["number"] for line in told(path)] == list(range(12))
    for command in (["deal", "--game", "domino"], ["solve"]):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines)))
        assert main(command) == 0
        lines = capsys.readouterr().out.encode()
    for line, solved in zip(told(path), map(json.loads, lines.splitlines()), strict=True):
        assert line.items() <= solved.items()
        assert solved["deal"] == POLISH.deal(deal_seed("1", line["number"]))


@pytest.mark.slow
def test_a_survey_goes_on(run: Run, tmp_path: Path) -> None:
    whole, path = tmp_path / "whole.jsonl", tmp_path / "out.jsonl"
    _, out, _ = run("--out", str(whole), "--json")
    run("--out", str(path), deals=5)
    path.write_bytes(path.read_bytes()[:-20])
    code, again, err = run("--out", str(path), "--json", "--progress")
    assert code == 0
    assert err.splitlines()[0] == "making the solver ready"
    assert err.splitlines()[-1].startswith("12 of 12 deals, ")
    assert told(path) == told(whole)
    assert json.loads(again) | {"ms": 0} == json.loads(out) | {"ms": 0}


@pytest.mark.slow
def test_a_file_with_more_deals_than_asked_is_read_as_far(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    run("--out", str(path))
    before = path.read_bytes()
    code, out, err = run("--out", str(path), "--json", "--progress", deals=4)
    assert (code, err) == (0, "")
    assert json.loads(out)["deals"] == 4
    assert path.read_bytes() == before


@pytest.mark.slow
def test_unknown_deals_are_told(run: Run) -> None:
    code, out, _ = run("--max-nodes", "50", "--json")
    summary = json.loads(out)
    assert code == 1
    assert summary["verdicts"]["unknown"]["count"] > 0
    assert summary["nodes"]["max"] == 50


@pytest.mark.slow
def test_another_surveys_file_is_wrong_usage(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    run("--out", str(path), deals=2)
    code, out, err = run("--out", str(path), rules="russian")
    assert (code, out) == (2, "")
    assert err == (
        f"{path}, line 1: begun with --rules 'polish', not 'russian'. Go on as it was begun, or"
        " name another file.\n"
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "the following arguments are required: --rules, --deals, --seed"),
        (["--rules", "chess"], "invalid choice: 'chess'"),
        (["--deals", "0"], "expected a whole number from 1, not '0'"),
        (["--seed", "\udcff"], "expected a text in UTF-8"),
    ],
)
def test_wrong_usage_is_2(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(["survey", *options])
    assert end.value.code == 2
    assert message in capsys.readouterr().err


class Impatient(io.StringIO):
    """Standard error, read by somebody who presses Ctrl-C when the time left is told."""

    def write(self, text: str, /) -> int:
        written = super().write(text)
        if self.getvalue().endswith(" left\n"):
            signal.raise_signal(signal.SIGINT)
        return written


@pytest.mark.slow
@pytest.mark.parametrize("out", [None, "out.jsonl"])
def test_ctrl_c_tells_what_there_is_and_how_to_go_on(
    out: str | None, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "out.jsonl"
    options = [] if out is None else ["--out", str(path)]
    err = Impatient()
    monkeypatch.setattr(sys, "stderr", err)
    code, text, _ = run("--progress", *options, deals=1_000_000)
    assert code == 130
    known, way_on = interrupted(err.getvalue())
    assert text.startswith(f"polish, {known:,} of 1,000,000 deals of the seed '1'")
    if out is None:
        assert way_on == "; with --out FILE the same command would go on there"
    else:
        assert way_on == f", which are in {path}: the same command goes on there"
        assert known <= len(told(path)) <= known + 1


def interrupted(err: str) -> tuple[int, str]:
    """How many deals were known, and how to go on."""
    found = re.fullmatch(r"interrupted after ([\d,]+) of 1,000,000 deals(.*)", err.splitlines()[-1])
    assert found is not None
    return int(found[1].replace(",", "")), found[2]


def long_run(path: Path, workers: str) -> subprocess.Popen[str]:
    """A survey that would take an hour, in a group of its own, and has begun."""
    command = [*(sys.executable, "-m", "pasjans_terminal", "survey"), "--rules", "polish"]
    options = ["--deals", "1000000", "--seed", "1", "--progress", "--workers", workers]
    process = subprocess.Popen(
        [*command, *options, "--out", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stderr is not None
    assert any(" of 1,000,000 deals" in line for line in process.stderr)
    return process


@pytest.mark.slow
def test_ctrl_c_ends_other_processes_too(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    with long_run(path, "2") as process:
        # As a terminal does it: the other processes are told as well.
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "Traceback" not in err
    known, _ = interrupted(err)
    assert out.startswith(f"polish, {known:,} of 1,000,000 deals of the seed '1'")
    lines = told(path)
    assert known <= len(lines) <= known + 1
    alone = tmp_path / "alone.jsonl"
    run("--out", str(alone), deals=min(known, 12))
    assert told(alone) == lines[:12]


@pytest.mark.slow
def test_a_survey_that_was_killed_goes_on(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    with long_run(path, "1") as process:
        process.kill()
        process.communicate(timeout=20)
    there = path.read_bytes().count(b"\n")
    assert there > 0
    code, out, _ = run("--out", str(path), "--json", deals=there + 2)
    assert code == 0
    assert json.loads(out)["deals"] == len(told(path)) == there + 2


@pytest.mark.parametrize(
    "command", re.findall(r"^    pasjans (survey .*?)(?: >.*)?$", DOCS, re.MULTILINE)
)
def test_the_documentation_types_it_so(command: str) -> None:
    args = _parser().parse_args(shlex.split(command))
    assert args.rules in SOLVERS
