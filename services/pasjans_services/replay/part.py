"""The replay part of a process: what it keeps, what it answers, and its end of each socket."""

import asyncio

from pasjans_services.desk import Desk, Way
from pasjans_services.eventstore.base import EventStore
from pasjans_services.eventstore.listings import Listings
from pasjans_services.games.advice import Adviser
from pasjans_services.games.deals import Clock, Deals, utc_now
from pasjans_services.games.gamelog import GameLog
from pasjans_services.players import Players
from pasjans_services.projection.base import Projection
from pasjans_services.replay.desk import ReplayDesk
from pasjans_services.replay.histories import Histories
from pasjans_services.replay.holdings import Holdings
from pasjans_services.replay.index import Index
from pasjans_services.replay.operations import Answers
from pasjans_services.replay.projection import Indexing
from pasjans_services.replay.sweep import Sweep
from pasjans_services.replay.turns import Turns
from pasjans_services.web.operation import Operation


class ReplayPart:
    """See the module.

    Args:
        store: The logs.
        listings: Where the index is kept.
        gamelog: Reads games.
        deals: Knows whether a seed may be told.
        players: Knows names.
        adviser: Whoever asks solvers.
        clock: The time, by which it is told what may still turn out otherwise.

    Attributes:
        index: The games there are.
        projection: Keeps the index up to date.
        operations: What can be asked over HTTP.
    """

    def __init__(  # noqa: PLR0913 - what a process lends it
        self,
        store: EventStore,
        listings: Listings,
        gamelog: GameLog,
        deals: Deals,
        players: Players,
        *,
        adviser: Adviser,
        clock: Clock = utc_now,
    ) -> None:
        self.index = Index(listings, store)
        self.projection: Projection = Indexing(self.index)
        self._histories = Histories(gamelog, clock=clock)
        self._holdings = Holdings()
        self._turns = Turns()
        self._players = players
        self._adviser = adviser
        self._told_seed = deals.told_seed
        answers = Answers(self.index, self._histories, players, deals.told_seed)
        self.operations: tuple[Operation, ...] = answers.operations()
        self._sweeping = asyncio.get_running_loop().create_task(Sweep(self.index).run())

    def desk(self, way: Way, /) -> Desk:
        """See `DeskMaker.desk`."""
        return ReplayDesk(
            way,
            self._turns,
            self._histories,
            self._holdings,
            adviser=self._adviser,
            players=self._players,
            told_seed=self._told_seed,
        )

    async def close(self) -> None:
        """Stop the work beside the sockets."""
        self._sweeping.cancel()
        await asyncio.wait([self._sweeping])
