"""Sessions of a real gateway in this process, whose frames go nowhere."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from starlette.types import Message

from bench.lines import Line
from pasjans_engine.game import Game
from pasjans_protocol.codec import CLIENT_CODECS, SERVER_CODECS
from pasjans_protocol.messages import ClientMessage, Create, Hello, Join
from pasjans_protocol.subprotocols import Subprotocol
from pasjans_services.backends import Backends
from pasjans_services.broker.memory import MemoryBroker
from pasjans_services.config import Limits, Settings
from pasjans_services.eventstore.memory import Memory, MemoryEventStore, MemoryRegistry
from pasjans_services.eventstore.memory_listings import MemoryListings
from pasjans_services.feed.memory import MemoryFeed
from pasjans_services.games.advice import Advice
from pasjans_services.gateway.gateway import Gateway
from pasjans_services.gateway.outbox import Outbox
from pasjans_services.gateway.room import Room
from pasjans_services.gateway.session import Session
from pasjans_services.players import Players

CODEC: Final = SERVER_CODECS[Subprotocol.MSGPACK]
_CLIENT: Final = CLIENT_CODECS[Subprotocol.MSGPACK]
_NO_LIMITS: Final = Limits(commands_per_s=0.0, requests_per_s=0.0, creates_per_s=0.0)


@dataclass(frozen=True, slots=True)
class Table:
    """A player's session with a game on each channel, from 1 on, and their rooms.

    Attributes:
        player: The session.
        rooms: The rooms of its games, by channel.
    """

    player: Session
    rooms: Sequence[Room]


@asynccontextmanager
async def seated(lines: Sequence[Line], watchers: int) -> AsyncGenerator[Table]:
    """A player at the game of each line, and so many others who watch them all."""
    memory = Memory()
    registry = MemoryRegistry(memory)
    store, broker = MemoryEventStore(memory, "bench"), MemoryBroker(memory, "bench")
    players = await Players.open(registry)
    backends = Backends(store, registry, MemoryListings(memory), MemoryFeed(), broker)
    gateway = Gateway(Settings(limits=_NO_LIMITS), backends, players, {}, _NoSolver())
    await broker.start(gateway.lobby.hear)
    try:
        player = await _session(gateway)
        for n, line in enumerate(lines):
            await _ask(player, Create(f"create-{n}", line.rules, line.deal))
        rooms = [player.seats[channel].room for channel in sorted(player.seats)]
        for _ in range(watchers):
            watcher = await _session(gateway)
            for room in rooms:
                await _ask(watcher, Join(room.id, room.id))
        yield Table(player, rooms)
    finally:
        await gateway.close()


class _NoSolver:
    """See `Adviser`: nobody asks for hints here."""

    async def about(self, _game: Game, _asker: str, /) -> Advice:
        raise AssertionError


async def _session(gateway: Gateway) -> Session:
    session = Session(gateway, CODEC, Outbox(_nowhere, 1, 1, _full), "bench")
    await _ask(session, Hello("pasjans-bench 1"))
    return session


async def _ask(session: Session, request: ClientMessage) -> None:
    end = await session.take(_CLIENT.encode(request))
    assert end is None, end


async def _nowhere(_message: Message) -> None:
    return


def _full() -> None:
    raise AssertionError("frames that go nowhere never wait")
