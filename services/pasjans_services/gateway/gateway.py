"""The parts of one gateway process, put together over a store and a broker."""

import asyncio
import math
import random
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import structlog

from pasjans_protocol.close_codes import CloseCode
from pasjans_protocol.limits import MAX_FRAME_BYTES
from pasjans_protocol.messages import Limits as PublicLimits
from pasjans_services import telemetry
from pasjans_services.broker.base import Broker
from pasjans_services.config import Limits, Settings
from pasjans_services.eventstore.base import EventStore
from pasjans_services.eventstore.registry import Registry
from pasjans_services.gateway.commands import Commands
from pasjans_services.gateway.deals import Clock, Deals, utc_now
from pasjans_services.gateway.games import Games
from pasjans_services.gateway.limits import BucketsByAddress
from pasjans_services.gateway.lobby import Lobby
from pasjans_services.gateway.players import Players

if TYPE_CHECKING:
    from pasjans_services.gateway.socket import Socket

FAREWELL_S: Final = 5.0
UNLIMITED_PER_S: Final = 1_000_000

log = structlog.get_logger(__name__)


class Gateway:
    """One process of the service. Make it with `open`.

    Attributes:
        settings: What the operator chose.
        players: Tokens and names.
        deals: Where deals come from.
        games: Makes games.
        lobby: The games that are followed here.
        commands: Carries out commands.
        creates: How often an address may make games.
        sockets: Everybody who is connected here.
        now: Seconds on a clock that never goes back.
    """

    def __init__(  # noqa: PLR0913 - the parts of a process
        self,
        settings: Settings,
        store: EventStore,
        broker: Broker,
        registry: Registry,
        players: Players,
        *,
        clock: Clock = utc_now,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.settings = settings
        self.limits = settings.limits
        self.players = players
        self.deals = Deals(registry, clock)
        self.games = Games(store, registry)
        self.lobby = Lobby(store, broker, self.deals, players)
        self.commands = Commands(self.lobby, self.limits.events_per_game)
        self.creates = BucketsByAddress(self.limits.creates_per_s, self.limits.creates_burst)
        self.sockets: set[Socket] = set()
        self.public_limits = _public(self.limits)
        self.now = now
        self.loop = asyncio.get_running_loop()
        self._heart = self.loop.create_task(self._beat())

    async def _beat(self) -> None:
        """Heartbeats to everybody, and a look at the store, at each interval.

        Sockets get theirs one after another over the first half of the interval, so that
        thousands of them make no burst.
        """
        interval = self.settings.heartbeat_s
        while True:
            await asyncio.sleep(interval / 2)
            self.lobby.reconcile()
            telemetry.ROOMS.set(len(self.lobby.rooms))
            sockets = list(self.sockets)
            slice_s = interval / 2 / 16
            for start in range(16):
                await asyncio.sleep(slice_s)
                for socket in sockets[start::16]:
                    socket.session.heartbeat()

    async def farewell(self) -> None:
        """Tell everybody to come back. Clients spread their return over some seconds."""
        sockets = list(self.sockets)
        random.shuffle(sockets)
        for socket in sockets:
            socket.close(CloseCode.GOING_AWAY, CloseCode.GOING_AWAY.reason)
        if sockets:
            await asyncio.wait([socket.ended for socket in sockets], timeout=FAREWELL_S)
        log.info("said_farewell", sockets=len(sockets))

    async def close(self) -> None:
        """Stop the work beside the sockets; what is under way is finished."""
        self._heart.cancel()
        await asyncio.wait([self._heart])
        await self.lobby.close()


def _public(limits: Limits) -> PublicLimits:
    """The limits that clients are told; no limit on a rate is told as a very high one."""
    return PublicLimits(
        frame_bytes=MAX_FRAME_BYTES,
        games=limits.games_per_socket,
        requests_per_second=math.ceil(limits.commands_per_s) or UNLIMITED_PER_S,
        burst=limits.commands_burst,
        events=limits.events_per_game,
    )
