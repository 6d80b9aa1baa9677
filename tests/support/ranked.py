"""Boards in memory, and what brings them up to date."""

from collections.abc import Sequence

from pasjans_engine.game import Hinted
from pasjans_services.eventstore.base import Stored
from pasjans_services.eventstore.memory import Memory, MemoryEventStore, MemoryRegistry
from pasjans_services.eventstore.memory_listings import MemoryListings
from pasjans_services.eventstore.records import encode_event
from pasjans_services.games.pars import Pars
from pasjans_services.leaderboard.belowpar import BelowPar
from pasjans_services.leaderboard.boards import Boards
from pasjans_services.leaderboard.exclusions import Exclusions
from pasjans_services.leaderboard.projection import Ranking
from pasjans_services.leaderboard.rebuild import Progress, Rebuild
from support import solves


def hinted(log: Sequence[Stored]) -> tuple[Stored, ...]:
    """The same game, in which a hint was taken before the last move, at the same time as it."""
    records = [entry.record for entry in log]
    again = solves.stored([*records[:-1], encode_event(Hinted()), records[-1]], step_ms=0)
    return solves.moved(again, log[-1].time_ms)


class Ranked:
    """The boards of one memory, and what brings them up to date."""

    def __init__(self) -> None:
        self.memory = Memory(clock=lambda: 1_795_900_000_000)
        self.listings = MemoryListings(self.memory)
        self.store = MemoryEventStore(self.memory, "a")
        self.boards = Boards(self.listings)
        self.exclusions = Exclusions(self.listings)
        self.pars = Pars(MemoryRegistry(self.memory))
        self.below_par = BelowPar(self.listings, self.pars)
        self.ranking = Ranking(self.store, self.boards, self.exclusions, self.below_par)

    @property
    def content(self) -> dict[str, list[bytes]]:
        """Every member of every board."""
        listings = self.memory.listings
        return {key: list(members) for key, members in listings.items() if key[:6] == "board:"}

    async def rebuild(self, *, from_empty: bool = False) -> Progress:
        """Make the boards anew."""
        return await Rebuild(self.store, self.listings, self.ranking).run(from_empty=from_empty)
