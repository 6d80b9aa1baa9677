"""What `docs/terminal.md` shows is what there is."""

import re
import shlex
from pathlib import Path

import pytest

from pasjans_terminal.drawing import compact, large
from pasjans_terminal.drawing.frame import _AROUND
from pasjans_terminal.main import _parser

TEXT = (Path(__file__).parents[3] / "docs" / "terminal.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^(?:.*\| )?pasjans ((?!·).+?)(?:\s+#.*)?$", TEXT, re.MULTILINE)


def test_there_are_commands() -> None:
    assert {command.split()[0] for command in COMMANDS} == {"play", "watch", "replay", "top"}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_is_typed_so(command: str) -> None:
    assert callable(_parser().parse_args(shlex.split(command)).run)


def test_sizes_are_those_of_the_drawings() -> None:
    assert f"On {large.SIZE.width} columns and {large.SIZE.height + _AROUND} rows" in TEXT
    assert f"from {compact.SIZE.width} by {compact.SIZE.height + _AROUND}" in TEXT
