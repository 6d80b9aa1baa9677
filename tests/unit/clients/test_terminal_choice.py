"""Choosing tiles and windows with keys and mouse."""

import pytest

from pasjans_engine.tiles import cell_name, parse_cell
from pasjans_terminal.dominoes.choice import (
    NOTHING,
    Choice,
    Entered,
    Way,
    clicked,
    entered,
    in_order,
    kept,
    next_one,
    towards,
    windows_for,
)
from pasjans_terminal.drawing.table import Table
from support.boards import table
from support.lines import replayed
from support.walkthrough import walkthrough

TOLD = walkthrough()
# Window 30 takes 33 (in 14), 42 (in 41), 51 (in 11) and 60 (in 00).
FOUR = table(replayed("russian", TOLD.deal, TOLD.moves[:8]))


def cell(name: str) -> int:
    return parse_cell(name)


def two_windows() -> Table:
    """A position in which a tile fits two windows."""
    game = replayed("russian", TOLD.deal, [*TOLD.moves, *TOLD.finish[:8]])
    return table(game)


@pytest.mark.parametrize(
    ("start", "way", "end"),
    [
        ("14", Way.RIGHT, "11"),
        ("11", Way.LEFT, "14"),
        ("11", Way.UP, "00"),
        ("00", Way.DOWN, "11"),
        ("14", Way.DOWN, "41"),
        ("41", Way.UP, "11"),
        ("14", Way.LEFT, "14"),
        ("00", Way.UP, "00"),
    ],
)
def test_arrows_go_to_the_closest_tile_as_drawn(start: str, way: Way, end: str) -> None:
    choice = towards(Choice(cell(start)), FOUR, way)
    assert choice.tile is not None
    assert cell_name(choice.tile) == end


def test_every_tile_that_may_move_can_be_reached_by_tab() -> None:
    choice = kept(NOTHING, FOUR)
    seen: list[str] = []
    for _ in range(4):
        assert choice.tile is not None
        seen.append(cell_name(choice.tile))
        choice = next_one(choice, FOUR)
    assert seen == ["00", "14", "11", "41"]
    assert choice == kept(NOTHING, FOUR)
    assert next_one(choice, FOUR, -1).tile == cell("41")


def test_reading_order_is_that_of_the_drawing() -> None:
    assert [cell_name(each) for each in in_order(FOUR, frozenset({0, 1, 7}))] == ["01", "00", "10"]


def test_enter_plays_into_the_only_window() -> None:
    assert entered(Choice(cell("14")), FOUR).move == "33@30"


def test_enter_without_a_choice_does_nothing() -> None:
    assert entered(NOTHING, FOUR).move is None


def test_enter_asks_for_the_window_where_there_are_several() -> None:
    seen = two_windows()
    several = [tile for tile in seen.movable if len(windows_for(Choice(tile), seen)) > 1]
    assert several
    choice = Choice(several[0])
    windows = windows_for(choice, seen)
    asked = entered(choice, seen)
    assert (asked.move, asked.choice.window) == (None, windows[0])
    other = next_one(asked.choice, seen)
    assert other == Choice(several[0], windows[1])
    assert next_one(other, seen, len(windows) - 1) == asked.choice
    played = entered(other, seen)
    assert played.move is not None
    assert played.move.endswith(f"@{cell_name(windows[1])}")
    assert played.choice.window is None


def test_a_click_plays_and_a_second_chooses_the_other_window() -> None:
    seen = two_windows()
    tile = next(tile for tile in seen.movable if len(windows_for(Choice(tile), seen)) > 1)
    windows = windows_for(Choice(tile), seen)
    first = clicked(NOTHING, seen, tile)
    assert (first.move, first.choice.window) == (None, windows[0])
    second = clicked(first.choice, seen, tile)
    assert (second.move, second.choice.window) == (None, windows[1])
    on_window = clicked(first.choice, seen, windows[1])
    assert on_window.move is not None
    assert on_window.move.endswith(f"@{cell_name(windows[1])}")


def test_a_click_on_a_tile_with_one_window_plays_it() -> None:
    assert clicked(NOTHING, FOUR, cell("41")).move == "42@30"


def test_a_click_elsewhere_changes_nothing() -> None:
    choice = Choice(cell("14"))
    for elsewhere in ("05", "60"):
        assert clicked(choice, FOUR, cell(elsewhere)) == Entered(choice)


def test_a_choice_is_kept_or_moves_to_what_is_close() -> None:
    assert kept(Choice(cell("14"), cell("30")), FOUR) == Choice(cell("14"))
    assert kept(Choice(cell("15")), FOUR) == Choice(cell("14"))
    nothing = Table("russian", FOUR.tiles)
    assert kept(Choice(cell("14")), nothing) == NOTHING
    assert towards(NOTHING, nothing, Way.UP) == NOTHING
    assert next_one(NOTHING, nothing) == NOTHING
