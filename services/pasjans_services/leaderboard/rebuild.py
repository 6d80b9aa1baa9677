"""The boards made anew from all logs, while games are played and boards are read.

1. Each finished game is verified again and gets its rows, as when it ended.
2. Then each row that stands anywhere is compared with what its game got. What does not fit is
   looked up once more, since games end meanwhile, and taken away if its log does not prove it.

Whatever the boards held before, they hold the same bytes afterwards.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Final

import structlog

from pasjans_services import telemetry
from pasjans_services.eventstore.base import EventStore, StoreError, StoreUnavailable
from pasjans_services.eventstore.listings import Listings
from pasjans_services.eventstore.names import is_name
from pasjans_services.leaderboard.boards import members_on
from pasjans_services.leaderboard.ids import PREFIX
from pasjans_services.leaderboard.projection import Ranking
from pasjans_services.leaderboard.rows import NotARow, parse_row
from pasjans_services.leaderboard.solve import Solve

AT_ONCE: Final = 64
MEMBERS_A_SLICE: Final = 500

log = structlog.get_logger(__name__)


@dataclass(slots=True)
class Progress:
    """How far a rebuild is.

    Attributes:
        games: Games looked at.
        solves: Those that have rows.
        members: Members of boards compared.
        removed: Those that no log proved.
    """

    games: int = 0
    solves: int = 0
    members: int = 0
    removed: int = 0


Report = Callable[[Progress], None]


def tell_nobody(_progress: Progress) -> None:
    """Report to nobody."""


class Rebuild:
    """See the module. One object does it once.

    Args:
        store: The logs.
        listings: The boards.
        ranking: What gives games their rows.
        report: Told now and then how far it is.
    """

    def __init__(
        self,
        store: EventStore,
        listings: Listings,
        ranking: Ranking,
        report: Report = tell_nobody,
    ) -> None:
        self._store = store
        self._listings = listings
        self._ranking = ranking
        self._report = report
        self._solves: dict[str, Solve] = {}
        self.progress = Progress()

    async def run(self, *, from_empty: bool = False) -> Progress:
        """Bring all boards to what the logs prove.

        Args:
            from_empty: Take all rows away first: shorter, but boards lack rows meanwhile.

        Raises:
            StoreUnavailable: The store cannot be reached; run it again.
        """
        if from_empty:
            async for key in self._listings.keys(PREFIX):
                await self._listings.delete(key)
        async for games in _in_batches(self._store.games()):
            await asyncio.gather(*map(self._settle, games))
            self._report(self.progress)
        async for key in self._listings.keys(PREFIX):
            await self._compare(key)
            self._report(self.progress)
        return self.progress

    async def _settle(self, game: str) -> None:
        self.progress.games += 1
        solve = await self._proved(game)
        if solve is not None and game not in self._solves:
            self._solves[game] = solve
            self.progress.solves += 1

    async def _compare(self, key: str) -> None:
        low: bytes | None = None
        while found := await self._listings.slice(key, low=low, most=MEMBERS_A_SLICE):
            self.progress.members += len(found)
            for member in found:
                if not self._fits(key, member) and not await self._proved_since(key, member):
                    self.progress.removed += await self._listings.change(key, remove=[member])
            low = found[-1] + b"\0"

    def _fits(self, key: str, member: bytes) -> bool:
        """Whether a member is one that its game has there."""
        try:
            solve = self._solves.get(parse_row(member).game)
        except NotARow:
            return False
        return solve is not None and _has(solve, key, member)

    async def _proved_since(self, key: str, member: bytes) -> bool:
        try:
            game = parse_row(member).game
        except NotARow:
            return False
        solve = await self._proved(game) if is_name(game) else None
        return solve is not None and _has(solve, key, member)

    async def _proved(self, game: str) -> Solve | None:
        """The solve that a game's log proves, whose rows it has now."""
        try:
            finished = (await self._store.standing(game)).finished
            stored = await self._store.read(game) if finished else ()
        except StoreUnavailable:
            raise
        except StoreError as error:
            telemetry.VERIFICATION_FAILURES.inc()
            log.exception("log_not_readable", game=game, why=str(error))
            return None
        return await self._ranking.settle(game, stored) if stored else None


def _has(solve: Solve, key: str, member: bytes) -> bool:
    """Whether a member is one of a solve's on the board with this key."""
    return any(
        board.key == key and member in members_on(board, solve.row) for board in solve.boards
    )


async def _in_batches(games: AsyncIterator[str]) -> AsyncIterator[list[str]]:
    batch: list[str] = []
    async for game in games:
        batch.append(game)
        if len(batch) == AT_ONCE:
            yield batch
            batch = []
    if batch:
        yield batch
