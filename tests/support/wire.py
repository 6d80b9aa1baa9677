"""A client for tests that stays close to the wire: no resume, no retries, every message seen.

async with Wire.connect(gateway.ws_url) as wire:
    table = await wire.create("polish")
    ack = await table.command("54@14")
"""

import asyncio
import itertools
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Self, TypeVar

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol as Offered

from pasjans_engine.view import View, check, patch
from pasjans_protocol.codec import CLIENT_CODECS
from pasjans_protocol.messages import (
    Ack,
    Capability,
    Command,
    Create,
    Delta,
    GuidedDelta,
    Heartbeat,
    Hello,
    Join,
    Leave,
    Left,
    Refused,
    Resumed,
    ServerMessage,
    Snapshot,
    Welcome,
)
from pasjans_protocol.subprotocols import Subprotocol

PATIENCE_S = 20.0

_ids = itertools.count(1)
_run = secrets.token_hex(4)


def fresh_id() -> str:
    """A request id that no other test uses."""
    return f"{_run}-{next(_ids)}"


class Wire:
    """One socket.

    Attributes:
        welcome: The server's answer to hello.
        seen: Every message that came, in order.
        tables: The games that this socket has, by channel.
    """

    def __init__(self, socket: ClientConnection, subprotocol: str) -> None:
        self.socket = socket
        self._codec = CLIENT_CODECS[subprotocol]
        self.seen: list[ServerMessage] = []
        self.tables: dict[int, Table] = {}
        self.welcome: Welcome
        self._remembered: dict[str, View] = {}

    @classmethod
    @asynccontextmanager
    async def connect(
        cls, url: str, *, token: str | None = None, subprotocol: str = Subprotocol.MSGPACK
    ) -> AsyncIterator[Self]:
        """A socket that has said hello."""
        async with cls.open(url, subprotocol=subprotocol) as wire:
            await wire.hello(token)
            yield wire

    @classmethod
    @asynccontextmanager
    async def open(
        cls, url: str, *, subprotocol: str = Subprotocol.MSGPACK, **options: Any
    ) -> AsyncIterator[Self]:
        """A socket that has not said hello yet."""
        options = {"compression": None, "ping_interval": None, **options}
        async with connect(url, subprotocols=[Offered(subprotocol)], **options) as socket:
            yield cls(socket, subprotocol)

    async def hello(self, token: str | None = None, *, takes_hints: bool = True) -> Welcome:
        """Say hello."""
        takes = (Capability.HINTS,) if takes_hints else ()
        await self.send(Hello("tests 1", token, takes))
        welcome = await self.receive()
        assert isinstance(welcome, Welcome), welcome
        self.welcome = welcome
        return welcome

    async def send(self, message: Any) -> None:
        """Send a message, whatever the protocol thinks of it."""
        await self.socket.send(self._codec.encode(message))

    async def receive(self) -> ServerMessage:
        """The next message, applied to its table when it is about one."""
        async with asyncio.timeout(PATIENCE_S):
            message = self._codec.decode(await self.socket.recv())
        self.seen.append(message)
        self._apply(message)
        return message

    def _apply(self, message: ServerMessage) -> None:
        match message:
            case Snapshot(channel=channel) | Resumed(channel=channel):
                known = self._remembered.get(message.game, ())
                self.tables.setdefault(channel, Table(self, channel, known)).begin(message)
            case Delta(channel=channel) | GuidedDelta(channel=channel):
                self.tables[channel].apply(message)
            case Heartbeat(games=games):
                for number, version, known_check in games:
                    self.tables[number].beat(version, known_check)
            case _:
                pass

    async def receive_heartbeat(self) -> Heartbeat:
        """Read up to the next heartbeat."""
        while not isinstance(message := await self.receive(), Heartbeat):
            pass
        return message

    async def ask(self, request: Any) -> ServerMessage:
        """Send a request; the one answer that has its id, other messages being applied before."""
        await self.send(request)
        return await self.answer_to(request.id)

    async def answer_to(self, request_id: str) -> ServerMessage:
        """The answer to a request that was sent."""
        while getattr(answer := await self.receive(), "id", None) != request_id:
            pass
        return answer

    async def refused(self, request: Any) -> Refused:
        """Send a request that must be refused."""
        answer = await self.ask(request)
        assert isinstance(answer, Refused), answer
        return answer

    async def create(self, rules: str = "polish", **options: Any) -> "Table":
        """A new game of this socket's player."""
        return await self._seat(Create(fresh_id(), rules, **options))

    async def join(self, game: str, **options: Any) -> "Table":
        """A game that exists."""
        return await self._seat(Join(fresh_id(), game, **options))

    async def resume(self, table: "Table", **options: Any) -> "Table":
        """Go on with a game from what another socket knew of it."""
        self._remembered[table.game] = table.view
        return await self.join(table.game, version=table.version, check=table.check, **options)

    async def leave(self, table: "Table") -> None:
        """Give a game's channel up."""
        answer = await self.ask(Leave(fresh_id(), table.channel))
        assert isinstance(answer, Left), answer
        del self.tables[table.channel]

    async def _seat(self, request: Create | Join) -> "Table":
        answer = await self.ask(request)
        assert isinstance(answer, Snapshot | Resumed), answer
        table = self.tables[answer.channel]
        if isinstance(answer, Resumed):
            await table.reach(answer.head)
        return table

    async def closed(self) -> tuple[int, str]:
        """Read to the end of the socket; its close code and reason."""
        try:
            while True:
                await self.receive()
        except ConnectionClosed as closed:
            frame = closed.rcvd
            return (1006, "") if frame is None else (frame.code, frame.reason)

    async def drop(self) -> None:
        """Cut the connection without a word."""
        self.socket.transport.abort()
        await self.socket.wait_closed()


class Table:
    """One game on a socket, kept from snapshot and deltas, each of which is checked.

    Attributes:
        game: The game's name.
        version: Where the copy stands.
        view: The visible position.
        legal: The legal moves, when the server was asked for them.
        versions: Every version that a delta led to, in order.
    """

    def __init__(self, wire: Wire, channel: int, known: View) -> None:
        self.wire = wire
        self.channel = channel
        self.game = ""
        self.version = 0
        self.view = known
        self.legal: tuple[str, ...] = ()
        self.versions: list[int] = []

    @property
    def check(self) -> int:
        """CRC-32 of the copy."""
        return check(self.view)

    def begin(self, start: Snapshot | Resumed) -> None:
        """Take the whole position, or go on from the one that is known."""
        self.game = start.game
        self.legal = start.legal or ()
        if isinstance(start, Snapshot):
            self.version, self.view = start.version, start.view
            assert self.check == start.check
        else:
            self.version = start.base

    def apply(self, delta: Delta | GuidedDelta) -> None:
        """Take one event."""
        assert delta.base == self.version, "a delta is missing, or came twice"
        self.view = patch(self.view, delta.changes)
        assert self.check == delta.check, "the delta leads elsewhere"
        self.version += 1
        self.versions.append(self.version)
        if isinstance(delta, GuidedDelta):
            self.legal = delta.legal

    def beat(self, version: int, known_check: int) -> None:
        """Compare with a heartbeat."""
        assert version == self.version, "the copy is behind the server"
        assert known_check == self.check, "the copy differs from the server's"

    async def command(
        self, action: str, *, expected: int | None = None, request_id: str | None = None
    ) -> Ack | Refused:
        """Send a command; its answer."""
        expected = self.version if expected is None else expected
        answer = await self.wire.ask(
            Command(request_id or fresh_id(), self.channel, expected, action)
        )
        assert isinstance(answer, Ack | Refused), answer
        return answer

    async def play(self, *actions: str) -> None:
        """Send commands that must be taken."""
        for action in actions:
            answer = await self.command(action)
            assert isinstance(answer, Ack), answer
            assert answer.version == self.version, "the delta comes before the acknowledgement"

    async def reach(self, version: int) -> None:
        """Read until the copy is at a version."""
        while self.version < version:
            await self.wire.receive()


async def until(holds: Callable[[], bool]) -> None:
    """Return when something holds, which is looked at again and again."""
    async with asyncio.timeout(PATIENCE_S):
        while not holds():
            await asyncio.sleep(0)


Seen = TypeVar("Seen")


async def poll(look: Callable[[], Awaitable[Seen]], holds: Callable[[Seen], bool]) -> Seen:
    """What is seen once something holds of it, which is looked at again and again."""
    async with asyncio.timeout(PATIENCE_S):
        while not holds(seen := await look()):
            pass
    return seen
