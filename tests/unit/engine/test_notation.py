"""Texts of deals, positions, moves, commands and events."""

import pytest

from pasjans_engine.domino import OPEN, POLISH, RUSSIAN, Position, Put
from pasjans_engine.errors import Invalid
from pasjans_engine.game import (
    Command,
    Play,
    Redo,
    Resign,
    Undo,
)
from pasjans_engine.notation import command_name, parse_command
from pasjans_engine.rules import RULES, rules_named
from pasjans_engine.tiles import parse_cell, parse_tile
from support.dominoes import GOAL, SOLVED, exchanged

MOVE = Put(parse_tile("54"), parse_cell("14"))


def test_a_position_is_written_row_by_row() -> None:
    """Rows from the top, `/` between rows, logical columns in order, windows `--`."""
    here = POLISH.parse_position(SOLVED, 1)
    assert here == Position(bytes((*here.cells[:27], 28)), 1)
    assert POLISH.position_name(here) == SOLVED


def test_a_deal_still_holds_00() -> None:
    """A deal is a position that still holds `00`."""
    assert POLISH.start(GOAL) == POLISH.parse_position(SOLVED, 1)
    with pytest.raises(Invalid, match="a deal has no windows"):
        POLISH.start(SOLVED)


@pytest.mark.parametrize(
    ("deal", "message"),
    [
        ("", "expected seven rows with / between them, not 1"),
        (GOAL + "/", "expected seven rows with / between them, not 8"),
        (GOAL.replace("50 51", "50"), "row 1 holds 6 tiles with one space between them"),
        (GOAL.replace("50 51", "50  51"), "row 1 holds 6 tiles with one space between them"),
        (GOAL.replace("55/", "55 /"), "row 1 holds 6 tiles with one space between them"),
        (GOAL.replace("50", "51"), "51 lies in the layout more than once"),
        (GOAL.replace("60 61", "06 61"), "a tile is written high half first: 60, not 06"),
        (GOAL.replace("50", "5x"), "'5x' is not a tile"),
        (GOAL.replace("50", "-"), "'-' is not a tile"),
    ],
)
def test_other_texts_are_no_deals(deal: str, message: str) -> None:
    with pytest.raises(Invalid, match=message):
        POLISH.start(deal)


@pytest.mark.parametrize(
    ("text", "windows", "message"),
    [
        (SOLVED, 0, "the windows opened are 1, 2 or 3, not 0"),
        (SOLVED, 4, "the windows opened are 1, 2 or 3, not 4"),
        (GOAL, 1, "with 1 opened a position shows 1 times --, not 0 times"),
        (SOLVED, 2, "with 2 opened a position shows 2 times --, not 1 times"),
        (GOAL.replace("10", "--"), 1, "with 1 opened, 00 is set aside and cannot lie in the"),
        (SOLVED.replace("22", "--"), 2, "with 2 opened, 11 is set aside and cannot lie in the"),
        (exchanged(SOLVED, "-- 60").replace("61", "--"), 2, "11 is set aside"),
        (SOLVED.replace("33", "32"), 1, "32 lies in the layout more than once"),
    ],
)
def test_other_texts_are_no_positions(text: str, windows: int, message: str) -> None:
    with pytest.raises(Invalid, match=message):
        POLISH.parse_position(text, windows)


def test_moves() -> None:
    """Domino move: `tile@cell` (`54@14`), an exit is `open`."""
    assert POLISH.parse_move("54@14") == MOVE
    assert POLISH.parse_move("open") == OPEN
    assert (POLISH.move_name(MOVE), POLISH.move_name(OPEN)) == ("54@14", "open")


@pytest.mark.parametrize(
    ("text", "message", "part"),
    [
        ("", "'' is not a move: expected tile@cell, as 54@14, or open", ""),
        ("54", "'54' is not a move", "54"),
        ("Open", "'Open' is not a move", "Open"),
        ("45@14", "a tile is written high half first: 54, not 45", "45"),
        ("77@14", "'77' is not a tile", "77"),
        ("54@16", "'16' is not a cell", "16"),
        ("54@14 ", "'14 ' is not a cell", "14 "),
        ("54@14@14", "'14@14' is not a cell", "14@14"),
    ],
)
def test_other_texts_are_no_moves(text: str, message: str, part: str) -> None:
    with pytest.raises(Invalid, match=message) as refusal:
        RUSSIAN.parse_move(text)
    assert refusal.value.text == part


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("54@14", Play(MOVE)),
        ("open", Play(OPEN)),
        ("undo", Undo()),
        ("redo", Redo()),
        ("resign", Resign()),
    ],
)
def test_commands(text: str, command: Command) -> None:
    assert parse_command(POLISH, text) == command
    assert command_name(POLISH, command) == text


def test_another_word_is_no_command() -> None:
    with pytest.raises(Invalid, match="'peek' is not a move"):
        parse_command(POLISH, "peek")


def test_rules_have_names() -> None:
    assert [(rules.id, rules.version, rules.family) for rules in RULES.values()] == [
        ("polish", 1, "domino"),
        ("russian", 1, "domino"),
        ("queens", 1, "queens"),
        ("queens-3pass", 1, "queens"),
    ]
    assert rules_named("russian") is RULES["russian"]
    with pytest.raises(Invalid, match="there are no rules 'czech': expected polish or russian or"):
        rules_named("czech")
