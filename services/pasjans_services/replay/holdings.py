"""What the replays of a process hold in memory, and how much of it each address may hold.

1. An address may hold `MAX_EVENTS_AN_ADDRESS`, so that nobody alone shuts the others out.
2. All together may hold `MAX_EVENTS_IN_USE`, so that memory stays bounded.
3. A socket that replays nothing else may replay a short game, whoever shares its address, behind
   a proxy for instance: for these there is a reserve.
4. A game that is replayed already, by whomever, may always be replayed by others too: it costs
   nothing more.
"""

from collections import Counter
from typing import Final

MAX_EVENTS_AN_ADDRESS: Final = 100_000
"""Ten of the longest games, or some thousand usual ones."""
MAX_EVENTS_IN_USE: Final = 500_000
"""Some 700 bytes each."""
MAX_SHORT: Final = 1_000
"""Events of a short game; usual ones have a hundred."""
RESERVE: Final = 250_000
"""Events that are in use beyond `MAX_EVENTS_IN_USE` only for short games."""


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

    def refusal(
        self, address: str, game: str, events: int, in_use: int, *, first: bool
    ) -> str | None:
        """Why a game cannot be replayed now, for a person; None when it can.

        Args:
            address: Who wants to.
            game: The game.
            events: How many it has.
            in_use: How many are in memory, of all games.
            first: Whether the socket replays nothing else.
        """
        if self.holds(game):
            return None
        short = first and events <= MAX_SHORT
        if not short and self.events_of(address) + events > MAX_EVENTS_AN_ADDRESS:
            return "this address replays too many long games: leave a replay first"
        if in_use > MAX_EVENTS_IN_USE + (RESERVE if short else 0):
            return "too many long games are replayed here now: ask again later"
        return None

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
