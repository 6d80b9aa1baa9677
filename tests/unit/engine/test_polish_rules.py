"""The Polish rules, sentence by sentence (section 1)."""

import pytest

from pasjans_engine.domino import OPEN, POLISH
from pasjans_engine.errors import Illegal, Reason
from pasjans_engine.status import Status
from pasjans_engine.tiles import EMPTY, parse_tile
from support.dominoes import (
    DEAL,
    GOAL,
    SOLVED,
    exchanged,
    held,
    played,
    position,
    tiles_for,
)

# Closed with one move left, which shuttles; two windows, so that `22` can still be set aside.
CLOSED = "60 61 62 31 54 -- 20/50 51 52 21 44 30/40 64 66 43 33/32 63 65 42/22 53 55/10 41/--"


def test_the_triangle_has_rows_of_7_to_1() -> None:
    """1. The 28 tiles are dealt face up into a triangle: rows of 7, 6, 5, 4, 3, 2, 1."""
    start = POLISH.start(DEAL)
    assert len(start.cells) == 28
    assert POLISH.position_name(start).split("/")[0] == "42 22 50 63 32 40 54"


def test_the_cell_above_is_in_the_same_column() -> None:
    """1. All rows start at column 0, so the cell above `rc` is `(r-1)c`."""
    here = position(exchanged(SOLVED, "55 --"))
    assert tiles_for(POLISH, here, "15") == {"64", "55"}


def test_the_goal() -> None:
    """2. Goal: cell `rc` holds tile `[6-r|c]`."""
    solved = position(SOLVED)
    for cell, tile in (("00", "60"), ("06", "66"), ("15", "55"), ("42", "22"), ("51", "11")):
        assert held(solved, cell) == parse_tile(tile)
    assert POLISH.solved(solved)


def test_00_is_set_aside_before_the_first_move() -> None:
    """3. `00` is set aside before the first move; its cell is the first window."""
    start = POLISH.start(DEAL)
    assert POLISH.position_name(start) == DEAL.replace("00", "--")
    assert start.opened == 1
    assert start.windows == (17,)


def test_a_move_takes_a_tile_from_any_cell_and_leaves_a_window() -> None:
    """4. A move takes one tile from any cell into a window; its old cell becomes a window."""
    here = position(exchanged(SOLVED, "55 --"))
    there = played(POLISH, here, "55@15")
    assert POLISH.position_name(there) == SOLVED
    assert held(there, "60") == EMPTY


def test_a_window_in_row_0_takes_only_the_tile_that_belongs_there() -> None:
    """4. A window in row 0 takes only `[6|c]`, the tile that belongs there."""
    for column in range(7):
        here = position(exchanged(SOLVED, f"6{column} --"))
        assert tiles_for(POLISH, here, f"0{column}") == {f"6{column}"}


@pytest.mark.parametrize(
    ("above", "fits"),
    [
        ("43", {"42", "33"}),
        ("22", {"21"}),
        ("66", {"65"}),
        ("60", {"50"}),
        ("61", {"51", "60"}),
        ("54", {"44", "53"}),
        ("10", set()),
        ("11", {"10"}),
    ],
)
def test_what_a_window_below_row_0_takes(above: str, fits: set[str]) -> None:
    """4. … the tile has one half equal to a half of U and the other half exactly one pip smaller.

    Under 43: 42 or 33. Under 22: 21 only.
    """
    here = position(exchanged(SOLVED, "50 --", f"60 {above}"))
    assert tiles_for(POLISH, here, "10") == fits


def test_nothing_fits_under_a_window() -> None:
    """4. Under a window: nothing."""
    here = position(
        "60 61 62 63 64 65 66/-- 51 52 53 54 55/-- 41 42 43 44/30 31 32 33/20 21 22/10 40/50"
    )
    assert tiles_for(POLISH, here, "10") == {"50"}
    assert tiles_for(POLISH, here, "20") == set()


def test_a_tile_may_leave_a_cell_where_it_fits() -> None:
    """4. The tile may come from anywhere, a cell where it already fits included."""
    here = position(exchanged(SOLVED, "50 --"))
    there = played(POLISH, here, "50@10")
    assert POLISH.solved(there)
    shuttle = position(CLOSED)
    assert len(POLISH.legal_puts(shuttle)) == 1


def test_closed_although_a_tile_can_be_shuttled() -> None:
    """5. Tiles that could still be shuttled "change nothing"."""
    here = position(CLOSED)
    (move,) = POLISH.legal_puts(here)
    there = POLISH.play(here, move)
    assert POLISH.closed(here)
    assert POLISH.closed(there)
    assert here in {POLISH.play(there, back) for back in POLISH.legal_puts(there)}


def test_no_legal_move_at_all_is_the_smallest_case() -> None:
    """5. (No legal move at all is the smallest case …)."""
    here = position(exchanged(SOLVED, "22 33"))
    assert POLISH.legal_puts(here) == ()
    assert POLISH.closed(here)


def test_a_solved_position_is_not_closed() -> None:
    """5. A position is *closed* when it is not solved, …"""
    assert not POLISH.closed(position(SOLVED))
    assert POLISH.legal_moves(position(SOLVED)) == ()


def test_a_position_from_which_a_solved_one_is_reached_is_not_closed() -> None:
    """5. … no solved position can be reached from it by moves, …

    In the second one every move can be taken back, the one that solves it included.
    """
    assert not POLISH.closed(position(exchanged(SOLVED, "55 --")))
    assert not POLISH.closed(position(SOLVED.replace("20", "--").replace("11", "20")))


def test_a_position_that_cannot_come_back_is_not_closed() -> None:
    """5. … and every position that can be reached from it by moves can get back to it."""
    here = position(exchanged(SOLVED, "65 --", "64 22"))
    there = played(POLISH, here, "65@05")
    assert not POLISH.closed(here)
    assert POLISH.legal_puts(there) == ()


def test_the_first_exit_opens_a_window_where_11_lies() -> None:
    """6. In a closed position … the player may set aside `11`, wherever it lies."""
    one = exchanged(SOLVED, "22 33")
    there = played(POLISH, position(one), "open")
    assert POLISH.position_name(there) == one.replace("11", "--")
    assert there.opened == 2


def test_the_second_exit_sets_22_aside() -> None:
    """6. Closed again: `22`, a third window."""
    there = played(POLISH, position(CLOSED), "open")
    assert POLISH.position_name(there) == CLOSED.replace("22", "--")
    assert there.opened == 3


def test_an_exit_is_open_only_in_a_closed_position() -> None:
    """6. In a closed position, and only there, …"""
    here = position(exchanged(SOLVED, "55 --"))
    assert OPEN not in POLISH.legal_moves(here)
    with pytest.raises(Illegal) as refusal:
        POLISH.play(here, OPEN)
    assert refusal.value.reason is Reason.NOT_CLOSED


def test_closed_with_three_windows_is_lost() -> None:
    """6. Closed with three windows: *lost*."""
    here = position(
        "33 61 62 63 64 65 66/32 54 52 53 60 55/10 44 21 43 50/-- -- 20 31/-- 40 42/51 30/41"
    )
    assert POLISH.closed(here)
    assert POLISH.status(here) is Status.LOST
    assert OPEN not in POLISH.legal_moves(here)
    assert len(POLISH.legal_moves(here)) == 1


def test_solved_when_every_tile_that_is_left_lies_in_its_goal_cell() -> None:
    """7. **Solved** when every tile that is not set aside lies in its goal cell."""
    for aside in ("00", "00 11", "00 11 22"):
        text = GOAL
        for tile in aside.split():
            text = text.replace(tile, "--")
        assert POLISH.status(position(text)) is Status.SOLVED
        assert POLISH.status(position(exchanged(text, "40 31"))) is not Status.SOLVED


def test_the_set_aside_tiles_return_without_a_move() -> None:
    """7. … that is part of the end and is not a move."""
    solved = position(SOLVED.replace("11", "--").replace("22", "--"))
    assert POLISH.legal_moves(solved) == ()
    assert solved.windows == (24, 26, 27)
