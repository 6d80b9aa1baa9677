"""Boards: faults B1 to B5 that users of other leaderboards reported.

What clients try so as to get a row that they did not earn (B4) is in `test_forging.py`.
"""

import itertools
import random
from dataclasses import replace
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasjans_protocol.messages import Claim, Claimed, Standings, Subscribe
from pasjans_services.backends import Backends
from pasjans_services.leaderboard.boards import Boards
from pasjans_services.leaderboard.ids import Board, Scope
from pasjans_services.leaderboard.rows import Kind, Row, member
from support.inprocess import Running
from support.leaderboards import (
    content_of,
    leaderboard_of,
    rebuilt,
    settled,
    solve_narrated,
    write,
)
from support.rows import DEAL_ID, names, rows
from support.solves import golden_log
from support.wire import Wire, fresh_id

pytestmark = pytest.mark.slow

ALL = Board(Scope.ALL, "russian")


async def get(web: httpx.AsyncClient, path: str, **query: Any) -> Any:
    answer = await web.get(f"/api/v1/{path}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_b1_ties_do_not_depend_on_names(
    running: Running, shared: Backends, web: httpx.AsyncClient
) -> None:
    """Equal scores were ranked by name, so that whoever was called Aaron came before the others."""
    games: list[str] = []
    for name in ("Zoe", "Adam", "Mia"):
        async with Wire.connect(running.ws_url) as wire:
            assert await wire.ask(Claim(request := fresh_id(), name)) == Claimed(request, name)
            games.append((await solve_narrated(wire)).game)
    await settled(shared)

    rows = (await get(web, "boards/all:russian"))["rows"]

    assert [row["rank"] for row in rows] == [1, 1, 1]
    assert [row["name"] for row in rows] == ["Zoe", "Adam", "Mia"]
    assert [row["game"] for row in rows] == games
    assert sorted(row["finished"] for row in rows) == [row["finished"] for row in rows]


@given(
    st.lists(rows, min_size=2, max_size=6, unique_by=lambda row: row.game),
    st.lists(names, min_size=6, max_size=6),
)
def test_b1_the_order_is_the_same_whatever_players_are_called(
    some: list[Row], players: list[str]
) -> None:
    """A new name, or a new id, moved a player up among those with the same score."""
    renamed = [replace(row, player=player) for row, player in zip(some, players, strict=False)]
    before, after = (
        [row.game for row in sorted(each, key=lambda row: member(Kind.RANKED, row))]
        for each in (some, renamed)
    )
    assert before == after


@given(st.lists(rows, min_size=2, max_size=20))
def test_b2_an_encoded_score_orders_as_its_tuple_over_the_whole_range(some: list[Row]) -> None:
    """Scores were packed into a float, and from 2^53 on different ones became equal."""
    by_bytes = sorted(some, key=lambda row: member(Kind.RANKED, row))
    assert list(map(_numbers, by_bytes)) == sorted(map(_numbers, some))


async def test_b2_the_data_server_orders_them_so_too(shared: Backends) -> None:
    """Two scores that differ in their last millisecond stood in the order of their names."""
    boards = Boards(shared.listings)
    edges = [
        Row(moves, draws, windows, undos, ms, f"game{number}", "p", DEAL_ID, 1)
        for number, (moves, draws, windows, undos, ms) in enumerate(
            itertools.product(
                (0, 255, 256, 2**32 - 1),
                (0, 1, 255, 2**32 - 1),
                (0, 254),
                (0, 2**31, 2**32 - 1),
                (0, 2**47, 2**48 - 2, 2**48 - 1),
            )
        )
    ]
    random.Random(3).shuffle(edges)
    for row in edges:
        await boards.add(ALL, row)
    assert [one.row for one in await boards.top(ALL, 1_000)] == sorted(edges)


async def test_b3_ranks_are_those_of_a_full_sort_after_any_changes(shared: Backends) -> None:
    """After some removals the ranks on a page and beside a name differed from the real ones.

    `tests/property/test_boards.py` tries many more series, with pages and resets.
    """
    chance, boards = random.Random(7), Boards(shared.listings)
    kept: dict[str, Row] = {}
    for number in range(600):
        game = f"game{chance.randrange(150)}"
        old = kept.pop(game, None)
        if chance.random() < 0.3:
            await boards.remove(ALL, [] if old is None else [old])
            continue
        moves, draws, windows = (chance.randrange(*ends) for ends in ((30, 60), (2,), (1, 4)))
        row = Row(moves, draws, windows, 0, number, game, "p", DEAL_ID, 1)
        await boards.add(ALL, row, instead_of=[] if old is None else [old])
        kept[game] = row
    order = sorted(kept.values())
    for place in range(1, len(order) + 1, 7):
        (found,) = await boards.page(ALL, place, 1)
        assert found.row == order[place - 1]
        assert found.place == place
        assert found.rank == 1 + sum(row.moves < found.row.moves for row in order)
        assert await boards.place(ALL, found.row) == found


async def test_b4_one_row_a_game_however_often_it_is_told(
    running: Running, shared: Backends
) -> None:
    """A finished game that was reported twice stood on the board twice."""
    async with Wire.connect(running.ws_url) as wire:
        table = await solve_narrated(wire)
    await settled(shared)
    before = await content_of(shared)
    for _ in range(5):
        await leaderboard_of(running).projection.apply(
            table.game, await shared.store.read(table.game)
        )
    assert await content_of(shared) == before
    assert {key: len(members) for key, members in before.items()} == {
        key: 3 if key == "board:all:russian" else 2 for key in before
    }


async def test_b5_profile_board_and_subscription_show_the_same_and_logs_give_it_again(
    running: Running, shared: Backends, web: httpx.AsyncClient
) -> None:
    """A profile showed another best result than the board; a repair run changed both."""
    players: list[str] = []
    for detours in (2, 0, 1):
        async with Wire.connect(running.ws_url) as wire:
            await wire.ask(Claim(fresh_id(), f"Player {detours}"))
            players.append(wire.welcome.player)
            await solve_narrated(wire, detours=detours + 1)
            await solve_narrated(wire, detours=detours)
    for name in ("polish-2", "polish-3", "russian-5", "russian-6"):
        await write(shared, f"written-{name}", golden_log(name, player=players[0]))
        await write(shared, f"bot-{name}", golden_log(name, player=players[1], bot=True))
    await settled(shared)

    async def shown() -> list[Any]:
        pages = [
            await get(web, f"boards/{board}", limit=100)
            for board in ("all:russian", "all:polish", "dealt:russian", "all:polish:bots")
        ]
        profiles = [await get(web, f"players/{player}") for player in players]
        around = [await get(web, f"boards/all:russian/around/{player}") for player in players]
        return [pages, profiles, around]

    first = await shown()
    pages, profiles, around = first
    by_board = {page["board"]: page["rows"] for page in pages}
    for profile, near in zip(profiles, around, strict=True):
        for record in profile["records"]:
            rows = by_board.get(record["board"], [])
            mine = [row for row in rows if row["player"] == profile["player"]]
            if rows:
                assert record["solves"] == len(mine)
                assert record["best"] == mine[0]
        assert near["rows"] == by_board["all:russian"][: len(near["rows"])]
    async with Wire.connect(running.ws_url) as wire:
        told = await wire.ask(Subscribe(fresh_id(), "all:russian", 50))
        assert isinstance(told, Standings)
        for row, on_page in zip(told.rows, by_board["all:russian"], strict=True):
            assert [
                row.rank,
                row.game,
                row.player,
                row.name,
                row.moves,
                row.windows,
                row.undos,
            ] == [
                on_page[key]
                for key in ("rank", "game", "player", "name", "moves", "windows", "undos")
            ]
    for row in by_board["all:russian"]:
        game = await get(web, f"games/{row['game']}")
        assert (game["moves"], game["undos"]) == (row["moves"], row["undos"])

    content = await content_of(shared)
    assert len(content["board:all:russian"]) == 3 * 8
    for from_empty in (False, True):
        assert await rebuilt(shared, from_empty=from_empty) == content
        assert await shown() == first


def _numbers(row: Row) -> tuple[int, int, int, int, int]:
    return row.moves, row.draws, row.windows, row.undos, row.finished_ms
