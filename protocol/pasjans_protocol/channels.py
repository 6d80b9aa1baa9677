"""The channels of one connection, with a joined game or a replay each (rules 4 to 9, 12 to 14)."""

from collections.abc import Mapping
from types import MappingProxyType

from pasjans_protocol.errors import Code, ProtocolError
from pasjans_protocol.limits import MAX_CHANNEL
from pasjans_protocol.messages import (
    Command,
    Hint,
    Leave,
    Message,
    Resumed,
    Snapshot,
    Steer,
    name_of,
)
from pasjans_protocol.transitions import (
    ABSENT,
    CATCHING_UP,
    CHANNEL,
    LEFT,
    LIVE,
    REPLAY,
    REPLAY_SEAT,
    SEAT,
    TAKEN,
    ChannelState,
    SeatState,
)


class Channel:
    """A channel in use.

    Attributes:
        game: id of the game.
        replays: whether it has a replay of the game, not the game as it is played.
        state: what the server may send.
        seat: what the client may send.
        owed: deltas that resumed announced and that have not come yet.
    """

    __slots__ = ("game", "owed", "replays", "seat", "state")

    def __init__(self, game: str, state: ChannelState, owed: int, *, replays: bool) -> None:
        self.game = game
        self.replays = replays
        self.state = state
        self.seat = TAKEN
        self.owed = owed

    def __repr__(self) -> str:
        return f"Channel({self}, {self.seat}, owed={self.owed})"

    def __str__(self) -> str:
        return f"{self.state}, with a {'replay' if self.replays else 'game'}: {self.game}"

    @property
    def steps(self) -> Mapping[tuple[ChannelState, type[Message]], ChannelState]:
        """The table of what the server may send."""
        return REPLAY if self.replays else CHANNEL

    @property
    def seats(self) -> Mapping[tuple[SeatState, type[Message]], SeatState]:
        """The table of what the client may send."""
        return REPLAY_SEAT if self.replays else SEAT


class Channels:
    """The channels in use, by number, and those of joined games by game."""

    __slots__ = ("_by_number", "_numbers")

    def __init__(self) -> None:
        self._by_number: dict[int, Channel] = {}
        self._numbers: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._by_number)

    @property
    def numbers(self) -> Mapping[str, int]:
        """A view of the numbers of joined games, by game."""
        return MappingProxyType(self._numbers)

    def get(self, number: int) -> Channel | None:
        """The channel of a number, if it is in use."""
        return self._by_number.get(number)

    def free_number(self) -> int:
        """The lowest number that is not in use."""
        return next(n for n in range(1, MAX_CHANNEL + 1) if n not in self._by_number)

    def after(self, number: int, kind: type[Message]) -> ChannelState:
        """The state of a channel after a message of the server about it.

        Raises:
            ProtocolError: the table has no such step.
        """
        channel = self._by_number.get(number)
        if channel is None:
            after = CHANNEL.get((ABSENT, kind))
        else:
            after = channel.steps.get((channel.state, kind))
        if after is None:
            text = f"no {name_of(kind)} while channel {number} is {channel or ABSENT}"
            raise ProtocolError(Code.UNEXPECTED, text)
        return after

    def seat_of(self, request: Command | Hint | Leave | Steer) -> Channel:
        """The channel that a client's message is about.

        Raises:
            ProtocolError: the channel is not in use, or is being left; or a command is for a
                replay, or steer for a game that is joined.
        """
        # Rule 7: "From leave to its answer the client sends nothing on the channel."
        number, kind = request.channel, type(request)
        channel = self._by_number.get(number)
        if channel is None:
            wanted = "replay here: ask for" if kind is Steer else "game here: join"
            text = f"channel {number} has no {wanted} one first"
            raise ProtocolError(Code.NOT_JOINED, text, request.id)
        if channel.seat is not TAKEN:
            text = f"channel {number} is being left: wait for the answer to leave"
            raise ProtocolError(Code.NOT_JOINED, text, request.id)
        # Rule 13: "On the channel of a replay the client steers, may ask for hints, and sends no
        # command."
        if (TAKEN, kind) not in channel.seats:
            game = f"game {channel.game}"
            if channel.replays:
                text = f"channel {number} is a replay of {game}: join the game to play it"
                raise ProtocolError(Code.NOT_YOUR_GAME, text, request.id)
            text = f"channel {number} has {game}, not a replay: ask for a replay of it to steer"
            raise ProtocolError(Code.UNEXPECTED, text, request.id)
        return channel

    def end_leave(self, leave: Leave, answer: type[Message]) -> None:
        """Step over left or refused, the answer to a leave that `seat_of` let through."""
        channel = self._by_number[leave.channel]
        channel.seat = channel.seats[channel.seat, answer]
        if channel.seat is LEFT:
            del self._by_number[leave.channel]
            if not channel.replays:
                del self._numbers[channel.game]

    def take(self, number: int, kind: type[Message]) -> None:
        """Step over a delta, presence, finished or steered.

        Raises:
            ProtocolError: none may come on the channel now.
        """
        state = self.after(number, kind)
        channel = self._by_number[number]
        if state is CATCHING_UP:
            # Rule 5: "After resumed come the deltas that it announces, before anything else about
            # the channel."
            channel.owed -= 1
            state = CATCHING_UP if channel.owed else LIVE
        channel.state = state

    def open(self, answer: Snapshot | Resumed) -> None:
        """Use the channel that an answer to create or join gives to its game.

        Raises:
            ProtocolError: the channel or the game is in use, or resumed ends before it begins.
        """
        # Rule 8: "A game is joined on one channel at a time."
        if answer.channel in self._by_number or answer.game in self._numbers:
            text = f"channel {answer.channel} or game {answer.game} is in use already"
            raise ProtocolError(Code.UNEXPECTED, text, answer.id)
        owed = answer.head - answer.base if isinstance(answer, Resumed) else 0
        if owed < 0:
            raise ProtocolError(Code.UNEXPECTED, "resumed ends before it begins", answer.id)
        state = self.after(answer.channel, type(answer))
        if not owed:
            state = LIVE
        self._by_number[answer.channel] = Channel(answer.game, state, owed, replays=False)
        self._numbers[answer.game] = answer.channel

    def open_replay(self, answer: Snapshot) -> None:
        """Use the channel that an answer gives to a replay.

        Raises:
            ProtocolError: the channel is in use.
        """
        # Rule 12: "Any game may be replayed, one that is joined or replayed already included."
        if answer.channel in self._by_number:
            text = f"channel {answer.channel} is in use already"
            raise ProtocolError(Code.UNEXPECTED, text, answer.id)
        state = REPLAY[ABSENT, Snapshot]
        self._by_number[answer.channel] = Channel(answer.game, state, 0, replays=True)

    def renew(self, snapshot: Snapshot) -> None:
        """Step over a snapshot that answers nothing.

        Raises:
            ProtocolError: the channel is not in use by that game, or still catches up.
        """
        # Rule 9: "The server sends a snapshot unasked, with a null id, only on a channel that is
        # in use."
        channel = self._by_number.get(snapshot.channel)
        if channel is None or channel.game != snapshot.game:
            text = f"channel {snapshot.channel} is not in use by game {snapshot.game}"
            raise ProtocolError(Code.UNEXPECTED, text)
        channel.state = self.after(snapshot.channel, Snapshot)
