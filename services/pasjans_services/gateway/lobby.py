"""The games that somebody follows through this process, kept in step with the store.

1. Register, then read: a game is registered with the broker before its log is read, so that no
   event falls between the two.
2. What the broker delivers makes things faster, never right: whenever something may have been
   missed, and at each heartbeat, the store is asked.
3. A room lives as long as somebody listens to it here.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any, Final

import structlog

from pasjans_protocol.messages import Delta, SnapshotReason
from pasjans_services.broker.base import Broker, Interrupted, Message, Published, Watching
from pasjans_services.eventstore.base import EventStore, Stored, StoreUnavailable
from pasjans_services.games.deals import Deals
from pasjans_services.games.gamelog import SNAPSHOT_EVERY, GameLog, NoSuchGame
from pasjans_services.gateway.room import Listener, Room
from pasjans_services.players import Players

PRESENCE_DELAY_S: Final = 0.2
CLOSE_S: Final = 2.0

log = structlog.get_logger(__name__)


class Lobby:
    """See the module.

    Args:
        store: The logs.
        broker: Tells of events that other processes appended; its messages go to `hear`.
        deals: Knows whether a seed may be told.
        players: Knows names.
    """

    def __init__(self, store: EventStore, broker: Broker, deals: Deals, players: Players) -> None:
        self.store = store
        self.gamelog = GameLog(store)
        self._broker = broker
        self._deals = deals
        self._players = players
        self.rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[None]] = {}
        self._leaving: dict[str, asyncio.Task[None]] = {}
        self._catching_up: dict[str, asyncio.Task[None]] = {}
        self._missed_while_opening: set[str] = set()
        self._asked: set[str] = set()
        self._crowds: set[str] = set()
        self._counting: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    # Coming and going

    async def enter(self, game_id: str) -> Room:
        """The room of a game. The caller seats somebody in it before it awaits anything.

        Raises:
            NoSuchGame: When there is no such game.
            StoreUnavailable: When the store cannot be reached.
        """
        while (room := self.rooms.get(game_id)) is None:
            if (leaving := self._leaving.get(game_id)) is not None:
                await asyncio.wait([leaving])
            else:
                await asyncio.shield(self._once(self._opening, game_id, self._open))
        return room

    async def _open(self, game_id: str) -> None:
        self._missed_while_opening.discard(game_id)
        watching = await self._broker.watch(game_id, 1)
        try:
            loaded = await self.gamelog.load(game_id)
            name = await self._players.name_of(loaded.header.player)
        except BaseException:
            await self._broker.watch(game_id, 0)
            raise
        room = self.rooms[game_id] = Room(game_id, loaded, self._deals.told_seed, name)
        room.set_watching(watching)
        if room.game.over:
            self.keep(room)
        if game_id in self._missed_while_opening:
            self.catch_up(game_id)

    def seat(self, seat: Listener, room: Room) -> None:
        """Show a seat the room's events from now on."""
        room.add(seat)
        self._crowd_changed(room.id)

    def unseat(self, seat: Listener, room: Room) -> None:
        """Show a seat nothing more."""
        room.remove(seat)
        self._crowd_changed(room.id)

    def _crowd_changed(self, game_id: str) -> None:
        if not self._crowds:
            loop = asyncio.get_running_loop()
            self._counting = loop.call_later(PRESENCE_DELAY_S, self._count_crowds)
        self._crowds.add(game_id)

    def _count_crowds(self) -> None:
        crowds, self._crowds = self._crowds, set()
        for game_id in crowds & self.rooms.keys():
            if self.rooms[game_id].empty:
                del self.rooms[game_id]
                self._once(self._leaving, game_id, self._withdraw)
            else:
                self.spawn(self._count(game_id))

    async def _withdraw(self, game_id: str) -> None:
        await self._broker.watch(game_id, 0)

    async def _count(self, game_id: str) -> None:
        if (room := self.rooms.get(game_id)) is not None:
            room.set_watching(await self._broker.watch(game_id, room.size))

    # Staying in step

    def hear(self, message: Message) -> None:
        """Take one message of the broker."""
        match message:
            case Published(game, stored):
                self._published(game, stored)
            case Watching(game, total):
                if (room := self.rooms.get(game)) is not None:
                    room.set_watching(total)
            case Interrupted():
                self._missed_while_opening.update(self._opening)
                self.reconcile(list(self.rooms.values()))

    def _published(self, game_id: str, stored: Sequence[Stored]) -> None:
        room = self.rooms.get(game_id)
        if room is None:
            if game_id in self._opening:
                self._missed_while_opening.add(game_id)
        elif not self._take(room, stored):
            self.catch_up(game_id)

    def _take(self, room: Room, stored: Sequence[Stored]) -> bool:
        """Show events of the log; False when some before them are missing."""
        was_over = room.game.over
        taken = room.take(stored)
        if room.game.over and not was_over:
            self.keep(room)
        return taken

    def reconcile(self, rooms: Iterable[Room]) -> None:
        """Compare rooms with the store."""
        for room in rooms:
            if room.empty:
                self._crowd_changed(room.id)
            else:
                self.catch_up(room.id)

    async def caught_up(self, game_id: str) -> None:
        """Return when a room is at the log's head, as it is from now on.

        Raises:
            NoSuchGame: When the game has gone.
            StoreUnavailable: When the store cannot be reached.
        """
        await asyncio.shield(self.catch_up(game_id))

    def catch_up(self, game_id: str) -> asyncio.Task[None]:
        """Bring a room to the log's head, or back to it where the store lost its tail."""
        self._asked.add(game_id)
        return self._once(self._catching_up, game_id, self._catch_up)

    async def _catch_up(self, game_id: str) -> None:
        # What was read before somebody asked again may be too old for them.
        while game_id in self._asked:
            self._asked.discard(game_id)
            if (room := self.rooms.get(game_id)) is not None:
                await self._compare(room)

    async def _compare(self, room: Room) -> None:
        version, time_ms = room.version, room.time_ms
        stored = await self.store.read(room.id, version - 1)
        if room.version != version:
            self._take(room, stored)
        elif not stored or time_ms not in {None, stored[0].time_ms}:
            await self._go_back(room)
        else:
            self._take(room, stored)

    async def _go_back(self, room: Room) -> None:
        """Begin anew from the log, which has lost what was shown, or holds something else."""
        shown = room.version
        loaded = await self.gamelog.load(room.id)
        log.warning("log_lost_its_tail", game=room.id, shown=shown, head=loaded.game.version)
        room.reset(loaded)
        for seat in room.seats:
            seat.send_snapshot(None, SnapshotReason.DIVERGED)

    async def resume(
        self, game_id: str, version: int, known_check: int
    ) -> tuple[Room, list[Delta] | None]:
        """The room of a game, and the deltas that somebody misses who remembers a position.

        The caller seats them and sends the deltas before it awaits anything.

        Args:
            game_id: The game.
            version: The remembered version, 1 or more.
            known_check: The remembered check.

        Returns:
            With the room, the deltas up to its version; None for them when the log has no such
            position: the memory and the log have parted.

        Raises:
            NoSuchGame: When there is no such game.
            StoreUnavailable: When the store cannot be reached.
        """
        while True:
            room = await self.enter(game_id)
            deltas = await self._missing(room, version, known_check)
            if self.rooms.get(game_id) is room:
                return room, deltas

    async def _missing(self, room: Room, version: int, known_check: int) -> list[Delta] | None:
        if version > room.version:
            await self.caught_up(room.id)
        if not 1 <= version <= room.version:
            return None
        if (check := room.check_at(version)) is not None:
            return room.deltas_after(version) if check == known_check else None
        past = await self.gamelog.history(room.id)
        if past.head < room.version:
            await self.caught_up(room.id)
            return await self._missing(room, version, known_check)
        self._take(room, past.stored)
        return past.deltas_after(version) if past.check_at(version) == known_check else None

    # Work beside the sockets

    def keep(self, room: Room) -> None:
        """Save a snapshot now and then; compact the log when the game is over."""
        if room.game.over or room.version % SNAPSHOT_EVERY == 0:
            self.spawn(self.gamelog.keep(room.id, room.header, room.game))

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something beside the sockets; what fails is logged: the log can be read again."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _once(
        self,
        running: dict[str, asyncio.Task[None]],
        game_id: str,
        job: Callable[[str], Coroutine[Any, Any, None]],
    ) -> asyncio.Task[None]:
        """The running task that does this job for this game; started when there is none."""
        if (task := running.get(game_id)) is None:
            task = running[game_id] = self.spawn(job(game_id))
            task.add_done_callback(lambda _: running.pop(game_id, None))
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        match task.exception():
            case None | NoSuchGame():
                pass
            case StoreUnavailable() as error:
                log.warning("store_unavailable", error=str(error))
            case error:
                log.error("background_work_failed", exc_info=error)

    async def close(self) -> None:
        """Finish what is under way."""
        if self._counting is not None:
            self._counting.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=CLOSE_S)
        for task in self._tasks:
            task.cancel()
