"""A replay part over memory, and a socket that notes what it is sent and when."""

import asyncio
from dataclasses import dataclass, field
from itertools import pairwise

from pasjans_protocol.codec import CLIENT_CODECS, SERVER_CODECS
from pasjans_protocol.connection import ServerConnection
from pasjans_protocol.messages import (
    PROTOCOL_VERSION,
    ClientMessage,
    Delta,
    GuidedDelta,
    Hello,
    Hint,
    Limits,
    Refused,
    Replay,
    ServerMessage,
    Steer,
    Welcome,
)
from pasjans_protocol.subprotocols import Subprotocol
from pasjans_services.desk import NotGranted
from pasjans_services.eventstore.memory import Memory, MemoryEventStore, MemoryRegistry
from pasjans_services.eventstore.memory_listings import MemoryListings
from pasjans_services.games.deals import Deals
from pasjans_services.games.gamelog import GameLog
from pasjans_services.players import Players
from pasjans_services.replay.part import ReplayPart
from support.advisers import Told
from support.lines import Line
from support.logs import Clock, keep_line

CODEC = SERVER_CODECS[Subprotocol.MSGPACK]


@dataclass
class Noting:
    """A socket that has said hello."""

    waiting_bytes: int = 0
    takes_hints: bool = True
    address: str = "here"
    ended: bool = False
    sent: list[tuple[float, ServerMessage]] = field(
        default_factory=list[tuple[float, ServerMessage]]
    )

    def __post_init__(self) -> None:
        self.codec = CODEC
        self.connection = ServerConnection(CODEC)
        self.take(Hello("test"))
        welcome = Welcome("s", PROTOCOL_VERSION, "p", None, "t", (), 1, Limits(1, 127, 1, 1, 1))
        self.connection.send(welcome)
        self.began = asyncio.get_running_loop().time()

    def take(self, message: ClientMessage) -> None:
        """Have the client's message."""
        self.connection.receive(CLIENT_CODECS[Subprotocol.MSGPACK].encode(message))

    def send(self, message: ServerMessage, /) -> None:
        """Note a message, and when it was sent."""
        self.connection.send(message)
        self.sent.append((round(asyncio.get_running_loop().time() - self.began, 3), message))

    def shown(self) -> list[tuple[float, int]]:
        """When each version was shown by a delta."""
        return [
            (at, message.base + 1)
            for at, message in self.sent
            if isinstance(message, Delta | GuidedDelta)
        ]

    def named(self) -> list[str]:
        """The kinds of the messages that were sent."""
        return [type(message).__name__ for _, message in self.sent]


class Parts:
    """A replay part over a store in memory."""

    def __init__(self, tick_ms: int) -> None:
        self.memory = Memory(Clock(tick_ms=tick_ms))
        self.store = MemoryEventStore(self.memory, "a")
        registry = MemoryRegistry(self.memory)
        self.adviser = Told()
        self.part = ReplayPart(
            self.store,
            MemoryListings(self.memory),
            GameLog(self.store),
            Deals(registry),
            Players(registry, "secret"),
            adviser=self.adviser,
        )
        self.way = Noting()
        self.desk = self.part.desk(self.way)

    async def ask(self, request: Replay | Steer | Hint) -> None:
        """Ask on the present socket."""
        self.way.take(request)
        try:
            await self.desk.answer(request)
        except NotGranted as refusal:
            self.way.send(Refused(request.id, refusal.code, str(refusal), refusal.version))

    async def close(self) -> None:
        """End the replays of the present socket, and the part."""
        self.desk.end()
        await self.part.close()


async def parts_with(line: Line, tick_ms: int) -> Parts:
    """A replay part over a game `g` whose events are twice as many milliseconds apart."""
    parts = Parts(tick_ms)
    await keep_line(parts.store, "g", line)
    # Each append looks at the clock once for the game, and once for the record.
    times = [entry.time_ms for entry in await parts.store.read("g")]
    assert {after - before for before, after in pairwise(times)} == {2 * tick_ms}
    return parts
