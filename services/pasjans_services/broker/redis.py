"""The broker on Redis or Valkey: sharded pub/sub, and a registration that is refreshed.

1. Subscribe, then register: who is registered is told, and whoever is told listens.
2. A node that is registered and does not listen is taken out by whoever publishes to it. A
   registration that is not refreshed is taken out when others register.
3. When a line is lost, or this node finds itself taken out, it subscribes and registers anew, and
   then tells its user that messages may have been lost.
"""

import asyncio
import contextlib
from collections.abc import Iterable
from itertools import accumulate, pairwise
from typing import Final

import structlog

from pasjans_services.broker.base import Deliver, Interrupted, Message, Published, Watching
from pasjans_services.broker.line import Line, LineLost
from pasjans_services.eventstore import keys
from pasjans_services.eventstore.base import Stored, StoreUnavailable
from pasjans_services.eventstore.lanes import PATIENCE_S, Lanes
from pasjans_services.eventstore.link import FAULTS, Client, Servers
from pasjans_services.eventstore.scripts import load

REFRESH_S: Final = 10.0
STALE_S: Final = 30.0
FIRST_PAUSE_S: Final = 0.02
LONGEST_PAUSE_S: Final = 1.0
GAMES_AT_ONCE: Final = 256

log = structlog.get_logger(__name__)

_PRESENCE: Final = load("pasjans_services.broker", "presence.lua")


class RedisBroker:
    """See `Broker`.

    Args:
        client: from `connect`; it stays the caller's to close, after the broker was closed.
        node: the name of this node, as its event store has it.
        patience_s: how long one call is tried while Redis does not answer.
        refresh_s: seconds between two registrations of a game.
        stale_s: seconds after which others take a registration for dead.
    """

    def __init__(
        self,
        client: Client,
        node: str,
        patience_s: float = PATIENCE_S,
        refresh_s: float = REFRESH_S,
        stale_s: float = STALE_S,
    ) -> None:
        self._node = node
        self._patience_s = patience_s
        self._refresh_s = refresh_s
        self._stale_ms = str(round(stale_s * 1000))
        self._servers = Servers(client)
        self._lanes = Lanes(client, patience_s)
        self._lines: dict[str, Line] = {}
        self._counts: dict[str, int] = {}
        self._totals: dict[str, int] = {}
        self._heard_on: dict[str, Line] = {}
        self._missed = False
        self._deliver: Deliver | None = None
        self._broken = asyncio.Event()
        self._tending: asyncio.Task[None] | None = None

    @property
    def node(self) -> str:
        """See `Broker.node`."""
        return self._node

    async def start(self, deliver: Deliver, /) -> None:
        """See `Broker.start`."""
        self._deliver = deliver
        self._tending = asyncio.get_running_loop().create_task(self._tend())

    async def watch(self, game: str, count: int, /) -> int:
        """See `Broker.watch`."""
        if count == 0:
            return await self._withdraw(game)
        known = game in self._counts
        self._counts[game] = count
        try:
            if game not in self._heard_on:
                await self._subscribe_patiently(game)
            total = await self._register(game)
        except StoreUnavailable:
            if not known:
                self._counts.pop(game, None)
                await self._unsubscribe(game)
            raise
        self._report()
        return total

    async def refresh(self) -> None:
        """Register every game again, and see whether the lines are alive. Done by itself, too.

        Raises:
            StoreUnavailable: Redis cannot be reached.
            LineLost: a line is gone, and will be replaced.
        """
        for line in list(self._lines.values()):
            await line.probe()
        await self._register_all()
        self._report()

    async def close(self) -> None:
        """See `Broker.close`."""
        self._deliver = None
        if self._tending is not None:
            self._tending.cancel()
            await asyncio.wait([self._tending])
        watched, self._counts = list(self._counts), {}
        await asyncio.gather(*map(self._register, watched), return_exceptions=True)
        for line in self._lines.values():
            await line.close()
        await self._lanes.close()

    # Registrations

    async def _register(self, game: str) -> int:
        """Register the count that now holds; how many follow the game over all nodes."""
        count = self._counts.get(game, 0)
        answer: list[int] = await self._lanes.script(
            _PRESENCE, (keys.of(game).nodes,), self._node, str(count), self._stale_ms
        )
        if self._counts.get(game, 0) != count:
            return await self._register(game)
        total, was_registered = answer
        if game in self._totals and not was_registered:
            self._missed = True
        if game in self._counts:
            self._totals[game] = total
        else:
            self._totals.pop(game, None)
        return total

    async def _register_all(self) -> None:
        games = list(self._counts)
        for first in range(0, len(games), GAMES_AT_ONCE):
            await asyncio.gather(*map(self._renew, games[first : first + GAMES_AT_ONCE]))

    async def _renew(self, game: str) -> None:
        known = self._totals.get(game)
        total = await self._register(game)
        if known not in {None, total}:
            self._send(Watching(game, total))

    async def _withdraw(self, game: str) -> int:
        self._counts.pop(game, None)
        try:
            return await self._register(game)
        finally:
            await self._unsubscribe(game)

    # Subscriptions

    async def _subscribe(self, games: Iterable[str]) -> None:
        await self._servers.prepare()
        shares: dict[str, list[str]] = {}
        for game in games:
            shares.setdefault(self._servers.holder(keys.of(game).nodes), []).append(game)
        for server, share in shares.items():
            line = self._line(server)
            await line.subscribe([keys.channel(game, self._node) for game in share])
            self._heard_on |= dict.fromkeys(share, line)

    async def _subscribe_patiently(self, game: str) -> None:
        loop = asyncio.get_running_loop()
        until, pause_s = loop.time() + self._patience_s, FIRST_PAUSE_S
        while True:
            try:
                return await self._subscribe([game])
            except (*FAULTS, LineLost) as fault:
                if loop.time() + pause_s > until:
                    raise StoreUnavailable(f"other nodes cannot be heard: {fault}") from fault
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)

    async def _unsubscribe(self, game: str) -> None:
        line = self._heard_on.get(game)
        if line is not None and game not in self._counts:
            del self._heard_on[game]
            with contextlib.suppress(LineLost):
                await line.unsubscribe(keys.channel(game, self._node))

    def _line(self, server: str) -> Line:
        line = self._lines.get(server)
        if line is None or line.lost:
            connection = self._servers.connection(server)
            line = self._lines[server] = Line(connection, self._hear, self._broken.set)
        return line

    # What is done by itself

    async def _tend(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._refresh_s):
                    await self._broken.wait()
            if self._broken.is_set():
                await self._repair()
            else:
                with contextlib.suppress(StoreUnavailable, LineLost):
                    await self.refresh()

    async def _repair(self) -> None:
        log.warning("broker_line_lost", node=self._node)
        self._missed, pause_s = True, FIRST_PAUSE_S
        while self._broken.is_set():
            self._broken.clear()
            try:
                await self._servers.refresh()
                await self._subscribe(list(self._counts))
                await self._register_all()
            except (*FAULTS, LineLost, StoreUnavailable):
                self._broken.set()
                await asyncio.sleep(pause_s)
                pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
        log.info("broker_line_restored", node=self._node, games=len(self._counts))
        self._report()

    # Messages

    def _hear(self, channel: bytes, data: bytes) -> None:
        game = channel.partition(b"{")[2].partition(b"}")[0].decode()
        if game not in self._counts:
            return
        message = _message(game, data)
        if isinstance(message, Watching) and game in self._totals:
            self._totals[game] = message.total
        self._send(message)

    def _report(self) -> None:
        if self._missed:
            self._missed = False
            self._send(Interrupted())

    def _send(self, message: Message) -> None:
        if self._deliver is not None:
            asyncio.get_running_loop().call_soon(self._deliver, message)


def _message(game: str, data: bytes) -> Message:
    """What a script published: a line of words, and after an append the records."""
    head, _, records = data.partition(b"\n")
    kind, *words = head.split()
    numbers = [int(word) for word in words]
    if kind == b"watching":
        return Watching(game, *numbers)
    first, time_ms, *lengths = numbers
    ends = list(accumulate(lengths, initial=0))
    return Published(
        game,
        tuple(
            Stored(first + n, time_ms, records[start:end])
            for n, (start, end) in enumerate(pairwise(ends))
        ),
    )
