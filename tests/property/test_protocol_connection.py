"""Two halves of a connection, with frames under way in both directions.

Whatever one half lets its owner send, the other takes: no crossing of frames makes a fault of
what was right when it was sent. What a half refuses changes nothing. When all has arrived and
all is answered, both know the same games, replays and boards.
"""

from collections import deque
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pasjans_protocol.codec import CLIENT_CODECS, SERVER_CODECS
from pasjans_protocol.connection import ClientConnection, ServerConnection
from pasjans_protocol.errors import Code, LocalProtocolError
from pasjans_protocol.limits import MAX_BOARDS
from pasjans_protocol.messages import (
    Ack,
    Advised,
    Claim,
    Claimed,
    Command,
    Create,
    Delta,
    Finished,
    GuidedDelta,
    Heartbeat,
    Hello,
    Hint,
    Join,
    Leave,
    Left,
    Limits,
    Ping,
    Pong,
    Presence,
    Refused,
    Replay,
    Resumed,
    Role,
    Snapshot,
    SnapshotReason,
    Standings,
    Steer,
    Steered,
    Subscribe,
    Unsubscribe,
    Unsubscribed,
    Welcome,
)
from pasjans_protocol.subprotocols import Subprotocol

GAMES = 3
CHANNELS = st.integers(1, GAMES + 1)
NAMES = st.sampled_from(["g1", "g2", "g3", "g4"])
BOARDS = st.sampled_from([f"deal:polish:{number}" for number in range(20)])
IDS = st.sampled_from([f"a{number}" for number in range(24)])
SELDOM = st.sampled_from([False, False, False, True])


def everything(connection: Any) -> Any:
    """All that a half knows, to compare."""
    channels = [repr(connection._channels.get(n)) for n in range(1, GAMES + 2)]
    repeats = dict(connection._pending._repeats)
    games, boards = dict(connection.games), dict(connection._boards._states)
    return connection.state, dict(connection.pending), repeats, games, channels, boards


def snapshot(request: str | None, channel: int, game: str) -> Snapshot:
    reason = SnapshotReason.JOINED if request else SnapshotReason.DIVERGED
    start = (request, channel, game, Role.WATCHER, reason, "polish", 1, "d", None, "p", None)
    return Snapshot(*start, version=1, view=(0,), check=0, watching=0)


class TwoHalves(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.client = ClientConnection(CLIENT_CODECS[Subprotocol.MSGPACK])
        self.server = ServerConnection(SERVER_CODECS[Subprotocol.MSGPACK], GAMES)
        self.to_server: deque[Any] = deque()
        self.to_client: deque[Any] = deque()
        self.created = 0

    @initialize()
    def greet(self) -> None:
        self.server.receive(self.client.send(Hello("test")))
        limits = Limits(16_384, GAMES, 20, 40, 10_000)
        welcome = Welcome("test", 1, "p", None, "t", (), 15_000, limits)
        self.client.receive(self.server.send(welcome))
        for channel, game in enumerate(("g1", "g2"), start=1):
            self.server.receive(self.client.send(Join("a0", game)))
            self.client.receive(self.server.send(snapshot("a0", channel, game)))

    def ask(self, message: Any) -> None:
        self.try_to(self.client, lambda: self.to_server.append(self.client.send(message)))

    def tell(self, message: Any) -> None:
        self.try_to(self.server, lambda: self.to_client.append(self.server.send(message)))

    def try_to(self, half: Any, step: Callable[[], None]) -> None:
        before = everything(half)
        try:
            step()
        except LocalProtocolError:
            assert everything(half) == before

    @rule(request=IDS, game=NAMES)
    def join(self, request: str, game: str) -> None:
        self.ask(Join(request, game))

    @rule(request=IDS)
    def create(self, request: str) -> None:
        self.ask(Create(request, "polish"))

    @rule(request=IDS, game=NAMES)
    def replay(self, request: str, game: str) -> None:
        self.ask(Replay(request, game))

    @rule(request=IDS, channel=CHANNELS)
    def steer(self, request: str, channel: int) -> None:
        self.ask(Steer(request, channel, version=1))

    @rule(request=IDS, channel=CHANNELS)
    def hint(self, request: str, channel: int) -> None:
        self.ask(Hint(request, channel, 1))

    @rule(request=IDS, board=BOARDS)
    def subscribe(self, request: str, board: str) -> None:
        self.ask(Subscribe(request, board))

    @rule(request=IDS, data=st.data(), other=BOARDS)
    def unsubscribe(self, request: str, data: st.DataObject, other: str) -> None:
        board = data.draw(st.sampled_from([other, *sorted(self.client.boards)]))
        self.ask(Unsubscribe(request, board))

    @rule(request=IDS, channel=CHANNELS)
    def leave(self, request: str, channel: int) -> None:
        self.ask(Leave(request, channel))

    @rule(request=IDS, channel=CHANNELS)
    def command(self, request: str, channel: int) -> None:
        self.ask(Command(request, channel, 1, "54@14"))

    @rule(request=IDS, claims=st.booleans())
    def ask_for_little(self, request: str, claims: bool) -> None:
        self.ask(Claim(request, "Halina") if claims else Ping(request))

    @rule(channel=CHANNELS, base=st.integers(1, 3), guided=st.booleans())
    def delta(self, channel: int, base: int, guided: bool) -> None:
        change = (channel, base, (0, 1), 0)
        self.tell(GuidedDelta(*change, ()) if guided else Delta(*change))

    @rule(channel=CHANNELS, ends=SELDOM)
    def tell_of_a_game(self, channel: int, ends: bool) -> None:
        over = Finished(channel, 1, "resigned", 0, 1, None)
        self.tell(over if ends else Presence(channel, 1))

    @rule(channel=CHANNELS, playing=st.booleans())
    def steered_unasked(self, channel: int, playing: bool) -> None:
        self.tell(Steered(None, channel, 1, 3, playing, 100))

    @rule(board=BOARDS, data=st.data())
    def standings_unasked(self, board: str, data: st.DataObject) -> None:
        known = data.draw(st.sampled_from([board, *sorted(self.server.boards)]))
        self.tell(Standings(None, known, None, 0, ()))

    @rule(channels=st.sets(CHANNELS))
    def heartbeat(self, channels: set[int]) -> None:
        self.tell(Heartbeat(tuple((channel, 1, 0) for channel in channels)))

    @rule(channel=CHANNELS, game=NAMES)
    def snapshot_unasked(self, channel: int, game: str) -> None:
        self.tell(snapshot(None, channel, game))

    @precondition(lambda self: self.server.pending)
    @rule(data=st.data(), refuse=SELDOM, owed=st.integers(0, 2))
    def answer(self, data: st.DataObject, refuse: bool, owed: int) -> None:
        request = data.draw(st.sampled_from([*self.server.pending.values()]))
        self.to_client.append(self.server.send(self.reply(request, refuse, owed)))

    def reply(self, request: Any, refuse: bool, owed: int) -> Any:
        if refuse:
            return Refused(request.id, Code.RATE_LIMITED, "later", None, 50)
        if isinstance(request, Join | Create):
            return self.game(request, owed)
        if isinstance(request, Replay):
            return snapshot(request.id, self.server.free_channel(), request.game)
        if isinstance(request, Steer):
            return self.steered(request)
        if isinstance(request, Subscribe):
            return Standings(request.id, request.board, None, 0, ())
        plain: dict[Any, Any] = {
            Leave: Left(request.id),
            Command: Ack(request.id, 2),
            Hint: Advised(request.id, 2, "solved", 3, 0),
            Claim: Claimed(request.id, "Halina"),
            Ping: Pong(request.id),
            Unsubscribe: Unsubscribed(request.id),
        }
        return plain[type(request)]

    def steered(self, request: Steer) -> Any:
        """The answer to steer, which a leave that came after it may have overtaken."""
        channel = self.server._channels.get(request.channel)
        if channel is None or not channel.replays:
            return Refused(request.id, Code.NOT_JOINED, "it was left")
        return Steered(request.id, request.channel, 1, 3, True, 100)

    def game(self, request: Join | Create, owed: int) -> Any:
        channel = self.server.free_channel()
        if isinstance(request, Create):
            self.created += 1
            return snapshot(request.id, channel, f"new{self.created}")
        if owed:
            return Resumed(request.id, channel, request.game, Role.WATCHER, 1, 1 + owed, 0)
        return snapshot(request.id, channel, request.game)

    @precondition(lambda self: self.to_server)
    @rule()
    def arrive_at_server(self) -> None:
        self.server.receive(self.to_server.popleft())

    @precondition(lambda self: self.to_client)
    @rule()
    def arrive_at_client(self) -> None:
        self.client.receive(self.to_client.popleft())

    @invariant()
    def games_stay_within_the_limit(self) -> None:
        for half in (self.client, self.server):
            assert len(half._channels) <= GAMES
            assert len(half.boards) <= MAX_BOARDS

    def teardown(self) -> None:
        while self.to_server:
            self.server.receive(self.to_server.popleft())
        while self.server.pending:
            request = next(iter(self.server.pending.values()))
            self.to_client.append(self.server.send(self.reply(request, False, 0)))
        while self.to_client:
            self.client.receive(self.to_client.popleft())
        assert everything(self.client) == everything(self.server)
        assert not self.client.pending


TestTwoHalves = pytest.mark.slow(TwoHalves.TestCase)
TestTwoHalves.settings = settings(stateful_step_count=60)
