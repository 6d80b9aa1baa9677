import doctest

import pytest

from pasjans_engine import tiles
from pasjans_engine.errors import Invalid
from pasjans_engine.tiles import (
    CELL_COUNT,
    TILE_COUNT,
    cell_at,
    cell_name,
    halves,
    parse_cell,
    parse_tile,
    pips,
    tile_name,
    tile_of,
)


def test_the_examples_of_the_module_run() -> None:
    assert doctest.testmod(tiles).failed == 0


def test_tiles_are_counted_in_set_order() -> None:
    """Dominoes `00 10 11 20 21 22 30 … 66`."""
    names = [tile_name(tile) for tile in range(TILE_COUNT)]
    assert names[:7] == ["00", "10", "11", "20", "21", "22", "30"]
    assert names[-1] == "66"
    assert names == sorted(names)
    assert len(set(names)) == 28


def test_a_tile_is_written_high_half_first() -> None:
    """One of the 28 of a double-six set, written high half first: `63`, `00`."""
    assert halves(parse_tile("63")) == (6, 3)
    with pytest.raises(Invalid, match="high half first: 63, not 36") as refusal:
        parse_tile("36")
    assert refusal.value.text == "36"


def test_pips_are_the_sum_of_both_halves() -> None:
    assert [pips(parse_tile(name)) for name in ("00", "10", "22", "66")] == [0, 1, 4, 12]


def test_a_tile_is_found_by_its_halves_in_either_order() -> None:
    assert tile_of(3, 6) == tile_of(6, 3) == parse_tile("63")


def test_cells_are_counted_row_by_row() -> None:
    """Cell `rc` (row `r` from the top, 0 to 6; column `c`, 0 to 6-r)."""
    names = [cell_name(cell) for cell in range(CELL_COUNT)]
    assert names == [f"{row}{column}" for row in range(7) for column in range(7 - row)]
    assert all(cell_at(int(name[0]), int(name[1])) == cell for cell, name in enumerate(names))


@pytest.mark.parametrize("text", ["", "7", "70", "6 3", "063", "٦٣", "--"])
def test_other_texts_are_no_tiles(text: str) -> None:
    with pytest.raises(Invalid, match="is not a tile: expected two digits from 00 to 66"):
        parse_tile(text)


@pytest.mark.parametrize("text", ["", "0", "07", "16", "61", "70", "-1", "000"])
def test_other_texts_are_no_cells(text: str) -> None:
    with pytest.raises(Invalid, match="is not a cell: expected row and column") as refusal:
        parse_cell(text)
    assert refusal.value.text == text
