"""Boards against a model: a full sort, after any series of additions, removals and resets."""

import asyncio
from collections.abc import Awaitable, Iterator
from typing import Any, TypeVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from pasjans_services.eventstore.listings import Listings
from pasjans_services.eventstore.memory import Memory
from pasjans_services.eventstore.memory_listings import MemoryListings
from pasjans_services.leaderboard import seek
from pasjans_services.leaderboard.boards import Boards, Placed
from pasjans_services.leaderboard.ids import Board, Scope
from pasjans_services.leaderboard.rows import Row
from support.rows import close_rows, rows
from support.stores import OnRedis, Server

pytestmark = pytest.mark.slow

T = TypeVar("T")
ALL = Board(Scope.ALL, "polish")
DEALT = Board(Scope.DEALT, "polish")
STEPS = 30


class BoardsAgainstASort(RuleBasedStateMachine):
    """One row a game on each board; what boards answer is what a sorted list says."""

    listings: Listings
    runner: asyncio.Runner

    def __init__(self) -> None:
        super().__init__()
        self.boards = Boards(self.listings)
        self.rows: dict[Board, dict[str, Row]] = {ALL: {}, DEALT: {}}

    def do(self, work: Awaitable[T]) -> T:
        """What comes of some work."""

        async def wait() -> T:
            return await work

        return self.runner.run(wait())

    @initialize()
    def begin_with_nothing(self) -> None:
        for board in self.rows:
            self.do(self.listings.delete(board.key))

    @rule(row=st.one_of(close_rows, close_rows, rows))
    def a_game_gets_a_row(self, row: Row) -> None:
        """Its first one, the same again, or another in place of it."""
        was_dealt_here = len(row.game) % 2 == 1
        for board in (ALL, DEALT) if was_dealt_here else (ALL,):
            old = self.rows[board].get(row.game)
            instead_of = [] if old is None or old == row else [old]
            assert self.do(self.boards.add(board, row, instead_of)) == (old != row)
            self.rows[board][row.game] = row

    @precondition(lambda self: self.rows[ALL])
    @rule(data=st.data())
    def a_row_goes(self, data: st.DataObject) -> None:
        game = data.draw(st.sampled_from(sorted(self.rows[ALL])))
        row = self.rows[ALL].pop(game)
        dealt = self.rows[DEALT].pop(game, None)
        if dealt is not None:
            assert self.do(self.boards.remove(DEALT, [dealt]))
        assert self.do(self.boards.remove(ALL, [row]))
        assert not self.do(self.boards.remove(ALL, [row]))

    @rule()
    def a_board_is_emptied(self) -> None:
        self.do(self.listings.delete(DEALT.key))
        self.rows[DEALT].clear()

    @rule(board=st.sampled_from([ALL, DEALT]), start=st.integers(1, 40), most=st.integers(1, 9))
    def a_page_is_a_part_of_the_sort(self, board: Board, start: int, most: int) -> None:
        expected = self.sorted(board)[start - 1 : start - 1 + most]
        assert self.do(self.boards.page(board, start, most)) == tuple(expected)

    @precondition(lambda self: self.rows[ALL])
    @rule(data=st.data(), most=st.integers(1, 9))
    def a_player_is_found_with_their_best_row_in_the_middle(
        self, data: st.DataObject, most: int
    ) -> None:
        player = data.draw(st.sampled_from(sorted({row.player for row in self.rows[ALL].values()})))
        for board in (ALL, DEALT):
            order = self.sorted(board)
            mine = [at for at, one in enumerate(order) if one.row.player == player]
            assert self.do(self.boards.solves_of(board, player)) == len(mine)
            best = self.do(self.boards.best_of(board, player))
            around = self.do(self.boards.around(board, player, most))
            if not mine:
                assert (best, around) == (None, ())
                continue
            assert best == order[mine[0]]
            first = max(0, min(mine[0] - (most - 1) // 2, len(order) - most))
            assert around == tuple(order[first : first + most])

    @precondition(lambda self: self.rows[ALL])
    @rule(data=st.data(), most=st.integers(1, 9))
    def a_page_goes_on_after_any_row(self, data: st.DataObject, most: int) -> None:
        row = data.draw(st.sampled_from(sorted(self.rows[ALL].values())))
        for board in (ALL, DEALT):
            expected = [one for one in self.sorted(board) if one.row > row][:most]
            assert self.do(self.boards.page_after(board, row, most)) == tuple(expected)

    @precondition(lambda self: self.rows[ALL])
    @rule(data=st.data())
    def a_game_stands_where_the_sort_has_it(self, data: st.DataObject) -> None:
        game = data.draw(st.sampled_from(sorted(self.rows[ALL])))
        assert self.do(self.boards.rows_of_game(DEALT, game)) == (self.rows[ALL][game],)
        for board in (ALL, DEALT):
            for standing in self.sorted(board):
                if standing.row.game == game:
                    assert self.do(self.boards.place(board, standing.row)) == standing

    @invariant()
    def boards_are_full_sorts(self) -> None:
        for board in self.rows:
            order = self.sorted(board)
            assert self.do(self.boards.top(board, 1_000)) == tuple(order)
            assert self.do(self.boards.size(board)) == len(order)

    def sorted(self, board: Board) -> list[Placed]:
        """The model: all rows in order, with ranks that are counted one by one."""
        every = self.rows[board].values()
        order = sorted(
            every,
            key=lambda row: (
                *(row.moves, row.draws, row.windows, row.undos, row.finished_ms),
                row.game.encode(),
            ),
        )
        return [
            Placed(1 + sum(other.moves < row.moves for other in every), place, row)
            for place, row in enumerate(order, start=1)
        ]


def check(listings: Listings, runner: asyncio.Runner, **options: Any) -> None:
    machine = type("Machine", (BoardsAgainstASort,), {"listings": listings, "runner": runner})
    run_state_machine_as_test(machine, settings=settings(stateful_step_count=STEPS, **options))


@pytest.fixture
def runner(monkeypatch: pytest.MonkeyPatch) -> Iterator[asyncio.Runner]:
    # So few rows would otherwise be read at once, and no place be looked for.
    monkeypatch.setattr(seek, "NEAR", 1)
    with asyncio.Runner() as runner:
        yield runner


def test_boards_in_memory_are_full_sorts(runner: asyncio.Runner) -> None:
    check(MemoryListings(Memory()), runner, max_examples=50)


def test_boards_on_a_data_server_are_full_sorts(
    runner: asyncio.Runner, tmp_path_factory: pytest.TempPathFactory
) -> None:
    server = Server.on_socket(tmp_path_factory.mktemp("v"))
    server.start()
    on_server = OnRedis(server.url)
    try:
        check(on_server.listings(), runner, max_examples=20)
    finally:
        runner.run(on_server.close())
        server.stop()
