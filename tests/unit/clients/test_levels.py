"""`pasjans levels build`: which deals a catalogue has, and going on with a file."""

import json
from pathlib import Path
from typing import Any

import pytest

from pasjans_engine.queens import QUEENS
from pasjans_engine.queens.levels import Level, grade
from pasjans_services.games.levels import Levels
from pasjans_terminal.catalogue import Catalogue, deal_seed, is_solution
from pasjans_terminal.main import main

LEVELS = (Level.EASY, Level.MEDIUM, Level.HARD)


def build(path: Path, *options: str, count: int = 1) -> int:
    return main(["levels", "build", "--count", str(count), "--out", str(path), *options])


def entries(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def line(number: int, level: str = "easy", catalogue: str = "S") -> str:
    fields: dict[str, object] = {"rules": "queens", "catalogue": catalogue, "number": number}
    fields |= {"seed": deal_seed(catalogue, number).hex(), "level": level, "wins": 40}
    fields |= {"play_outs": 64, "policy": 1, "solver": 1, "nodes": 9, "line": "draw"}
    return json.dumps(fields) + "\n"


@pytest.mark.slow
def test_a_catalogue_is_graded_solved_read_by_servers_and_made_again_by_anybody(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    assert build(first, "--seed", "S", "--progress") == 0
    assert capsys.readouterr().err.endswith("1 easy, 1 medium, 1 hard, of 1, done\n")
    assert build(second, "--seed", "S") == 0
    assert second.read_bytes() == first.read_bytes()

    found = entries(first)
    assert sorted(entry["level"] for entry in found) == sorted(LEVELS)
    for entry in found:
        assert bytes.fromhex(entry["seed"]) == deal_seed("S", entry["number"])
        start = QUEENS.start(QUEENS.deal(bytes.fromhex(entry["seed"])))
        graded = grade(QUEENS, start)
        assert (entry["wins"], entry["play_outs"]) == (graded.wins, graded.play_outs)
        assert entry["level"] == graded.level
        assert is_solution(start, tuple(entry["line"].split()))
        assert not is_solution(start, tuple(entry["line"].split()[:-1]))
        read = Levels.open(first).seed_for(QUEENS, Level(entry["level"]))
        assert read == deal_seed("S", entry["number"])


@pytest.mark.slow
def test_it_goes_on_where_the_file_ends_and_drops_a_line_that_was_cut_off(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    build(whole, "--seed", "S", count=2)
    cut.write_bytes(whole.read_bytes()[:-7])
    assert build(cut, count=2) == 0
    assert cut.read_bytes() == whole.read_bytes()


@pytest.mark.slow
def test_without_a_seed_nobody_can_know_the_deals(tmp_path: Path) -> None:
    texts = set()
    for name in "ab":
        path = tmp_path / name
        build(path)
        texts |= {entry["catalogue"] for entry in entries(path)}
    assert len(texts) == 2
    assert all(len(bytes.fromhex(text)) == 32 for text in texts)


def test_a_file_with_enough_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "levels.jsonl"
    path.write_text("".join(line(n, level) for n, level in enumerate(LEVELS)), "utf-8")
    catalogue = Catalogue(path, None)
    assert (catalogue.text, catalogue.next_number) == ("S", 3)
    assert catalogue.wanting(1) == frozenset()
    assert catalogue.wanting(2) == frozenset(LEVELS)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (line(0, catalogue="T"), "begun with another --seed"),
        (line(0) + "draw\n", "line 2: not a deal of a catalogue"),
        (line(0, "simple"), "line 1: not a deal of a catalogue"),
        ('{"rules": "queens"}\n', "line 1: not a deal of a catalogue"),
        ("[]\n", "line 1: not a deal of a catalogue"),
        ("somebody's notes", "the last line is not the beginning of a deal"),
        (line(0) + '{"rulers', "the last line is not the beginning of a deal"),
    ],
)
def test_a_file_that_is_no_catalogue_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str, said: str
) -> None:
    path = tmp_path / "levels.jsonl"
    path.write_text(content, "utf-8")
    assert build(path, "--seed", "S") == 2
    assert said in capsys.readouterr().err
    assert path.read_text("utf-8") == content
