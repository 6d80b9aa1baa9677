"""The parts of one gateway process, put together over a store and a broker."""

import asyncio
import math
import random
import time
from collections.abc import Callable, Mapping
from typing import Final, Protocol

import structlog

from pasjans_protocol.close_codes import CloseCode
from pasjans_protocol.limits import MAX_FRAME_BYTES
from pasjans_protocol.messages import Capability
from pasjans_protocol.messages import Limits as PublicLimits
from pasjans_services import telemetry
from pasjans_services.backends import Backends
from pasjans_services.config import Limits, Part, Settings
from pasjans_services.desk import DeskMaker
from pasjans_services.games.advice import Adviser
from pasjans_services.games.deals import Clock, Deals, utc_now
from pasjans_services.games.levels import Levels
from pasjans_services.games.pars import Pars
from pasjans_services.games.seeds import Pool
from pasjans_services.gateway.commands import Commands
from pasjans_services.gateway.games import Games
from pasjans_services.gateway.hints import Hints
from pasjans_services.gateway.lobby import Lobby
from pasjans_services.gateway.writer import Writer
from pasjans_services.limits import BucketsByAddress
from pasjans_services.players import Players
from pasjans_services.solver.choice import SolvableSeeds

FAREWELL_S: Final = 4.0
SLICES: Final = 16
UNLIMITED_PER_S: Final = 1_000_000

log = structlog.get_logger(__name__)


class Peer(Protocol):
    """Somebody who is connected to this process: a socket."""

    @property
    def number(self) -> int:
        """Counts the sockets of this process."""
        ...

    @property
    def ended(self) -> asyncio.Future[None]:
        """Done when the socket is gone and everything it held is given back."""
        ...

    def heartbeat(self) -> None:
        """Send what tells a client that it missed nothing."""
        ...

    def close(self, code: CloseCode, /) -> None:
        """Say why, and end the socket."""
        ...


class Gateway:
    """One process of the service; `open_service` puts one on a Redis.

    Attributes:
        settings: What the operator chose.
        players: Tokens and names.
        deals: Where deals come from.
        games: Makes games.
        lobby: The games that are followed here.
        commands: Carries out commands.
        hints: Gives hints.
        creates: How often an address may make games.
        sockets: Everybody who is connected here.
        desks: What other parts of this process answer on sockets.
        now: Seconds on a clock that never goes back.
    """

    def __init__(  # noqa: PLR0913 - the parts of a process
        self,
        settings: Settings,
        backends: Backends,
        players: Players,
        desks: Mapping[Part, DeskMaker],
        adviser: Adviser,
        *,
        clock: Clock = utc_now,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.settings = settings
        self.limits = settings.limits
        self.players = players
        store, announce = backends.store, backends.feed.announce
        seeds = SolvableSeeds(Pool(backends.listings), Pars(backends.registry))
        levels = Levels.open(settings.levels)
        self.deals = Deals(backends.registry, clock, seeds, levels)
        self.games = Games(store, backends.registry, announce)
        self.lobby = Lobby(store, backends.broker, self.deals, players)
        writer, max_events = Writer(self.lobby, announce), self.limits.events_per_game
        self.commands = Commands(self.lobby, writer, max_events)
        self.hints = Hints(self.lobby, writer, adviser, max_events)
        self.creates = BucketsByAddress(self.limits.creates_per_s, self.limits.creates_burst)
        self.sockets: set[Peer] = set()
        self.desks = desks
        self.capabilities = _capabilities(desks)
        self.public_limits = _public(self.limits)
        self.now = now
        self.loop = asyncio.get_running_loop()
        self._heart = self.loop.create_task(self._beat())

    async def _beat(self) -> None:
        """Heartbeats to everybody, and a look at the store for each room, once an interval.

        Each has its place in the interval, so that thousands of them make no burst.
        """
        turn = 0
        while True:
            await asyncio.sleep(self.settings.heartbeat_s / SLICES)
            turn = (turn + 1) % SLICES
            telemetry.ROOMS.set(len(self.lobby.rooms))
            rooms = self.lobby.rooms.values()
            self.lobby.reconcile([room for room in rooms if hash(room.id) % SLICES == turn])
            for socket in [one for one in self.sockets if one.number % SLICES == turn]:
                try:
                    socket.heartbeat()
                except Exception:
                    log.exception("heartbeat_failed")
                    socket.close(CloseCode.INTERNAL_ERROR)

    async def farewell(self) -> None:
        """Tell everybody to come back. Clients spread their return over some seconds."""
        sockets = list(self.sockets)
        random.shuffle(sockets)
        for socket in sockets:
            socket.close(CloseCode.GOING_AWAY)
        if sockets:
            await asyncio.wait([socket.ended for socket in sockets], timeout=FAREWELL_S)
        log.info("said_farewell", sockets=len(sockets))

    async def close(self) -> None:
        """Stop the work beside the sockets; what is under way is finished."""
        self._heart.cancel()
        await asyncio.wait([self._heart])
        await self.lobby.close()


def _capabilities(desks: Mapping[Part, DeskMaker]) -> tuple[Capability, ...]:
    """What clients are told that they may ask for here."""
    needs = {Capability.REPLAY: Part.REPLAY, Capability.BOARDS: Part.LEADERBOARD}
    return tuple(one for one in Capability if one not in needs or needs[one] in desks)


def _public(limits: Limits) -> PublicLimits:
    """The limits that clients are told; no limit on a rate is told as a very high one."""
    return PublicLimits(
        frame_bytes=MAX_FRAME_BYTES,
        games=limits.games_per_socket,
        requests_per_second=math.ceil(limits.commands_per_s) or UNLIMITED_PER_S,
        burst=limits.commands_burst,
        events=limits.events_per_game,
    )
