"""What `docs/portable.md` says is what the code does."""

import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from pasjans_engine.status import Status
from pasjans_protocol.examples import SEED
from pasjans_protocol.portable import (
    MAX_EVENTS,
    MAX_LINE_BYTES,
    Flaw,
    Origin,
    Verified,
    form,
    verify,
)

PAGE = (Path(__file__).parents[3] / "docs" / "portable.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
(EXAMPLE,) = [text.encode() for language, text in BLOCKS if not language]
OTHER_PROGRAM, WITH_OURS = [text for language, text in BLOCKS if language == "python"]


def first_column(heading: str) -> list[str]:
    _, _, after = PAGE.partition(heading)
    table, _, _ = after.partition("\n\n**")
    return re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)


def test_the_example_verifies() -> None:
    proved = verify(EXAMPLE.splitlines(keepends=True))
    assert isinstance(proved, Verified)
    assert (proved.status, proved.origin) == (Status.RESIGNED, Origin.SEED)
    assert proved.header.seed == SEED
    assert proved.undos == 1


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("**The first line**", form.FirstLine),
        ("**Each event after it**", form.EventLine),
        ("**The last line**", form.LastLine),
    ],
)
def test_each_key_of_each_line_is_described(heading: str, kind: type[msgspec.Struct]) -> None:
    keys = [field.encode_name for field in msgspec.structs.fields(kind)]
    tag = ["pasjans"] if kind is form.FirstLine else []
    described = first_column(heading)
    assert described[: len(tag) + len(keys) + 1] == [*tag, *keys, "hash"]


def test_each_code_is_described() -> None:
    assert first_column("| code | what is wrong |") == list(Flaw)


def test_the_bounds_are_those_of_the_code() -> None:
    assert f"A line has {MAX_LINE_BYTES} bytes at most, a file {MAX_EVENTS} events" in PAGE


@pytest.mark.slow
def test_the_program_on_the_page_checks_the_example(tmp_path: Path) -> None:
    script, file = tmp_path / "check.py", tmp_path / "game.pasjans"
    script.write_text(OTHER_PROGRAM, encoding="utf-8")
    command = [sys.executable, "-I", str(script), str(file)]
    file.write_bytes(EXAMPLE)
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == f"hash {verify(EXAMPLE.splitlines(keepends=True)).hash}\n"
    file.write_bytes(EXAMPLE.replace(b"40@50", b"31@50"))
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "AssertionError: line 3: chain" in done.stderr


def test_the_lines_of_python_on_the_page_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for content, expected in ((EXAMPLE, "Gq7pX2mV9bTc resigned 2 "), (EXAMPLE[:-1], "7 malformed")):
        (tmp_path / "game.pasjans").write_bytes(content)
        exec(compile(WITH_OURS, "docs/portable.md", "exec"), {})  # noqa: S102
        assert capsys.readouterr().out.startswith(expected)
