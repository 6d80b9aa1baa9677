"""The index of games: which there are, by rules, player and deal, newest first.

    games:live:<rules>      games in progress, by when they were dealt
    games:over:<rules>      games that are over, by when they ended
    games:player:<player>   both kinds of a player
    games:deal:<deal_id>    both kinds of a deal
    games:ends:<rules>      when a game ended, by its name: what it has in the listings above

1. Members are pure functions of the logs: whatever was applied before, in whatever order and how
   often, the listings are the same in the end.
2. A log that lost its tail, in a failover, may end in another way. So what a game had before is
   looked up by its name, and goes. Its end is written down before the entries are, and crossed out
   after them: whatever is left half done is done when the game is applied again.
3. A game expires without a word, and ends before the index hears of it. So each entry of a game in
   progress is compared with the store before it is shown; one that is not true is mended, and not
   shown.
4. A game that this program cannot read is passed over, and told to the operator.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import structlog

from pasjans_engine.errors import EngineError
from pasjans_services.eventstore.base import EventStore, Stored, StoreError, StoreUnavailable
from pasjans_services.eventstore.listings import Listings
from pasjans_services.games.gamelog import told
from pasjans_services.replay.entries import (
    Entry,
    Result,
    bounds_of_ends,
    decode,
    encode,
    encode_end,
    entries_at,
    finished_entry,
    live_entry,
)

PREFIX: Final = "games:"
UNREADABLE: Final = (StoreError, EngineError, TypeError, ValueError)
"""What a log raises that was damaged, or that a newer program wrote."""

MOST_ENDS: Final = 16
"""How many ends of one game are looked up at once; it has one, or for a moment a few."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class _Before:
    """What a game has in the listings of games that are over: entries, and ends with their keys."""

    entries: list[Entry]
    ends: list[tuple[str, bytes]]


class Index:
    """See the module.

    Args:
        listings: Where it is kept.
        store: The logs that it follows from.
    """

    def __init__(self, listings: Listings, store: EventStore) -> None:
        self.listings = listings
        self.store = store

    async def apply(self, game_id: str, stored: Sequence[Stored]) -> None:
        """Bring the entries of a game to what its log says.

        Raises:
            NoSuchGame: The log is empty.
            StoreUnavailable: The store cannot be reached.
        """
        untrue: list[Entry] = []
        while stored:
            live, over = await entries_of(game_id, stored)
            before = await self._before(live)
            if over is None:
                await self._put(live)
                # Meanwhile it may have ended, and somebody may have applied that before this.
                if await self._mended(live):
                    await self._take_out((*before.entries, *untrue), before.ends)
                return
            await self._replace(live, over, untrue)
            # Meanwhile the log may have got another end, and somebody may have applied that.
            if await self.store.read(game_id, stored[-1].version - 1) == tuple(stored[-1:]):
                return
            untrue.append(over)
            stored = await self.store.read(game_id)

    async def readable(self, game_id: str) -> tuple[Entry, Entry | None] | None:
        """What `entries_of` says of a game's log now.

        None when there is no such game, or, told in the log, when this program cannot read it: it
        was damaged, or a newer program wrote it.

        Raises:
            StoreUnavailable: The store cannot be reached.
        """
        try:
            stored = await self.store.read(game_id)
            return await entries_of(game_id, stored) if stored else None
        except StoreUnavailable:
            raise
        except UNREADABLE:
            log.exception("unreadable_game", game=game_id)
            return None

    async def refresh(self, game_id: str) -> bool:
        """Bring the entries of a game to what its log says now; whether there is one to read.

        Raises:
            StoreUnavailable: The store cannot be reached.
        """
        try:
            stored = await self.store.read(game_id)
            await self.apply(game_id, stored)
        except StoreUnavailable:
            raise
        except UNREADABLE:
            log.exception("unreadable_game", game=game_id)
            return False
        return bool(stored)

    async def _put(self, live: Entry) -> None:
        member = encode(live)
        await asyncio.gather(*(self.listings.change(key, add=[member]) for key in keys_of(live)))

    async def _replace(self, live: Entry, over: Entry, untrue: Sequence[Entry] = ()) -> None:
        before, end = await self._before(over), encode_end(over)
        added, removed = encode(over), encode(live)
        live_key, *shared = keys_of(live)
        over_key, *_ = keys_of(over)
        await self.listings.change(by_end(over.rules), add=[end])
        await self.listings.change(over_key, add=[added])
        await asyncio.gather(
            self.listings.change(live_key, remove=[removed]),
            *(self.listings.change(key, add=[added], remove=[removed]) for key in shared),
        )
        old = [entry for entry in (*before.entries, *untrue) if entry != over]
        await self._take_out(old, [one for one in before.ends if one != (by_end(over.rules), end)])

    async def _before(self, entry: Entry) -> _Before:
        """What a game has in the listings of games that are over."""
        low, high = bounds_of_ends(entry.game)
        key, over_key = by_end(entry.rules), by_rules(entry.rules, live=False)
        ends = await self.listings.slice(key, low=low, high=high, most=MOST_ENDS)
        bounds = [entries_at(end, entry.game) for end in ends]
        found = await asyncio.gather(
            *(
                self.listings.slice(over_key, low=low, high=high, most=MOST_ENDS)
                for low, high in bounds
            )
        )
        entries = [decoded(member) for members in found for member in members]
        return _Before([one for one in entries if one is not None], [(key, end) for end in ends])

    async def _take_out(
        self, entries: Sequence[Entry], ends: Sequence[tuple[str, bytes]] = ()
    ) -> None:
        """Forget entries of a game, and then its ends, each in a listing."""
        for entry in entries:
            member = encode(entry)
            own, *shared = keys_of(entry)
            await asyncio.gather(*(self.listings.change(key, remove=[member]) for key in shared))
            await self.listings.change(own, remove=[member])
        for key, end in ends:
            await self.listings.change(key, remove=[end])

    async def _mended(self, entry: Entry) -> int:
        """The version of a game that the index has; 0 when what it has was not true, and is now."""
        if entry.result is not Result.PLAYING:
            return entry.events
        standing = await self.store.standing(entry.game)
        if standing.head and not standing.finished:
            return standing.head
        read = await self.readable(entry.game)
        over = None if read is None else read[1]
        if over is None:
            await self._take_out([entry])
        else:
            await self._replace(entry, over)
        return 0

    async def mend(self, entries: Sequence[Entry]) -> list[int]:
        """Compare entries with the store and mend those that are not true.

        Returns:
            For each the version of its game, or 0 if it was not true.

        Raises:
            StoreUnavailable: The store cannot be reached.
        """
        return await asyncio.gather(*map(self._mended, entries))


async def entries_of(game_id: str, stored: Sequence[Stored]) -> tuple[Entry, Entry | None]:
    """What a log says of its game: its entry as long as it is played, and that once it is over.

    Raises:
        NoSuchGame: The log is empty.
    """
    header, game = await told(game_id, stored)
    live = live_entry(game_id, header, stored[0])
    over = finished_entry(game_id, header, game, stored[0], stored[-1]) if game.over else None
    return live, over


def decoded(member: bytes) -> Entry | None:
    """The entry of a member; None, and a line in the log, of what is none."""
    try:
        return decode(member)
    except ValueError:
        log.warning("unreadable_entry", member=member.hex())
        return None


def keys_of(entry: Entry) -> tuple[str, str, str]:
    """The listings that an entry is in: that of its kind and rules, its player's, its deal's."""
    return (
        by_rules(entry.rules, live=entry.result is Result.PLAYING),
        by_player(entry.player),
        by_deal(entry.deal_id),
    )


def by_rules(rules: str, *, live: bool) -> str:
    """The listing of games in progress, or of those that are over, by some rules."""
    return f"{PREFIX}{'live' if live else 'over'}:{rules}"


def by_player(player: str) -> str:
    """The listing of a player's games."""
    return f"{PREFIX}player:{player}"


def by_deal(deal_id: str) -> str:
    """The listing of a deal's games."""
    return f"{PREFIX}deal:{deal_id}"


def by_end(rules: str) -> str:
    """The listing of when games by some rules ended."""
    return f"{PREFIX}ends:{rules}"
