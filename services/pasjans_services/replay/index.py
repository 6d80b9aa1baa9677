"""The index of games: which there are, by rules, player and deal, newest first.

    games:live:<rules>      games in progress, by when they were dealt
    games:over:<rules>      games that are over, by when they ended
    games:player:<player>   both kinds of a player
    games:deal:<deal_id>    both kinds of a deal

1. Members are entries, pure functions of the logs: whatever was applied before, in whatever order
   and how often, the listings are the same in the end.
2. A game expires without a word, and ends before the index hears of it. So each entry of a game in
   progress is compared with the store before it is shown; one that is not true is mended, and not
   shown.
"""

import asyncio
from collections.abc import Sequence
from typing import Final

import structlog

from pasjans_engine.errors import EngineError
from pasjans_services.eventstore.base import EventStore, Stored
from pasjans_services.eventstore.listings import Listings
from pasjans_services.eventstore.records import UnreadableRecord
from pasjans_services.games.gamelog import told
from pasjans_services.replay.entries import (
    Entry,
    Result,
    decode,
    encode,
    finished_entry,
    live_entry,
)

PREFIX: Final = "games:"
UNREADABLE: Final = (UnreadableRecord, EngineError, TypeError)
"""What a log raises that was damaged, or that a newer program wrote."""

log = structlog.get_logger(__name__)


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
        live, over = await entries_of(game_id, stored)
        if over is not None:
            await self._replace(live, over)
        else:
            await self._put(live)
            # Meanwhile it may have ended, and somebody may have applied that before this.
            await self._mended(live)

    async def _put(self, live: Entry) -> None:
        member = encode(live)
        await asyncio.gather(*(self.listings.change(key, add=[member]) for key in keys_of(live)))

    async def _replace(self, live: Entry, over: Entry) -> None:
        added, removed = encode(over), encode(live)
        live_key, *shared = keys_of(live)
        over_key, *_ = keys_of(over)
        await self.listings.change(over_key, add=[added])
        await asyncio.gather(
            self.listings.change(live_key, remove=[removed]),
            *(self.listings.change(key, add=[added], remove=[removed]) for key in shared),
        )

    async def _take_out(self, entry: Entry) -> None:
        """Forget an entry."""
        member = encode(entry)
        await asyncio.gather(
            *(self.listings.change(key, remove=[member]) for key in keys_of(entry))
        )

    async def _mended(self, entry: Entry) -> int:
        """The version of a game that the index has; 0 when what it has was not true, and is now."""
        if entry.result is not Result.PLAYING:
            return entry.events
        standing = await self.store.standing(entry.game)
        if standing.head and not standing.finished:
            return standing.head
        stored = await self.store.read(entry.game)
        over = await _ended(entry.game, stored) if stored else None
        if over is None:
            await self._take_out(entry)
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


async def _ended(game_id: str, stored: Sequence[Stored]) -> Entry | None:
    """The entry of a game that has ended; None, and a line in the log, if it cannot be told."""
    try:
        _, over = await entries_of(game_id, stored)
    except UNREADABLE:
        log.exception("unreadable_game", game=game_id)
        return None
    return over


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
