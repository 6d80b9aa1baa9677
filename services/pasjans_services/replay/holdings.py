"""What the replays of a process hold in memory, and how much of it each address may hold.

1. An address may hold `MAX_EVENTS_AN_ADDRESS`, so that nobody alone shuts the others out.
2. All together may hold `MAX_EVENTS_IN_USE`, so that memory stays bounded.
3. A game that is replayed already, by whomever, may always be replayed by others too: it costs
   nothing more.
"""

from collections import Counter
from typing import Final

MAX_EVENTS_AN_ADDRESS: Final = 100_000
"""Ten of the longest games, or some thousand usual ones."""
MAX_EVENTS_IN_USE: Final = 500_000
"""Some 700 bytes each."""


class Holdings:
    """See the module."""

    def __init__(self) -> None:
        self._replays: Counter[str] = Counter()
        self._by_address: dict[str, dict[str, tuple[int, int]]] = {}

    def holds(self, game: str) -> bool:
        """Whether a game is replayed now."""
        return game in self._replays

    def events_of(self, address: str) -> int:
        """How many events the replays of an address hold, a game that is replayed twice once."""
        return sum(events for _, events in self._by_address.get(address, {}).values())

    def take(self, address: str, game: str, events: int) -> None:
        """Count one more replay of a game that has so many events."""
        self._replays[game] += 1
        games = self._by_address.setdefault(address, {})
        replays, _ = games.get(game, (0, 0))
        games[game] = (replays + 1, events)

    def grow(self, address: str, game: str, events: int) -> None:
        """Count the events that a game has now."""
        games = self._by_address[address]
        games[game] = (games[game][0], events)

    def give_back(self, address: str, game: str) -> None:
        """Count one replay less."""
        self._replays[game] -= 1
        if not self._replays[game]:
            del self._replays[game]
        games = self._by_address[address]
        replays, events = games.pop(game)
        if replays > 1:
            games[game] = (replays - 1, events)
        elif not games:
            del self._by_address[address]
