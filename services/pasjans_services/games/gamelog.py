"""Games from their logs: at the head, at every ply, and what is kept to make that quick."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from pasjans_engine.game import Event, Game, evolve
from pasjans_engine.view import check, view
from pasjans_protocol.messages import Delta
from pasjans_services.eventstore.base import EventStore, Stored
from pasjans_services.eventstore.names import is_name
from pasjans_services.eventstore.records import Header, decode
from pasjans_services.eventstore.snapshots import freeze, thaw
from pasjans_services.games.step import step_to

SNAPSHOT_EVERY: Final = 64
EVENTS_A_TURN: Final = 64
"""Events of a long log that are replayed before the event loop has its turn: some 5 ms."""

LONG_LINE: Final = 500
"""Events from which on a game is frozen in a thread: ten thousand moves take 30 ms."""

LONG_BLOB: Final = 2_048
"""Bytes from which on a snapshot is thawed in a thread: ten thousand moves take 170 ms."""


class NoSuchGame(LookupError):
    """No game has this name: it never was, or it was abandoned and has expired."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game at its head.

    Attributes:
        header: What its first event says.
        game: The state.
        time_ms: The time of its last event, by which a replaced one is told from it; None when only
            a snapshot was read.
    """

    header: Header
    game: Game
    time_ms: int | None


@dataclass(frozen=True, slots=True)
class History:
    """A game from its deal on.

    Attributes:
        header: What its first event says.
        stored: The log.
        games: The game at each version, from 1 on; they share what they have in common.
        first_check: Check of the dealt position, version 1.
        deltas: What each later event changed; the first leads from version 1 to 2.
    """

    header: Header
    stored: tuple[Stored, ...]
    games: tuple[Game, ...]
    first_check: int
    deltas: tuple[Delta, ...]

    @property
    def head(self) -> int:
        """The log's length."""
        return len(self.stored)

    @property
    def last(self) -> Game:
        """The game at the log's head."""
        return self.games[-1]

    def game_at(self, version: int) -> Game:
        """The game at a version, 1 to the log's length."""
        return self.games[version - 1]

    def check_at(self, version: int) -> int:
        """The check at a version, 1 to the log's length."""
        return self.first_check if version == 1 else self.deltas[version - 2].check

    def deltas_after(self, version: int) -> list[Delta]:
        """The deltas from a version to the log's head."""
        return list(self.deltas[version - 1 :])


class GameLog:
    """Reads games from a store.

    However many long games are asked for at once, one is replayed at a time, in small steps: so
    the event loop is held no longer by many than by one.
    """

    def __init__(self, store: EventStore) -> None:
        self.store = store
        self._one_at_a_time = asyncio.Semaphore(1)

    async def load(self, game_id: str) -> Loaded:
        """A game at its head, from the last snapshot and the events after it.

        Raises:
            NoSuchGame: When there is no such game.
            StoreUnavailable: When the store cannot be reached.
        """
        if not is_name(game_id):
            raise NoSuchGame(f"{game_id!r} is not a game's name")
        saved = await self.store.load_snapshot(game_id)
        thawed = await self._thawed(saved.blob) if saved is not None else None
        if thawed is None:
            header, game, tail = _opened(game_id, await self.store.read(game_id))
        else:
            header, game = thawed
            tail = await self.store.read(game_id, game.version)
        game = await _after(game, tail)
        return Loaded(header, game, tail[-1].time_ms if tail else None)

    async def _thawed(self, blob: bytes) -> tuple[Header, Game] | None:
        if len(blob) < LONG_BLOB:
            return thaw(blob)
        async with self._one_at_a_time:
            return await asyncio.to_thread(thaw, blob)

    async def history(self, game_id: str) -> "History":
        """The whole log, with the delta of each of its events but the first.

        Raises:
            NoSuchGame: When there is no such game.
            StoreUnavailable: When the store cannot be reached.
        """
        if not is_name(game_id):
            raise NoSuchGame(f"{game_id!r} is not a game's name")
        stored = await self.store.read(game_id)
        header, game, tail = _opened(game_id, stored)
        dealt = History(header, stored[:1], (game,), check(view(game)), ())
        return await self._lengthened(dealt, tail)

    async def lengthened(self, game_id: str, known: "History") -> "History":
        """A history with the events that the log got since; all of it anew if the log has changed.

        Raises:
            NoSuchGame: When there is no such game any more.
            StoreUnavailable: When the store cannot be reached.
        """
        tail = await self.store.read(game_id, known.head - 1)
        if tail[:1] != known.stored[-1:]:
            return await self.history(game_id)
        return await self._lengthened(known, tail[1:]) if tail[1:] else known

    async def _lengthened(self, known: "History", tail: Sequence[Stored]) -> "History":
        if len(tail) < EVENTS_A_TURN:
            return await _lengthened(known, tail)
        async with self._one_at_a_time:
            return await _lengthened(known, tail)

    async def keep(self, game_id: str, header: Header, game: Game) -> None:
        """Save what makes the next load quick; compact a game that is over."""
        if game.over:
            await self.store.compact(game_id)
        elif game.version < LONG_LINE:
            await self.store.save_snapshot(game_id, game.version, freeze(header, game))
        else:
            blob = await asyncio.to_thread(freeze, header, game)
            await self.store.save_snapshot(game_id, game.version, blob)


async def told(game_id: str, stored: Sequence[Stored]) -> tuple[Header, Game]:
    """What a whole log says of its game.

    Raises:
        NoSuchGame: When the log is empty.
    """
    header, game, tail = _opened(game_id, stored)
    return header, await _after(game, tail)


def _opened(game_id: str, stored: Sequence[Stored]) -> tuple[Header, Game, Sequence[Stored]]:
    if not stored:
        raise NoSuchGame(f"there is no game {game_id}; it may have been abandoned and expired")
    header = decode(stored[0].record)
    if not isinstance(header, Header):
        raise TypeError(f"the log of game {game_id} does not begin with its deal")
    return header, evolve(None, header.event), stored[1:]


async def _after(game: Game, tail: Iterable[Stored]) -> Game:
    for number, event in enumerate(events(tail), start=1):
        game = evolve(game, event)
        await _let_others_run(number)
    return game


async def _lengthened(known: History, tail: Sequence[Stored]) -> History:
    games, deltas = list(known.games), list(known.deltas)
    seen = view(known.last)
    for number, event in enumerate(events(tail), start=1):
        outcome = step_to(evolve(games[-1], event), seen)
        seen = outcome.view
        games.append(outcome.game)
        deltas.append(outcome.delta)
        await _let_others_run(number)
    return History(
        known.header, (*known.stored, *tail), tuple(games), known.first_check, tuple(deltas)
    )


async def _let_others_run(number: int) -> None:
    """Now and then, in the middle of a long log, give the others a turn."""
    if number % EVENTS_A_TURN == 0:
        await asyncio.sleep(0)


def events(stored: Iterable[Stored]) -> Iterable[Event]:
    """The events of log entries after the first."""
    for entry in stored:
        event = decode(entry.record)
        if isinstance(event, Header):
            raise TypeError(f"a game is dealt once, not again at version {entry.version}")
        yield event
