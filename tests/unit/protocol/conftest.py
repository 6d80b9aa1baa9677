"""Connections in each state of the tables, and a way to see whether anything changed."""

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from pasjans_protocol.codec import CLIENT_CODECS, SERVER_CODECS
from pasjans_protocol.connection import ClientConnection, ServerConnection
from pasjans_protocol.errors import LocalProtocolError, ProtocolError
from pasjans_protocol.examples import EXAMPLES
from pasjans_protocol.messages import (
    CLIENT_MESSAGES,
    AnyMessage,
    Delta,
    Finished,
    Hello,
    Join,
    Limits,
    Message,
    Replay,
    Resumed,
    Role,
    Snapshot,
    SnapshotReason,
    Standings,
    Subscribe,
    Welcome,
)
from pasjans_protocol.subprotocols import Subprotocol
from pasjans_protocol.transitions import ChannelState, ConnectionState

AnyConnection: TypeAlias = ClientConnection | ServerConnection


class Halves:
    """A client's and a server's half, each message of one of them passed to the other."""

    def __init__(self, games: int = 3, subprotocol: Subprotocol = Subprotocol.MSGPACK) -> None:
        self.client = ClientConnection(CLIENT_CODECS[subprotocol])
        self.server = ServerConnection(SERVER_CODECS[subprotocol], games)
        self.limits = Limits(16_384, games, 20, 40, 10_000)

    def ask(self, message: Any) -> Any:
        """The client's message as the server gets it."""
        return self.server.receive(self.client.send(message))

    def tell(self, message: Any) -> Any:
        """The server's message as the client gets it."""
        return self.client.receive(self.server.send(message))

    def greet(self) -> None:
        self.ask(Hello("test"))
        self.tell(Welcome("test", 1, "p", None, "t", (), 15_000, self.limits))

    def join(self, game: str = "g", *, owed: int = 0) -> int:
        """The channel of a game that was joined, with so many deltas still to come."""
        self.ask(Join(f"join {game}", game, version=1, check=0))
        channel = self.server.free_channel()
        answer = Resumed(f"join {game}", channel, game, Role.WATCHER, 1, 1 + owed, 0)
        self.tell(answer)
        return channel

    def replay(self, game: str = "g") -> int:
        """The channel of a replay that was asked for."""
        self.ask(Replay(f"replay {game}", game))
        channel = self.server.free_channel()
        self.tell(self.snapshot(f"replay {game}", channel, game, SnapshotReason.REPLAY))
        return channel

    def subscribe(self, board: str = "all:polish") -> None:
        """Have a board, with no rows."""
        self.ask(Subscribe(f"subscribe {board}", board))
        self.tell(Standings(f"subscribe {board}", board, None, 0, ()))

    def snapshot(
        self,
        request: str | None,
        channel: int,
        game: str,
        reason: SnapshotReason = SnapshotReason.JOINED,
    ) -> Snapshot:
        return Snapshot(
            id=request,
            channel=channel,
            game=game,
            role=Role.WATCHER,
            reason=reason,
            rules="polish",
            rules_version=1,
            deal_id="d",
            commitment=None,
            player="p",
            name=None,
            version=1,
            view=(0,),
            check=0,
            watching=0,
        )

    def to_connection_state(self, state: ConnectionState) -> None:
        if state is not ConnectionState.OPENING:
            self.ask(Hello("test"))
        if state in {ConnectionState.READY, ConnectionState.CLOSED}:
            self.tell(Welcome("test", 1, "p", None, "t", (), 15_000, self.limits))
        if state is ConnectionState.CLOSED:
            self.client.close()
            self.server.close()

    def to_channel_state(self, state: ChannelState) -> int:
        """A channel in that state: 1."""
        self.greet()
        if state is not ChannelState.ABSENT:
            self.join(owed=2 if state is ChannelState.CATCHING_UP else 0)
        if state is ChannelState.OVER:
            self.tell(Finished(1, 1, "resigned", 0, 1, None))
        return 1

    def to_replay_state(self, state: ChannelState) -> int:
        """A channel with a replay in that state: 1."""
        self.greet()
        if state is not ChannelState.ABSENT:
            self.replay()
        if state is ChannelState.OVER:
            self.tell(Finished(1, 1, "resigned", 0, 1, None))
        return 1


def everything(connection: AnyConnection) -> Any:
    """All that a connection knows, to compare."""
    channels = connection._channels
    return (
        connection.state,
        connection._max_games,
        dict(connection.pending),
        dict(connection._pending._repeats),
        dict(connection.games),
        {number: repr(channels.get(number)) for number in range(1, 128)},
        repr(connection._boards),
    )


@pytest.fixture
def halves() -> Callable[..., Halves]:
    """The class `Halves`."""
    return Halves


@pytest.fixture
def dump() -> Callable[[AnyConnection], Any]:
    """The function `everything`."""
    return everything


@pytest.fixture
def refuses() -> Callable[[Halves, Any], ProtocolError]:
    """Why neither half lets a message pass; nothing has changed on either side."""

    def refused(pair: Halves, message: Any) -> ProtocolError:
        sender, receiver = pair.client, pair.server
        if type(message) not in CLIENT_MESSAGES:
            sender, receiver = receiver, sender  # type: ignore[assignment]
        before = everything(sender), everything(receiver)
        frame = sender._codec.encode(message)
        with pytest.raises(LocalProtocolError) as local:
            sender.send(message)
        with pytest.raises(ProtocolError) as remote:
            receiver.receive(frame)
        assert (everything(sender), everything(receiver)) == before
        assert (local.value.code, local.value.id) == (remote.value.code, remote.value.id)
        return remote.value

    return refused


@pytest.fixture
def ready() -> Halves:
    """Both halves after hello and welcome."""
    pair = Halves()
    pair.greet()
    return pair


@pytest.fixture
def example() -> Callable[[type[Message]], AnyMessage]:
    """The example of a type of message."""
    by_kind: dict[type[Message], Any] = {type(message): message for message in EXAMPLES}
    return by_kind.__getitem__


@pytest.fixture
def delta() -> Callable[[int, int], Delta]:
    """A delta for a channel and base."""
    return lambda channel, base: Delta(channel, base, (1, 2), 3)
