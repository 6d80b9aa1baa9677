"""Has each deal solved that somebody plays: looks at games that are dealt, and that end.

Whoever plays may give any deals, and as many as they like: of those no more wait than `MOST_GIVEN`,
so that the deals of others keep room. A deal that found no room is asked about again when its game
ends.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import structlog

from pasjans_engine.deal_id import deal_id
from pasjans_engine.rules import RULES
from pasjans_services.eventstore.base import Stored
from pasjans_services.eventstore.records import Header, UnreadableRecord, decode
from pasjans_services.games.pars import Pars, needs_solver
from pasjans_services.solver.examine import can_examine
from pasjans_services.solver.jobs import Full
from pasjans_services.solver.lanes import DealJob

MOST_GIVEN: Final = 1_000

Put = Callable[[DealJob, int | None], Awaitable[None]]

log = structlog.get_logger(__name__)


class Asking:
    """The projection of pars. See `Projection`, and the module.

    Args:
        pars: What is known.
        put: Puts a job into the queue of deals, unless so many wait.
    """

    def __init__(self, pars: Pars, put: Put) -> None:
        self._pars = pars
        self._put = put

    @property
    def name(self) -> str:
        """Its group in the feed."""
        return "pars"

    async def apply(self, game: str, stored: Sequence[Stored], /) -> None:
        """Put a job for the game's deal into the queue, unless a solver has looked at it.

        Raises:
            StoreUnavailable: The store or the queue cannot be reached; apply it again.
        """
        try:
            header = decode(stored[0].record)
        except UnreadableRecord:
            return
        if not isinstance(header, Header) or header.rules not in RULES:
            return
        rules = RULES[header.rules]
        if not can_examine(rules):
            return
        name = deal_id(rules.family, header.deal)
        if needs_solver(await self._pars.of(rules.id, name)):
            try:
                most = MOST_GIVEN if header.seed is None else None
                await self._put(DealJob(rules.id, header.deal), most)
            except Full as error:
                log.warning("deal_not_asked_about", rules=rules.id, deal=name, error=str(error))
            else:
                # After the job: who sees that the deal waits may rely on it.
                await self._pars.wait_for(rules.id, name)
