"""Rows on boards: coming, going, ranks and pages."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasjans_services.eventstore.memory import Memory
from pasjans_services.eventstore.memory_listings import MemoryListings
from pasjans_services.leaderboard.boards import Boards, cursor, parse_cursor
from pasjans_services.leaderboard.ids import Board, Scope
from pasjans_services.leaderboard.rows import NotARow, Row
from pasjans_services.leaderboard.seek import member_at
from support.rows import DEAL_ID, rows

ALL = Board(Scope.ALL, "polish")
DEALT = Board(Scope.DEALT, "polish")


def row(moves: int, game: str = "g", player: str = "p", *, windows: int = 1) -> Row:
    return Row(moves, 0, windows, 0, 1_000 + moves, game, player, DEAL_ID, 1)


async def board_of(*moves: int) -> Boards:
    """A board of everything with a row for each number of moves: games g0, g1, … of p0, p1, …"""
    boards = Boards(MemoryListings(Memory()))
    for number, count in enumerate(moves):
        await boards.add(ALL, row(count, f"g{number}", f"p{number}"))
    return boards


async def test_equal_moves_have_equal_rank_and_places_of_their_own() -> None:
    boards = await board_of(40, 38, 40, 41, 40)
    placed = await boards.top(ALL, 10)
    assert [(one.rank, one.place, one.row.game) for one in placed] == [
        (1, 1, "g1"),
        (2, 2, "g0"),
        (2, 3, "g2"),
        (2, 4, "g4"),
        (5, 5, "g3"),
    ]


async def test_a_page_in_the_middle_of_a_tie_knows_its_rank() -> None:
    boards = await board_of(40, 38, 40, 41, 40)
    placed = await boards.page(ALL, 3, 2)
    assert [(one.rank, one.place) for one in placed] == [(2, 3), (2, 4)]
    assert await boards.page(ALL, 6, 2) == ()


async def test_to_add_twice_changes_nothing_the_second_time() -> None:
    boards = await board_of()
    assert await boards.add(ALL, row(40))
    assert not await boards.add(ALL, row(40))
    assert await boards.size(ALL) == 1
    assert await boards.remove(ALL, [row(40)])
    assert not await boards.remove(ALL, [row(40)])
    assert await boards.size(ALL) == 0


async def test_a_row_in_place_of_another_leaves_one() -> None:
    boards = await board_of(40)
    (old,) = await boards.rows_of_game(ALL, "g0")
    await boards.add(ALL, row(39, "g0", "p0"), instead_of=[old])
    assert [one.row.moves for one in await boards.top(ALL, 9)] == [39]
    assert await boards.rows_of_game(ALL, "g0") == (row(39, "g0", "p0"),)


async def test_the_best_row_of_a_player_and_where_it_stands() -> None:
    boards = await board_of(40, 38, 37)
    for number, moves in enumerate((45, 38, 50)):
        await boards.add(ALL, row(moves, f"m{number}", "me", windows=2))
    best = await boards.best_of(ALL, "me")
    assert best is not None
    assert (best.rank, best.place, best.row.game) == (2, 3, "m1")
    assert await boards.solves_of(ALL, "me") == 3
    assert await boards.best_of(ALL, "m") is None
    assert await boards.solves_of(ALL, "m") == 0


async def test_where_a_game_stands_on_each_board() -> None:
    boards = await board_of(40, 38, 37)
    await boards.add(DEALT, row(38, "g1", "p1"))
    (found,) = await boards.rows_of_game(DEALT, "g1")
    everywhere, dealt = await boards.place(ALL, found), await boards.place(DEALT, found)
    assert (everywhere.place, dealt.place) == (2, 1)
    assert await boards.rows_of_game(ALL, "g") == ()


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        (30, [1, 2, 3, 4, 5]),
        (32, [1, 2, 3, 4, 5]),
        (35, [4, 5, 6, 7, 8]),
        (38, [6, 7, 8, 9, 10]),
        (39, [6, 7, 8, 9, 10]),
    ],
)
async def test_around_a_player_their_best_row_is_in_the_middle(
    moves: int, expected: list[int]
) -> None:
    boards = await board_of(*(count for count in range(30, 40) if count != moves))
    await boards.add(ALL, row(moves, "mine", "me"))
    placed = await boards.around(ALL, "me", 5)
    assert [one.place for one in placed] == expected
    assert "mine" in [one.row.game for one in placed]


@pytest.mark.parametrize(
    ("limit", "expected"), [(1, [5]), (2, [5, 6]), (3, [4, 5, 6]), (4, [4, 5, 6, 7])]
)
async def test_around_with_few_rows(limit: int, expected: list[int]) -> None:
    boards = await board_of(*range(30, 40))
    placed = await boards.around(ALL, "p4", limit)
    assert [one.place for one in placed] == expected


async def test_around_somebody_without_a_row_there_is_nothing() -> None:
    boards = await board_of(38)
    assert await boards.around(ALL, "me", 5) == ()


async def test_pages_after_one_another_give_each_row_once() -> None:
    boards = await board_of(*(30 + number % 3 for number in range(25)))
    everything = await boards.top(ALL, 100)
    seen = list(await boards.top(ALL, 4))
    while page := await boards.page_after(ALL, seen[-1].row, 4):
        seen += page
    assert tuple(seen) == everything


async def test_a_page_goes_on_after_a_row_that_has_gone() -> None:
    boards = await board_of(30, 31, 32, 33)
    second = (await boards.top(ALL, 2))[1].row
    await boards.remove(ALL, [second])
    placed = await boards.page_after(ALL, second, 5)
    assert [(one.place, one.row.moves) for one in placed] == [(2, 32), (3, 33)]


@pytest.mark.slow
@given(rows)
def test_every_row_has_a_cursor(one: Row) -> None:
    assert parse_cursor(cursor(one)) == one


@pytest.mark.slow
@given(st.one_of(st.text(max_size=60), rows.map(lambda one: cursor(one) + "=")))
def test_what_is_no_cursor_is_refused(text: str) -> None:
    try:
        found = parse_cursor(text)
    except NotARow:
        return
    assert cursor(found) == text


def spread(kind: str, size: int, chance: random.Random) -> list[bytes]:
    """Members of different density."""
    match kind:
        case "even":
            return [number.to_bytes(8, "big") for number in range(0, size * 7, 7)]
        case "clustered":
            return [b"k" * 20 + number.to_bytes(3, "big") for number in range(size)]
        case "doubling":
            return sorted({(2**number).to_bytes(200, "big") for number in range(size)})
        case "prefixes":
            return [b"a" * number for number in range(1, size + 1)]
        case _:
            return sorted({chance.randbytes(chance.randrange(1, 12)) for _ in range(size)})


@pytest.mark.parametrize("near", [0, 3])
@pytest.mark.parametrize("kind", ["even", "clustered", "doubling", "prefixes", "random"])
async def test_the_member_at_each_place_is_found(
    kind: str, near: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pasjans_services.leaderboard.seek.NEAR", near)
    listings = MemoryListings(Memory())
    members = spread(kind, 300, random.Random(2))
    await listings.change("l", add=members)
    for index in (*range(0, len(members), 23), len(members) - 2, len(members) - 1):
        found = await member_at(listings, "l", index, low=b"", high=b"\xff" * 300)
        assert found == members[index]
    for index in (-1, len(members)):
        assert await member_at(listings, "l", index, low=b"", high=b"\xff" * 300) is None
