"""The leaderboard of a process, put together over the logs and the listings."""

from datetime import UTC, date

from pasjans_services.desk import Desk, Way
from pasjans_services.eventstore.base import EventStore
from pasjans_services.eventstore.listings import Listings
from pasjans_services.games.deals import Clock, utc_now
from pasjans_services.games.gamelog import NoSuchGame
from pasjans_services.games.pars import Pars
from pasjans_services.leaderboard.belowpar import BelowPar
from pasjans_services.leaderboard.boards import Boards
from pasjans_services.leaderboard.desk import BoardsDesk
from pasjans_services.leaderboard.exclusions import Exclusions
from pasjans_services.leaderboard.operations import operations
from pasjans_services.leaderboard.projection import Ranking
from pasjans_services.leaderboard.rebuild import Progress, Rebuild, Report, tell_nobody
from pasjans_services.leaderboard.standings import LOOK_S, Watcher
from pasjans_services.leaderboard.views import Views
from pasjans_services.players import Players
from pasjans_services.web.operation import Operation


class Leaderboard:
    """See the module. `close` ends what it does beside requests.

    Args:
        store: The logs.
        listings: Where the boards are.
        players: Knows names.
        pars: What is known of deals.
        clock: The time, which decides which day it is.
        look_s: Seconds between two looks at a board that somebody follows.

    Attributes:
        boards: The boards.
        below_par: Solves that cannot be.
        projection: What brings them up to date.
        operations: What can be asked of them over HTTP.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - what it stands on
        self,
        store: EventStore,
        listings: Listings,
        players: Players,
        pars: Pars,
        clock: Clock = utc_now,
        look_s: float = LOOK_S,
    ) -> None:
        self._store = store
        self._listings = listings
        self._clock = clock
        self._exclusions = Exclusions(listings)
        self.boards = Boards(listings)
        self.below_par = BelowPar(listings, pars)
        self.projection = Ranking(store, self.boards, self._exclusions, self.below_par)
        views = Views(self.boards, players, pars)
        self.operations: tuple[Operation, ...] = operations(self.boards, views, self.today)
        self._watcher = Watcher(self.boards, views, self.today, look_s)

    def today(self) -> date:
        """The day, by UTC."""
        return self._clock().astimezone(UTC).date()

    @property
    def followed(self) -> frozenset[str]:
        """The boards that sockets of this process follow, as they were asked for."""
        return self._watcher.followed

    def desk(self, way: Way, /) -> Desk:
        """Its end of a socket."""
        return BoardsDesk(way, self._watcher)

    async def rebuild(self, report: Report = tell_nobody, *, from_empty: bool = False) -> Progress:
        """Make all boards anew from the logs; it may run while they are used.

        Args:
            report: Told now and then how far it is.
            from_empty: Take all rows away first: shorter, but boards lack rows meanwhile.

        Raises:
            StoreUnavailable: The store cannot be reached; run it again.
        """
        rebuild = Rebuild(self._store, self._listings, self.projection, report)
        return await rebuild.run(from_empty=from_empty)

    async def exclude(self, game: str) -> bool:
        """Take a game off all boards, and keep it off; whether it was not kept off before.

        Raises:
            NoSuchGame: There is no such game.
            StoreUnavailable: The store cannot be reached; do it again.
        """
        stored = await self._store.read(game)
        if not stored:
            raise NoSuchGame(f"there is no game {game}")
        changed = await self._exclusions.add(game)
        await self.projection.apply(game, stored)
        return changed

    async def include(self, game: str) -> bool:
        """Let a game onto the boards again; whether it was kept off.

        Raises:
            NoSuchGame: There is no such game.
            StoreUnavailable: The store cannot be reached; do it again.
        """
        stored = await self._store.read(game)
        if not stored:
            raise NoSuchGame(f"there is no game {game}")
        changed = await self._exclusions.remove(game)
        await self.projection.apply(game, stored)
        return changed

    async def close(self) -> None:
        """End what is done beside requests."""
        await self._watcher.close()
