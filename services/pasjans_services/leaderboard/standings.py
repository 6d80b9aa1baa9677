"""Boards that sockets follow: the first rows, when somebody asks for them and when they change.

1. One task a board looks at it, however many sockets follow it; it ends when none does.
2. A socket is sent rows when they are not those that it was sent last. While it has not read what
   was sent before, it is passed over, and gets the newest later.
3. Boards that there always are, are looked at often. The others, which anybody can think up, wait
   the longer for a look the more of them are followed: together they take a part of the process.
4. A board that is named without a day is that of today, and becomes the next day's at midnight.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Final, TypeAlias

import structlog

from pasjans_protocol.messages import Row, Standings
from pasjans_services.desk import Way
from pasjans_services.eventstore.base import StoreUnavailable
from pasjans_services.games.pars import Par, par_beside
from pasjans_services.leaderboard.boards import Boards, Placed
from pasjans_services.leaderboard.ids import boards_of_rules, parse_board
from pasjans_services.leaderboard.views import Views

LOOK_S: Final = 0.5
PAUSE_A_BOARD_S: Final = 0.002
"""How much each board that anybody can think up puts the next look at all such boards off."""
NAMES_EVERY: Final = 20
"""Looks after which names and pars are looked up again, though no row has changed."""
SENDS_A_TURN: Final = 64

Today: TypeAlias = Callable[[], date]

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Look:
    """The first rows of a board at some moment.

    Attributes:
        ends_ms: When the board takes no more solves; None for never.
        size: How many rows it has.
        placed: The first of them.
        names: The names of their players.
        pars: What is known of their deals.
    """

    ends_ms: int | None
    size: int
    placed: tuple[Placed, ...]
    names: dict[str, str | None]
    pars: dict[str, Par | None]

    def standings(self, request: str | None, board: str, limit: int) -> Standings:
        """As a message.

        Args:
            request: Id of the request that it answers; None when nobody asked.
            board: The board's id, as it was asked for.
            limit: How many rows at most.
        """
        rows = tuple(
            Row(
                one.rank,
                one.row.game,
                one.row.player,
                self.names[one.row.player],
                one.row.moves,
                one.row.windows,
                one.row.undos,
                one.row.finished_ms,
                par_beside(self.pars[one.row.deal_id], one.row.moves),
                one.row.draws,
            )
            for one in self.placed[:limit]
        )
        return Standings(request, board, self.ends_ms, self.size, rows)


@dataclass(slots=True, eq=False)
class Subscription:
    """A socket's interest in a board.

    Attributes:
        way: The socket.
        board: The board's id, as it was asked for.
        limit: How many rows it wants at most.
        shown: What it was sent last.
    """

    way: Way
    board: str
    limit: int
    shown: Standings

    def show(self, standings: Standings) -> None:
        """Send rows that differ from those that were sent last, if the socket takes them now."""
        same = (standings.rows, standings.ends) == (self.shown.rows, self.shown.ends)
        if not (same or self.way.ended or self.way.waiting_bytes):
            self.way.send(standings)
            self.shown = standings


class Watcher:
    """Looks at boards for one process.

    Args:
        boards: The boards.
        views: Knows the names of players.
        today: The day by UTC.
        look_s: Seconds between two looks at a board that somebody follows, while there are few.
    """

    def __init__(self, boards: Boards, views: Views, today: Today, look_s: float = LOOK_S) -> None:
        self._boards = boards
        self._views = views
        self._today = today
        self._look_s = look_s
        self._followed: dict[str, set[Subscription]] = {}
        self._thought_up: set[str] = set()
        self._tasks: dict[str, asyncio.Task[None]] = {}

    @property
    def followed(self) -> frozenset[str]:
        """The boards that somebody follows, as they were asked for."""
        return frozenset(self._followed)

    def pause_s(self, board_id: str) -> float:
        """Seconds between two looks at a board, with as many as are followed now."""
        if board_id not in self._thought_up:
            return self._look_s
        return max(self._look_s, PAUSE_A_BOARD_S * len(self._thought_up))

    def _always_there(self, board_id: str) -> bool:
        today = self._today()
        board = parse_board(board_id, today)
        return board in boards_of_rules(board.rules, today)

    async def look(self, board_id: str, most: int, before: Look | None = None) -> Look:
        """The first rows of a board now.

        Args:
            board_id: The board, as it was asked for.
            most: How many rows at most.
            before: An earlier look, whose names and pars still do while its rows do.

        Raises:
            NoSuchBoard: When there is no board of this id.
            StoreUnavailable: When the store cannot be reached.
        """
        board = parse_board(board_id, self._today())
        size, placed = await asyncio.gather(self._boards.size(board), self._boards.top(board, most))
        if before is not None and before.placed == placed:
            names, pars = before.names, before.pars
        else:
            names, pars = await asyncio.gather(
                self._views.names(one.row.player for one in placed),
                self._views.pars(board, placed),
            )
        return Look(board.ends_ms, size, placed, names, pars)

    def add(self, subscription: Subscription) -> None:
        """Show a socket the rows of a board whenever they change, from now on."""
        board = subscription.board
        self._followed.setdefault(board, set()).add(subscription)
        if board not in self._tasks:
            if not self._always_there(board):
                self._thought_up.add(board)
            self._tasks[board] = asyncio.get_running_loop().create_task(self._watch(board))

    def remove(self, subscription: Subscription) -> None:
        """Show a socket nothing more."""
        board = subscription.board
        followers = self._followed.get(board, set())
        followers.discard(subscription)
        if not followers:
            self._followed.pop(board, None)
            self._thought_up.discard(board)
            if (task := self._tasks.pop(board, None)) is not None:
                task.cancel()

    async def close(self) -> None:
        """Look no more."""
        tasks = tuple(self._tasks.values())
        self._tasks.clear()
        self._followed.clear()
        self._thought_up.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _watch(self, board: str) -> None:
        before: Look | None = None
        looks = 0
        while True:
            await asyncio.sleep(self.pause_s(board))
            looks += 1
            most = max(one.limit for one in self._followed[board])
            known = before if looks % NAMES_EVERY else None
            try:
                before = await self.look(board, most, known)
                await self._tell(board, before)
            except StoreUnavailable as error:
                log.warning("standings_wait", board=board, error=str(error))
            except Exception:
                log.exception("standings_failed", board=board)

    async def _tell(self, board: str, look: Look) -> None:
        by_limit: dict[int, Standings] = {}
        for number, one in enumerate(tuple(self._followed.get(board, ()))):
            if one.limit not in by_limit:
                by_limit[one.limit] = look.standings(None, board, one.limit)
            if one in self._followed.get(board, ()):
                one.show(by_limit[one.limit])
            if number % SENDS_A_TURN == SENDS_A_TURN - 1:
                await asyncio.sleep(0)
