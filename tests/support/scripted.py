"""A server of which a test says every message, for what a real gateway never does.

async def script(peer: Peer) -> None:
    await peer.welcome()
    create = await peer.receive(Create)
    ...

async with scripted(script) as url: ...
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol as Offered

from pasjans_engine.game import Dealt, Game, evolve, legal
from pasjans_engine.rules import rules_named
from pasjans_engine.view import check, view
from pasjans_protocol.codec import SERVER_CODECS
from pasjans_protocol.messages import (
    Capability,
    ClientMessage,
    Hello,
    Limits,
    Role,
    ServerMessage,
    Snapshot,
    SnapshotReason,
    Welcome,
)
from pasjans_protocol.subprotocols import Subprotocol

M = TypeVar("M", bound=ClientMessage)
Script = Callable[["Peer"], Awaitable[None]]

LIMITS = Limits(frame_bytes=16_384, games=64, requests_per_second=20, burst=150, events=10_000)
GAME = "scripted-one"


class Peer:
    """The client, as the script sees it.

    Attributes:
        number: how many connections there were before this one.
        hello: what the client said.
    """

    def __init__(self, socket: ServerConnection, number: int) -> None:
        self._socket = socket
        self._codec = SERVER_CODECS[Subprotocol.MSGPACK]
        self.number = number
        self.hello: Hello

    async def next(self) -> ClientMessage:
        """The next message."""
        return self._codec.decode(await self._socket.recv())

    async def receive(self, kind: type[M]) -> M:
        """The next message, which must be of this type."""
        message = await self.next()
        assert isinstance(message, kind), message
        return message

    async def send(self, *messages: ServerMessage) -> None:
        """Send messages, whether they are right or not."""
        for message in messages:
            await self._socket.send(self._codec.encode(message))

    async def send_raw(self, frame: bytes) -> None:
        """Send any bytes."""
        await self._socket.send(frame)

    async def welcome(
        self,
        *,
        protocol: int = 1,
        capabilities: tuple[str, ...] = tuple(Capability),
        heartbeat_ms: int = 60_000,
    ) -> None:
        """Take hello, and answer it."""
        self.hello = await self.receive(Hello)
        await self.send(
            Welcome(
                "scripted 1",
                protocol,
                "player-1",
                None,
                "token-1",
                capabilities,
                heartbeat_ms,
                LIMITS,
            )
        )

    async def close(self, code: int, reason: str = "") -> None:
        """Close the connection."""
        await self._socket.close(code, reason)

    async def idle(self) -> None:
        """Do nothing until the client has gone; what it sends meanwhile is not answered."""
        async for _ in self._socket:
            pass


def dealt(rules: str = "polish") -> Game:
    """A game that was just dealt."""
    deal = rules_named(rules).deal(bytes(32))
    return evolve(None, Dealt(rules, 1, deal, None))


def snapshot(
    game: Game,
    request: str | None,
    *,
    channel: int = 1,
    reason: SnapshotReason = SnapshotReason.CREATED,
) -> Snapshot:
    """The snapshot of a game, for its player, or of a replay for who looks on."""
    replayed = reason is SnapshotReason.REPLAY
    seen = view(game)
    return Snapshot(
        id=request,
        channel=channel,
        game=GAME,
        role=Role.WATCHER if replayed else Role.PLAYER,
        reason=reason,
        rules=game.rules.id,
        rules_version=1,
        deal_id="deal",
        commitment=game.commitment,
        player="player-1",
        name=None,
        version=game.version,
        view=seen,
        check=check(seen),
        watching=0 if replayed else 1,
        legal=legal(game),
    )


@asynccontextmanager
async def scripted(script: Script) -> AsyncIterator[str]:
    """A server that follows a script with each client; gives its URL. What a script asserts counts.

    A script that returns leaves its connection open until the client goes.
    """
    failures: list[BaseException] = []
    connections = 0

    async def talk(socket: ServerConnection) -> None:
        nonlocal connections
        peer = Peer(socket, connections)
        connections += 1
        try:
            await script(peer)
            await peer.idle()
        except ConnectionClosed:
            pass
        except Exception as error:
            failures.append(error)
            raise

    subprotocols = [Offered(Subprotocol.MSGPACK)]
    async with serve(talk, "127.0.0.1", 0, subprotocols=subprotocols, compression=None) as server:
        host, port = next(iter(server.sockets)).getsockname()[:2]
        yield f"ws://{host}:{port}/ws"
    if failures:
        raise failures[0]
