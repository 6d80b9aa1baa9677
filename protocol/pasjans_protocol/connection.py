"""One WebSocket connection as a state machine without I/O, the client's half and the server's.

The rules, numbered, and the tables are in `transitions.py`. Whoever owns a socket passes what it
reads to `receive`, and writes what `send` returns. A message that breaks a rule raises and changes
nothing, so that a server may refuse it and go on.
"""

from collections.abc import Mapping
from typing import Generic, TypeAlias, assert_never

from pasjans_protocol.channels import Channels
from pasjans_protocol.codec import (
    ClientCodec,
    Codec,
    Frame,
    In,
    Out,
    ServerCodec,
    channel_kind,
    rechannel,
)
from pasjans_protocol.errors import Code, LocalProtocolError, ProtocolError
from pasjans_protocol.limits import MAX_CHANNEL
from pasjans_protocol.messages import (
    Ack,
    AnyMessage,
    Claim,
    Claimed,
    ClientMessage,
    Command,
    Create,
    Delta,
    Finished,
    GuidedDelta,
    Heartbeat,
    Hello,
    Join,
    Leave,
    Left,
    Message,
    Ping,
    Pong,
    Presence,
    Refused,
    Request,
    Resumed,
    ServerMessage,
    Snapshot,
    Welcome,
    name_of,
)
from pasjans_protocol.pending import Pending
from pasjans_protocol.transitions import CONNECTION, ConnectionState

_Seldom: TypeAlias = (
    Hello | Welcome | Create | Join | Snapshot | Resumed | Leave | Left | Claim | Ping | Refused
)


class Connection(Generic[In, Out]):
    """What both halves have in common: all but whose fault a wrong step is.

    Args:
        codec: this side's codec for the subprotocol that was agreed on.
        max_games: how many games the connection may have at a time, 1 to 127.
    """

    __slots__ = ("_channels", "_codec", "_max_games", "_pending", "_state")

    def __init__(self, codec: Codec[In, Out], max_games: int = MAX_CHANNEL) -> None:
        self._codec = codec
        self._max_games = max_games
        self._state = ConnectionState.OPENING
        self._pending = Pending()
        self._channels = Channels()

    @property
    def state(self) -> ConnectionState:
        """How far the connection is."""
        return self._state

    @property
    def pending(self) -> Mapping[str, Request]:
        """The requests that wait for an answer, by id; still there after `close`."""
        return self._pending.requests

    @property
    def games(self) -> Mapping[str, int]:
        """The channel of each game that this connection has; still there after `close`."""
        return self._channels.numbers

    def game_on(self, channel: int) -> str | None:
        """The id of the game on a channel; None if the channel is not in use."""
        found = self._channels.get(channel)
        return None if found is None else found.game

    def receive(self, frame: Frame) -> In:
        """The message of a frame from the other side.

        After `ProtocolError` a server must answer with `refuse`; a client must close the
        connection (4100), or pass over the frame where the code is `unknown_type`.

        Raises:
            ProtocolError: the frame is not a message, or may not come now. Nothing has changed.
        """
        message = self._codec.decode(frame)
        self._step(message)
        return message

    def send(self, message: Out) -> Frame:
        """The frame of a message, which the caller must write to the other side, in order.

        Raises:
            LocalProtocolError: the message may not be sent now. Nothing has changed.
        """
        frame = self._codec.encode(message)
        try:
            self._step(message)
        except ProtocolError as error:
            raise LocalProtocolError(error.code, error.message, error.id) from None
        return frame

    def close(self) -> None:
        """Take note that the connection is closed, whoever closed it."""
        self._state = ConnectionState.CLOSED

    def _step(self, message: AnyMessage) -> None:
        # Rule 10: "A step that the tables do not have is refused, and changes nothing." Each case
        # therefore checks everything before it changes anything.
        state = CONNECTION.get((self._state, type(message)))
        if state is None:
            raise self._out_of_turn(type(message), getattr(message, "id", None))
        match message:
            case Command():
                # No row of the table moves a channel by a command.
                self._channels.after(message.channel, Command, message.id)
                self._pending.add(message)
            case Ack() | Claimed() | Pong():
                self._pending.answered_by(message)
                self._pending.remove(message.id)
            case Delta() | GuidedDelta() | Presence() | Finished():
                self._channels.take(message.channel, type(message))
            case Heartbeat():
                for channel, _, _ in message.games:
                    self._channels.after(channel, Heartbeat)
            case _:
                self._step_seldom(message)
        self._state = state

    def _step_seldom(self, message: _Seldom) -> None:
        match message:
            case Create() | Join():
                self._check_room(message)
                self._pending.add(message)
            case Leave():
                state = self._channels.after(message.channel, Leave, message.id)
                self._pending.add(message)
                self._channels.move(message.channel, state)
            case Claim() | Ping():
                self._pending.add(message)
            case Snapshot() | Resumed() | Left() | Refused():
                self._answer(message)
            case Welcome():
                self._max_games = min(self._max_games, message.limits.games)
            case Hello():
                pass
            case _:
                assert_never(message)

    def _out_of_turn(self, kind: type[Message], id: str | None) -> ProtocolError:  # noqa: A002
        text = f"no {name_of(kind)} while the connection is {self._state}"
        return ProtocolError(Code.UNEXPECTED, text, id)

    def _check_room(self, request: Create | Join) -> None:
        # Rule 8: "A game has one channel at a time, and a connection as many games as welcome
        # allows, those being asked for included."
        asking = tuple(self._pending.asking())
        if isinstance(request, Join) and (
            request.game in self._channels.numbers
            or any(isinstance(ask, Join) and ask.game == request.game for ask in asking)
        ):
            text = f"game {request.game} has a channel here, or was asked for"
            raise ProtocolError(Code.ALREADY_JOINED, text, request.id)
        if len(self._channels) + len(asking) >= self._max_games:
            text = f"a connection has {self._max_games} games at most: leave one"
            raise ProtocolError(Code.TOO_MANY_GAMES, text, request.id)

    def _answer(self, reply: Snapshot | Resumed | Left | Refused) -> None:
        if reply.id is None:
            if isinstance(reply, Snapshot):
                self._channels.renew(reply)
            return
        request = self._pending.answered_by(reply)
        if isinstance(reply, Snapshot | Resumed):
            self._channels.open(reply)
        elif isinstance(request, Leave):
            state = self._channels.after(request.channel, type(reply))
            self._channels.move(request.channel, state)
        self._pending.remove(reply.id)


class ClientConnection(Connection[ServerMessage, ClientMessage]):
    """The client's half.

    Args:
        codec: from `CLIENT_CODECS`.
    """

    __slots__ = ()

    def __init__(self, codec: ClientCodec) -> None:
        super().__init__(codec)


class ServerConnection(Connection[ClientMessage, ServerMessage]):
    """The server's half.

    Args:
        codec: from `SERVER_CODECS`.
        max_games: how many games the connection may have at a time, 1 to 127.
    """

    __slots__ = ()

    def __init__(self, codec: ServerCodec, max_games: int = MAX_CHANNEL) -> None:
        super().__init__(codec, max_games)

    def free_channel(self) -> int:
        """The number that the next snapshot or resumed gives to its game."""
        return self._channels.free_number()

    def refuse(self, refused: Refused) -> Frame:
        """The frame of the answer to a frame that `receive` did not take.

        The answer to a request that was taken goes through `send`.

        Raises:
            LocalProtocolError: the connection is closed.
        """
        if self._state is ConnectionState.CLOSED:
            raise LocalProtocolError(Code.UNEXPECTED, "the connection is closed", refused.id)
        return self._codec.encode(refused)

    def relay(self, frame: Frame, channel: int) -> Frame:
        """A frame about a game that was encoded once for many connections, for this one.

        Args:
            frame: an encoded Delta, GuidedDelta, Presence or Finished, for whatever channel.
            channel: this connection's channel of the game.

        Raises:
            LocalProtocolError: the message may not be sent on that channel now.
            ValueError: the frame is of another type.
        """
        kind = channel_kind(frame)
        relayed = rechannel(frame, channel)
        try:
            if (self._state, kind) not in CONNECTION:
                raise self._out_of_turn(kind, None)
            self._channels.take(channel, kind)
        except ProtocolError as error:
            raise LocalProtocolError(error.code, error.message) from None
        return relayed
