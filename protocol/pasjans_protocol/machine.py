"""What the two halves of a connection have in common: all but who is to blame for a wrong step.

The rules that are quoted here stand, with the tables, in `transitions.py`.
"""

from collections.abc import Callable, Mapping
from typing import ClassVar, Final, Generic

from pasjans_protocol.boards import Boards
from pasjans_protocol.channels import Channels
from pasjans_protocol.codec import Codec, Frame, In, Out
from pasjans_protocol.errors import Code, LocalProtocolError, ProtocolError
from pasjans_protocol.limits import MAX_CHANNEL
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
    Message,
    Ping,
    Pong,
    Presence,
    Refused,
    Replay,
    Request,
    Resumed,
    Snapshot,
    Standings,
    Steer,
    Steered,
    Subscribe,
    Unsubscribe,
    Unsubscribed,
    Welcome,
    name_of,
)
from pasjans_protocol.pending import Pending
from pasjans_protocol.transitions import CONNECTION, SEAT, ConnectionState

_HINTS: Final = {
    ConnectionState.OPENING: ": say hello first",
    ConnectionState.GREETED: ": wait for welcome",
    ConnectionState.READY: ": hello was said and answered",
    ConnectionState.CLOSED: "",
}


class Connection(Generic[In, Out]):
    """One half of a connection.

    Args:
        codec: this side's codec for the subprotocol that was agreed on.
        max_games: how many games and replays the connection may have at a time, 1 to 127.
    """

    __slots__ = ("_boards", "_channels", "_codec", "_max_games", "_pending", "_state")

    def __init__(self, codec: Codec[In, Out], max_games: int = MAX_CHANNEL) -> None:
        self._codec = codec
        self._max_games = max_games
        self._state = ConnectionState.OPENING
        self._pending = Pending()
        self._channels = Channels()
        self._boards = Boards()

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
        """The channel of each game that is joined here; still there after `close`."""
        return self._channels.numbers

    @property
    def boards(self) -> frozenset[str]:
        """The boards that this connection has; still there after `close`."""
        return self._boards.subscribed

    def game_on(self, channel: int) -> str | None:
        """The id of the game or replay on a channel; None if the channel is not in use."""
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

    def _step(self, message: Message) -> None:
        # Rule 10: "A step that the tables do not have is refused, and changes nothing." Each method
        # of `_STEPS` therefore checks everything before it changes anything.
        state = CONNECTION.get((self._state, type(message)))
        if state is None:
            raise self._out_of_turn(type(message), getattr(message, "id", None))
        self._STEPS[type(message)](self, message)
        self._state = state

    def _out_of_turn(self, kind: type[Message], id: str | None) -> ProtocolError:  # noqa: A002
        text = f"no {name_of(kind)} while the connection is {self._state}{_HINTS[self._state]}"
        return ProtocolError(Code.UNEXPECTED, text, id)

    def _greet(self, message: Hello | Welcome) -> None:
        if isinstance(message, Welcome):
            self._max_games = min(self._max_games, message.limits.games)

    def _ask(self, request: Claim | Ping) -> None:
        self._pending.add(request)

    def _ask_for_game(self, request: Create | Join | Replay) -> None:
        # Rule 8: "A game is joined on one channel at a time, and a connection has as many channels
        # as welcome allows games, those being asked for included."
        asking = tuple(self._pending.asking())
        if isinstance(request, Join) and (
            request.game in self._channels.numbers
            or any(isinstance(ask, Join) and ask.game == request.game for ask in asking)
        ):
            text = f"game {request.game} has a channel here, or was asked for"
            raise ProtocolError(Code.ALREADY_JOINED, text, request.id)
        if len(self._channels) + len(asking) >= self._max_games:
            text = f"a connection has {self._max_games} games and replays at most: leave one"
            raise ProtocolError(Code.TOO_MANY_GAMES, text, request.id)
        self._pending.add(request)

    def _act(self, request: Command | Steer | Hint) -> None:
        self._channels.seat_of(request)
        self._pending.add(request)

    def _leave(self, leave: Leave) -> None:
        channel = self._channels.seat_of(leave)
        self._pending.add(leave)
        channel.seat = SEAT[channel.seat, Leave]

    def _answer(self, reply: Ack | Advised | Claimed | Pong) -> None:
        self._pending.answered_by(reply)
        self._pending.remove(reply.id)

    def _give_game(self, reply: Snapshot | Resumed) -> None:
        if isinstance(reply, Snapshot) and reply.id is None:
            self._channels.renew(reply)
        elif reply.id is not None:
            request = self._pending.answered_by(reply)
            if isinstance(request, Replay) and isinstance(reply, Snapshot):
                self._channels.open_replay(reply)
            else:
                self._channels.open(reply)
            self._pending.remove(reply.id)

    def _end_request(self, reply: Left | Unsubscribed | Refused) -> None:
        if reply.id is None:
            return
        request = self._pending.answered_by(reply)
        if isinstance(request, Leave):
            self._channels.end_leave(request, type(reply))
        elif isinstance(request, Subscribe | Unsubscribe):
            self._boards.step(request.board, type(reply))
        self._pending.remove(reply.id)

    def _steered(self, steered: Steered) -> None:
        if steered.id is not None:
            self._pending.answered_by(steered)
        self._channels.take(steered.channel, Steered)
        if steered.id is not None:
            self._pending.remove(steered.id)

    def _ask_of_board(self, request: Subscribe | Unsubscribe) -> None:
        self._boards.check(request)
        self._pending.add(request)
        self._boards.step(request.board, type(request))

    def _show_board(self, standings: Standings) -> None:
        if standings.id is not None:
            self._pending.answered_by(standings)
        self._boards.show(standings)
        if standings.id is not None:
            self._pending.remove(standings.id)

    def _tell(self, message: Delta | GuidedDelta | Presence | Finished) -> None:
        self._channels.take(message.channel, type(message))

    def _beat(self, heartbeat: Heartbeat) -> None:
        for channel, _, _ in heartbeat.games:
            self._channels.after(channel, Heartbeat)

    _STEPS: ClassVar[Mapping[type[Message], Callable[..., None]]] = {
        Hello: _greet,
        Welcome: _greet,
        Claim: _ask,
        Ping: _ask,
        Create: _ask_for_game,
        Join: _ask_for_game,
        Replay: _ask_for_game,
        Command: _act,
        Steer: _act,
        Hint: _act,
        Leave: _leave,
        Subscribe: _ask_of_board,
        Unsubscribe: _ask_of_board,
        Ack: _answer,
        Advised: _answer,
        Claimed: _answer,
        Pong: _answer,
        Snapshot: _give_game,
        Resumed: _give_game,
        Left: _end_request,
        Refused: _end_request,
        Delta: _tell,
        GuidedDelta: _tell,
        Presence: _tell,
        Finished: _tell,
        Steered: _steered,
        Standings: _show_board,
        Unsubscribed: _end_request,
        Heartbeat: _beat,
    }
