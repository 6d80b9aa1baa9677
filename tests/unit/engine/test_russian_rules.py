"""The Russian rules, where they differ (section 2), and the game that their seed narrates."""

import pytest

from pasjans_engine.domino import POLISH, RUSSIAN
from pasjans_engine.game import Dealt, Play, Status, decide, evolve, replay
from support import oracles
from support.dominoes import GOAL, SOLVED, exchanged, position, tiles_for


def test_cells_keep_their_logical_names() -> None:
    """1. Cells keep the same logical names, so `00` is still the goal of cell `60`."""
    assert RUSSIAN.start(GOAL) == POLISH.start(GOAL) == position(SOLVED)
    assert RUSSIAN.solved(position(SOLVED))


@pytest.mark.parametrize(
    ("above", "fits"),
    [
        ("22", {"30", "21"}),
        ("42", {"50", "41", "32"}),
        ("66", {"65"}),
        ("64", {"63", "54"}),
        ("20", {"10"}),
        ("10", set()),
    ],
)
def test_a_window_takes_one_pip_fewer(above: str, fits: set[str]) -> None:
    """2. A window below row 0 takes any tile with exactly one pip fewer, in total, than the tile
    above (under 22: 30 or 21)."""
    here = position(exchanged(SOLVED, "50 --", f"60 {above}"))
    assert tiles_for(RUSSIAN, here, "10") == fits


def test_row_0_is_as_in_polish() -> None:
    """2. Row 0 as in Polish."""
    for column in range(7):
        here = position(exchanged(SOLVED, f"6{column} --"))
        assert tiles_for(RUSSIAN, here, f"0{column}") == {f"6{column}"}


def test_tiles_of_equal_pips_are_interchangeable_below_row_0() -> None:
    """3. **Solved** when row 0 is exact and every other tile has one pip fewer than the tile
    above it. (Tiles of equal pips are interchangeable below row 0 …)"""
    here = position(exchanged(SOLVED, "40 31", "50 32", "44 53"))
    assert RUSSIAN.status(here) is Status.SOLVED
    assert POLISH.status(here) is not Status.SOLVED


def test_row_0_must_be_exact() -> None:
    """3. … row 0 is exact …; 60 and 51 have six pips each."""
    assert RUSSIAN.status(position(exchanged(SOLVED, "60 51"))) is not Status.SOLVED


def test_a_tile_with_other_pips_is_wrong() -> None:
    assert RUSSIAN.status(position(exchanged(SOLVED, "40 30"))) is not Status.SOLVED


def test_windows_count_as_the_tiles_that_return_to_them() -> None:
    """1.7 The set-aside tiles then return to the windows.

    `22` has the pips that `40` and `31` have. So it may return to their cells, above a tile.
    """
    two = SOLVED.replace("11", "--")
    for text in (two, exchanged(two, "22 31"), exchanged(two, "22 40")):
        assert RUSSIAN.status(position(text.replace("22", "--"))) is Status.SOLVED
    elsewhere = exchanged(two, "22 21").replace("22", "--")
    assert RUSSIAN.status(position(elsewhere)) is not Status.SOLVED


def test_the_narrated_game_stops_where_the_seed_says_stop() -> None:
    """It reaches the position where the seed says "Stop!", and that position is closed."""
    story = oracles.walkthrough()
    game = replay([Dealt("russian", 1, story["deal"], None)])
    for name in story["moves"].split():
        (event,) = decide(game, Play(game.rules.parse_move(name)))
        game = evolve(game, event)
    assert game.rules.position_name(game.position) == story["position"]
    assert game.rules.closed(game.position)
    assert game.status is Status.PLAYING
    for name in story["a_finish"].split():
        (event,) = decide(game, Play(game.rules.parse_move(name)))
        game = evolve(game, event)
    assert (game.status, game.moves, game.version) == (Status.SOLVED, 38, 39)
