"""`pasjans verify`: what it says of good and of bad files."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from pasjans_engine.domino import POLISH
from pasjans_engine.game import Resigned
from pasjans_protocol.portable import MAX_LINE_BYTES, lines
from pasjans_terminal.main import main
from support.portables import SEED, header, played, rechained, timed
from support.strategies import stream
from support.walkthrough import walkthrough

STORY = walkthrough()
GIVEN = header(STORY.rules, deal=STORY.deal)
SOLVED = lines(GIVEN, played(GIVEN, (*STORY.moves, *STORY.finish)))
HAPPENED = [*stream(POLISH, SEED, range(20)), Resigned()]
RESIGNED = lines(header("polish"), timed(HAPPENED))
UNTOLD = lines(header("polish", tell=False), timed(HAPPENED))

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def good(tmp_path: Path) -> str:
    """The file of a solved game."""
    return written(tmp_path, SOLVED, "good.pasjans")


@pytest.fixture
def bad(tmp_path: Path) -> str:
    """The same with one move changed."""
    changed = SOLVED[16].replace(b'"event":"', b'"event":"x')
    return written(tmp_path, (*SOLVED[:16], changed, *SOLVED[17:]), "bad.pasjans")


def written(folder: Path, told: tuple[bytes, ...], name: str) -> str:
    file = folder / name
    file.write_bytes(b"".join(told))
    return str(file)


def answers(captured: Captured) -> list[dict[str, Any]]:
    out, err = captured.readouterr()
    assert not err
    return [json.loads(line) for line in out.splitlines()]


def test_a_verified_file(good: str, capsys: Captured) -> None:
    assert main(["verify", good]) == 0
    out, err = capsys.readouterr()
    assert not err
    assert out.splitlines() == [
        f"{good}: verified",
        "  game    Gq7pX2mV9bTc, dealt 2026-11-18 11:06:40 UTC (given)",
        "  rules   russian, version 1",
        f"  deal    {STORY.deal}",
        "  player  p4tW8sLzQx1B",
        "  result  solved: moves 38, windows 3, undos 0",
        "  proved  39 events: hash chain, rules and checks;",
        "          the deal was given, there is no seed",
        f"  hash    {json.loads(SOLVED[-1])['hash']}",
    ]


def test_what_is_proved_of_the_deal(tmp_path: Path, capsys: Captured) -> None:
    assert main(["verify", written(tmp_path, RESIGNED, "told")]) == 0
    assert "  the deal from its seed, the seed from its commitment\n" in capsys.readouterr().out
    assert main(["verify", written(tmp_path, UNTOLD, "untold")]) == 0
    assert "  not yet the deal: its commitment stands" in capsys.readouterr().out


def test_a_bad_file_names_its_first_bad_event(bad: str, capsys: Captured) -> None:
    assert main(["verify", bad]) == 1
    out, err = capsys.readouterr()
    assert not out
    assert err.startswith(f"{bad}: not verified: event 17 (x")
    assert len(err.splitlines()) == 1


def test_no_such_file(tmp_path: Path, capsys: Captured) -> None:
    nowhere = str(tmp_path / "nowhere")
    assert main(["verify", nowhere]) == 2
    assert capsys.readouterr().err == f"{nowhere}: cannot be read: No such file or directory\n"
    assert main(["verify", str(tmp_path)]) == 2


def test_json(good: str, bad: str, capsys: Captured) -> None:
    assert main(["verify", "--json", good, bad, "/nowhere"]) == 2
    fine, wrong, missing = answers(capsys)
    assert fine == {
        "file": good,
        "verified": True,
        "game": "Gq7pX2mV9bTc",
        "rules": "russian",
        "rules_version": 1,
        "deal": STORY.deal,
        "deal_id": GIVEN.deal_id,
        "origin": "given",
        "source": "given",
        "player": "p4tW8sLzQx1B",
        "bot": False,
        "status": "solved",
        "moves": 38,
        "windows": 3,
        "undos": 0,
        "hints": 0,
        "draws": 0,
        "events": 39,
        "dealt": "2026-11-18T11:06:40.000Z",
        "ended": "2026-11-18T11:07:18.000Z",
        "dealt_ms": GIVEN.time_ms,
        "ended_ms": json.loads(SOLVED[-2])["time"],
        "hash": json.loads(SOLVED[-1])["hash"],
    }
    assert wrong.pop("error").startswith("event 17 (x")
    assert wrong == {"file": bad, "verified": False, "code": "chain", "line": 17, "version": 17}
    assert (missing["verified"], missing["code"]) == (False, "unreadable")


def test_several_files_are_as_good_as_the_worst(good: str, bad: str, capsys: Captured) -> None:
    assert main(["verify", good, good]) == 0
    assert main(["verify", bad, good]) == 1
    out, err = capsys.readouterr()
    assert out.count(": verified\n") == 3
    assert err.count(": not verified: ") == 1


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"".join(SOLVED))))
    assert main(["verify", "-"]) == 0
    assert capsys.readouterr().out.startswith("-: verified\n")


def test_an_endless_line_is_not_read_to_its_end(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    endless = io.BytesIO(b" " * (4 * MAX_LINE_BYTES))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(endless))
    assert main(["verify", "--json", "-"]) == 1
    assert answers(capsys)[0]["code"] == "too_large"
    assert endless.tell() < 4 * MAX_LINE_BYTES


def test_a_time_beyond_the_calendar(tmp_path: Path, capsys: Captured) -> None:
    told = lines(header("polish", tell=False), [(2**53 - 1, HAPPENED[1])])
    late = (told[0].replace(b"1795000000000", str(2**53 - 1).encode()), *told[1:])
    assert main(["verify", written(tmp_path, tuple(rechained(late)), "late")]) == 0
    assert "9007199254740991 ms after 1970" in capsys.readouterr().out
    assert main(["verify", "--json", written(tmp_path, tuple(rechained(late)), "late")]) == 0
    (told_late,) = answers(capsys)
    assert (told_late["dealt"], told_late["source"]) == (None, "random")
    assert told_late["origin"] == "commitment"


def test_the_help_says_what_the_json_says_of_the_deal(capsys: Captured) -> None:
    with pytest.raises(SystemExit):
        main(["verify", "--help"])
    text = capsys.readouterr().out
    assert '"source" is what the file says of the deal' in text
    assert '"origin" is what is proved of it' in text


def test_the_example_in_the_help_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    with pytest.raises(SystemExit):
        main(["verify", "--help"])
    _, example = capsys.readouterr().out.split("example:\n")
    written(tmp_path, SOLVED, "game.pasjans")
    monkeypatch.chdir(tmp_path)
    name, *args = example.split()
    assert name == "pasjans"
    assert main(args) == 0
