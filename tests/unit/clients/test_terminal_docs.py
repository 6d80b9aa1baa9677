"""What `docs/terminal.md` shows is what there is."""

import re
import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from pasjans_engine.queens import Pile, Place
from pasjans_engine.view import view
from pasjans_terminal.drawing import compact, large
from pasjans_terminal.drawing.cards import compact as cards_compact
from pasjans_terminal.drawing.cards import large as cards_large
from pasjans_terminal.drawing.cards.body import CardBody
from pasjans_terminal.drawing.cards.table import Moved
from pasjans_terminal.drawing.frame import _AROUND
from pasjans_terminal.drawing.glyphs import UNICODE
from pasjans_terminal.drawing.styles import text_of
from pasjans_terminal.main import _parser
from pasjans_terminal.queens.board import figures_of
from pasjans_terminal.queens.lines import status_line
from support.cardtables import card_table, queens

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


def test_sizes_of_cards_are_those_of_the_drawings() -> None:
    assert (
        f"on {cards_large.WIDTH} columns and\n{cards_large.HEIGHT + _AROUND} rows or more" in TEXT
    )
    assert f"From {cards_compact.WIDTH} by {cards_compact.LEAST_ROWS + _AROUND} there is" in TEXT


def test_cards_are_drawn_as_shown() -> None:
    game = queens(200)
    source, target = (Pile(Place.COLUMN, number - 1) for number in (5, 6))
    table = replace(card_table(game), chosen=Moved(source, 3), target=target)
    body = CardBody(table, figures_of(view(game), watching=1))
    drawn = "\n".join(text_of(line).rstrip() for line in body.lines(100, 35, UNICODE)).rstrip()
    assert drawn in TEXT
    assert status_line(view(game)) in TEXT
