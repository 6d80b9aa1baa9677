"""Keeps the boards at what the logs prove: each verified solve has its rows, and nothing else has.

1. A game's rows follow from its log alone. What it had before goes: a log that lost its tail, and
   ended in another way, has other rows, perhaps on other boards: a hint may be lost with the tail.
2. The board of everything says which rows a game has: it gets a row before the other boards do, and
   loses it after them. So whatever is left half done is done when the game is applied again.
3. What cannot be verified gets no row, and is told to the operator; nor does a solve that cannot
   be, because it has fewer moves than the proved par.
"""

import asyncio
from collections.abc import Sequence
from typing import Final

import structlog

from pasjans_engine.errors import EngineError
from pasjans_services import telemetry
from pasjans_services.eventstore.base import EventStore, Stored
from pasjans_services.eventstore.records import Header, UnreadableRecord, decode
from pasjans_services.games.deals import DAILY_PREFIX
from pasjans_services.leaderboard.belowpar import BelowPar
from pasjans_services.leaderboard.boards import Boards
from pasjans_services.leaderboard.exclusions import Exclusions
from pasjans_services.leaderboard.ids import Board
from pasjans_services.leaderboard.rows import Row
from pasjans_services.leaderboard.solve import Origin, Solve, day_of, group_of
from pasjans_services.leaderboard.verify import Unverified, verify

LONG_LOG: Final = 500
"""Events from which on a log is verified in a thread, so that nobody waits for it."""

log = structlog.get_logger(__name__)


class Ranking:
    """The projection of the boards. See `Projection`, and the module.

    Args:
        store: The logs.
        boards: Where rows go.
        exclusions: The games that get none.
        below_par: Knows solves that cannot be.
    """

    def __init__(
        self, store: EventStore, boards: Boards, exclusions: Exclusions, below_par: BelowPar
    ) -> None:
        self._store = store
        self._boards = boards
        self._exclusions = exclusions
        self._below_par = below_par

    @property
    def name(self) -> str:
        """Its group in the feed."""
        return "boards"

    async def apply(self, game: str, stored: Sequence[Stored], /) -> None:
        """Give a game the rows that its log proves.

        Raises:
            StoreUnavailable: The store cannot be reached; nothing is lost, apply it again.
        """
        await self.settle(game, stored)

    async def settle(self, game: str, stored: Sequence[Stored]) -> Solve | None:
        """Give a game the rows that its log proves; the solve, when it has rows now.

        Raises:
            StoreUnavailable: The store cannot be reached; nothing is lost, apply it again.
        """
        while True:
            solve, changed = await self._settle(game, stored)
            # While this was written the game may have ended, and somebody may have written that.
            now = await self._store.read(game) if changed else ()
            if not now or now == tuple(stored):
                return solve
            stored = now

    async def _settle(self, game: str, stored: Sequence[Stored]) -> tuple[Solve | None, bool]:
        """The solve whose rows stand now, and whether any row came or went."""
        solve = await proved(game, stored)
        if solve is not None and (
            await self._exclusions.holds(game) or await self._below_par.holds(solve)
        ):
            solve = None
        changed = await self._bring_to(game, stored, solve)
        # Somebody may have excluded it meanwhile, and have seen no row yet to take away.
        if solve is not None and await self._exclusions.holds(game):
            solve = None
            changed |= await self._bring_to(game, stored, None)
        return solve, changed

    async def _bring_to(self, game: str, stored: Sequence[Stored], solve: Solve | None) -> bool:
        """Whether any row came or went."""
        origin = _origin(stored) if solve is None else solve.origin
        if origin is None:
            return False
        changed = False
        for one in origin.groups:
            here = solve if solve is not None and solve.origin == one else None
            changed |= await self._bring_group_to(one, game, here)
        return changed

    async def _bring_group_to(self, origin: Origin, game: str, solve: Solve | None) -> bool:
        """The same among the boards of one group."""
        wanted = [] if solve is None else [solve.row]
        rows = await self._boards.rows_of_game(origin.everything, game)
        old = [row for row in rows if row not in wanted]
        for row in wanted:
            await self._boards.add(origin.everything, row)
        others = dict.fromkeys(
            board
            for row in (*old, *wanted)
            for board in origin.boards(row.finished_ms)
            if board != origin.everything
        )
        changed = await asyncio.gather(*(self._change(board, solve, old) for board in others))
        await self._boards.remove(origin.everything, old)
        return any(changed)

    async def _change(self, board: Board, solve: Solve | None, old: Sequence[Row]) -> bool:
        if solve is not None and board in solve.boards:
            return await self._boards.add(board, solve.row, instead_of=old)
        return await self._boards.remove(board, old)


async def proved(game: str, stored: Sequence[Stored]) -> Solve | None:
    """The solve that a log proves; None when it is none, or cannot be verified, which is logged."""
    try:
        if len(stored) >= LONG_LOG:
            verdict = await asyncio.to_thread(verify, game, stored)
        else:
            verdict = verify(game, stored)
    except Unverified as error:
        why = str(error)
    else:
        return verdict if isinstance(verdict, Solve) else None
    telemetry.VERIFICATION_FAILURES.inc()
    log.error("game_not_verified", game=game, why=why)
    return None


def _origin(stored: Sequence[Stored]) -> Origin | None:
    """What a log says of its origin, verified or not; None when that cannot be read."""
    try:
        header = decode(stored[0].record)
        if not isinstance(header, Header):
            return None
        name = header.name_of_deal
    except (UnreadableRecord, EngineError):
        return None
    if header.source.startswith(DAILY_PREFIX) and day_of(header.source) is None:
        return None
    return Origin(header.rules, name, header.source, group_of(bot=header.bot, hints=0))
