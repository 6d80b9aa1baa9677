"""Boards that sockets follow."""

import asyncio
from collections.abc import AsyncIterator
from datetime import date
from typing import Any

import pytest
from structlog.testing import capture_logs

from pasjans_protocol.codec import SERVER_CODECS, ServerCodec
from pasjans_protocol.connection import ServerConnection
from pasjans_protocol.errors import Code
from pasjans_protocol.messages import Replay, Standings, Subscribe, Unsubscribe, Unsubscribed
from pasjans_protocol.subprotocols import Subprotocol
from pasjans_services.desk import NotGranted
from pasjans_services.eventstore.base import StoreUnavailable
from pasjans_services.eventstore.memory import Memory, MemoryRegistry
from pasjans_services.eventstore.memory_listings import MemoryListings
from pasjans_services.games.pars import Known, Par, Pars
from pasjans_services.leaderboard.boards import Boards
from pasjans_services.leaderboard.desk import BoardsDesk
from pasjans_services.leaderboard.ids import Board, Scope
from pasjans_services.leaderboard.rows import Row
from pasjans_services.leaderboard.standings import NAMES_EVERY, PAUSE_A_BOARD_S, Watcher
from pasjans_services.leaderboard.views import Views
from pasjans_services.players import Players
from support.rows import DEAL_ID
from support.wire import PATIENCE_S, until

ALL = Board(Scope.ALL, "polish")
TODAY = date(2026, 11, 30)


class Socket:
    """A way that keeps what is sent over it."""

    def __init__(self) -> None:
        self.codec: ServerCodec = SERVER_CODECS[Subprotocol.MSGPACK]
        self.connection = ServerConnection(self.codec)
        self.address = "here"
        self.waiting_bytes = 0
        self.takes_hints = True
        self.ended = False
        self.sent: asyncio.Queue[Any] = asyncio.Queue()

    def send(self, message: Any) -> None:
        """Keep it."""
        self.sent.put_nowait(message)

    async def next(self) -> Any:
        """What is sent next."""
        return await asyncio.wait_for(self.sent.get(), PATIENCE_S)


class Listings(MemoryListings):
    """Listings that count slices, and may be away."""

    looks = 0
    away = 0

    async def slice(self, key: str, /, **bounds: Any) -> tuple[bytes, ...]:
        self.looks += 1
        if self.away:
            self.away -= 1
            raise StoreUnavailable("away")
        return await super().slice(key, **bounds)


class Room:
    """A watcher over boards in memory."""

    def __init__(self) -> None:
        memory = Memory()
        self.listings = Listings(memory)
        self.boards = Boards(self.listings)
        registry = MemoryRegistry(memory)
        self.players = Players(registry, "secret")
        self.pars = Pars(registry)
        self.today = TODAY
        views = Views(self.boards, self.players, self.pars)
        self.watcher = Watcher(self.boards, views, lambda: self.today, look_s=0.001)

    async def add(self, moves: int, player: str = "p") -> None:
        """A row of a new game."""
        await self.boards.add(ALL, Row(moves, 0, 1, 0, moves, f"g{moves}", player, DEAL_ID, 1))

    def desk(self) -> tuple[Socket, BoardsDesk]:
        """A socket and its desk."""
        socket = Socket()
        return socket, BoardsDesk(socket, self.watcher)

    async def looked(self, times: int = 3) -> None:
        """Return when the boards were looked at some times more."""
        until = self.listings.looks + times
        async with asyncio.timeout(PATIENCE_S):
            while self.listings.looks < until:
                await asyncio.sleep(0)


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    room = Room()
    yield room
    await room.watcher.close()
    assert room.watcher.followed == frozenset()


async def follow(
    room: Room, limit: int = 10, board: str = "all:polish"
) -> tuple[Socket, BoardsDesk]:
    socket, desk = room.desk()
    await desk.answer(Subscribe("s", board, limit))
    answer = await socket.next()
    assert (answer.id, answer.board) == ("s", board)
    return socket, desk


def watching() -> int:
    """How many tasks look at boards."""
    return sum("_watch" in repr(task) for task in asyncio.all_tasks())


async def test_each_is_told_as_many_rows_as_it_asked_for_and_only_when_they_change(
    room: Room,
) -> None:
    few, _ = await follow(room, 1)
    many, _ = await follow(room, 3)
    for moves in (40, 39):
        await room.add(moves)
        for socket, rows in ((few, 1), (many, 41 - moves)):
            told = await socket.next()
            assert isinstance(told, Standings)
            assert (told.id, len(told.rows), told.rows[0].moves) == (None, rows, moves)
    await room.add(50)
    assert len((await many.next()).rows) == 3
    await room.add(51)
    await room.looked()
    assert (few.sent.empty(), many.sent.empty()) == (True, True)


async def test_a_board_is_looked_at_once_however_many_follow_it(room: Room) -> None:
    followers = [await follow(room) for _ in range(5)]
    assert room.watcher.followed == {"all:polish"}
    assert watching() == 1
    for _, desk in followers[1:]:
        desk.end()
    assert room.watcher.followed == {"all:polish"}
    followers[0][1].end()
    assert room.watcher.followed == frozenset()
    await until(lambda: watching() == 0)


async def test_many_boards_that_somebody_thought_up_are_looked_at_less_often(room: Room) -> None:
    """They put off the news of the boards that everybody follows, too."""
    await follow(room, board="all:polish")
    often = room.watcher.pause_s("all:polish")
    thought_up = [f"daily:polish:2026-{1 + n // 25:02}-{1 + n % 25:02}" for n in range(100)]
    desks = [await follow(room, board=board) for board in thought_up]
    for board in thought_up:
        assert room.watcher.pause_s(board) == pytest.approx(100 * PAUSE_A_BOARD_S)
        assert room.watcher.pause_s(board) > often
    assert room.watcher.pause_s("all:polish") == often
    desks[0][1].end()
    assert room.watcher.pause_s(thought_up[1]) == pytest.approx(99 * PAUSE_A_BOARD_S)


async def test_who_does_not_read_gets_only_the_newest_later(room: Room) -> None:
    slow, _ = await follow(room)
    quick, _ = await follow(room)
    slow.waiting_bytes = 1
    for moves in (40, 39, 38):
        await room.add(moves)
        assert (await quick.next()).rows[0].moves == moves
    assert slow.sent.empty()
    slow.waiting_bytes = 0
    assert (await slow.next()).rows[0].moves == 38
    await room.looked()
    assert slow.sent.empty()


async def test_after_unsubscribing_nothing_comes(room: Room) -> None:
    socket, desk = await follow(room)
    await desk.answer(Unsubscribe("u", "all:polish"))
    assert await socket.next() == Unsubscribed("u")
    assert room.watcher.followed == frozenset()
    await room.add(40)
    other, _ = await follow(room)
    await room.looked()
    assert (socket.sent.empty(), other.sent.empty()) == (True, True)


async def test_a_name_that_changes_is_shown_after_a_while(room: Room) -> None:
    await room.add(40, "me")
    socket, _ = await follow(room)
    await room.players.claim("me", "Ada")
    await room.looked(NAMES_EVERY)
    assert (await socket.next()).rows[0].name == "Ada"


async def test_a_par_that_comes_to_be_known_is_shown_after_a_while(room: Room) -> None:
    await room.add(40, "me")
    socket, _ = await follow(room)
    await room.pars.keep("polish", DEAL_ID, Par(Known.SOLVED, 1, 1, 38, 3))
    await room.looked(NAMES_EVERY)
    assert (await socket.next()).rows[0].par == 38


async def test_a_par_above_a_row_s_moves_is_not_shown_as_fact(room: Room) -> None:
    await room.add(40, "me")
    await room.pars.keep("polish", DEAL_ID, Par(Known.SOLVED, 1, 1, 41, 3))
    (told,) = (await room.watcher.look("all:polish", 1)).standings(None, "all:polish", 1).rows
    assert (told.moves, told.par) == (40, None)


async def test_a_board_without_a_day_goes_on_with_the_next_day(room: Room) -> None:
    yesterday = Board(Scope.DAILY, "polish", TODAY.isoformat())
    await room.boards.add(yesterday, Row(40, 0, 1, 0, 1, "g", "p", DEAL_ID, 1))
    socket, _ = await follow(room, board="daily:polish")
    room.today = date(2026, 12, 1)
    told = await socket.next()
    assert (told.board, told.size, told.rows) == ("daily:polish", 0, ())
    assert told.ends == 1_796_169_600_000


async def test_a_store_that_is_away_for_a_moment_is_looked_at_again(room: Room) -> None:
    socket, _ = await follow(room)
    with capture_logs() as logs:
        room.listings.away = 2
        await room.add(40)
        assert (await socket.next()).rows[0].moves == 40
    assert [line["event"] for line in logs] == ["standings_wait"] * 2


async def test_what_cannot_be_answered_is_refused_and_followed_by_nothing(room: Room) -> None:
    socket, desk = room.desk()
    for request, code in (
        (Subscribe("s", "all:czech"), Code.NO_SUCH_BOARD),
        (Replay("r", "game"), Code.UNSUPPORTED),
    ):
        with pytest.raises(NotGranted) as refused:
            await desk.answer(request)
        assert refused.value.code is code
    room.listings.away = 1
    with pytest.raises(StoreUnavailable):
        await desk.answer(Subscribe("s", "all:polish"))
    assert socket.sent.empty()
    assert room.watcher.followed == frozenset()
    assert not desk.leave(1)


async def test_a_socket_that_ends_while_it_is_answered_follows_nothing(room: Room) -> None:
    socket, desk = room.desk()
    socket.ended = True
    await desk.answer(Subscribe("s", "all:polish"))
    assert socket.sent.empty()
    assert room.watcher.followed == frozenset()
