"""When a message may be sent: the whole of it, as tables.

Rules:

1.  A connection begins with one hello and one welcome. Only a refusal may come between or before
    them, and everything else comes after.
2.  Each request has one answer, of a type that `ANSWERS` gives, with the request's id. The answer
    to steer or subscribe names the channel or board that the request names.
3.  An id is not used for a new request before the answer came. Only a command or a hint may be
    repeated meanwhile, on the same channel; each repetition has an answer of its own.
4.  A connection knows a game by a channel, which the answer to create or join names. Nothing
    speaks of a channel before that answer, and nothing after the answer to leave.
5.  After resumed come the deltas that it announces, before anything else about the channel.
6.  After finished come no deltas.
7.  From leave to its answer the client sends nothing on the channel, while for the server
    nothing changes: what it sends meanwhile crosses the leave. After a refused leave the game is
    joined as before.
8.  A game is joined on one channel at a time, and a connection has as many channels as welcome
    allows games, those being asked for included.
9.  The server sends a snapshot unasked, with a null id, only on a channel that is in use.
10. A step that the tables do not have is refused, and changes nothing.
11. A closed connection takes no step.
12. A replay has a channel as a game has that is joined, and is left like it. Any game may be
    replayed, one that is joined or replayed already included.
13. On the channel of a replay the client steers, may ask for hints, and sends no command; nothing
    is told of presence, and heartbeats pass over it. With an unasked snapshot it goes on at another
    version, after finished too.
14. The server sends steered unasked, with a null id, only on the channel of a replay.
15. A connection has a board once, and `MAX_BOARDS` boards at most, those being asked for included.
    Between unsubscribe and its answer the client has the board still; after a refused unsubscribe
    it has it as before.
16. The server sends standings unasked, with a null id, only of a board that the connection has.

A message's type tells who sends it, so that both halves of a connection follow the same tables.
Everything that decides about a transition is in this module and in `machine.py`, `pending.py`,
`channels.py` and `boards.py`, and none of it knows which half runs it.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, TypeAlias

from pasjans_protocol.messages import (
    MESSAGES,
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
    Resumed,
    Snapshot,
    Standings,
    Steer,
    Steered,
    Subscribe,
    Unsubscribe,
    Unsubscribed,
    Welcome,
)


class ConnectionState(StrEnum):
    """How far a connection is."""

    OPENING = "opening"
    GREETED = "greeted"
    READY = "ready"
    CLOSED = "closed"


class ChannelState(StrEnum):
    """What the server may send about a game. A channel that is not in use is ABSENT."""

    ABSENT = "absent"
    CATCHING_UP = "catching_up"
    LIVE = "live"
    OVER = "over"


class SeatState(StrEnum):
    """What the client may send about a game on a channel in use."""

    TAKEN = "taken"
    LEAVING = "leaving"
    LEFT = "left"


class BoardState(StrEnum):
    """Whether a connection has a board. One that it has not is UNKNOWN."""

    UNKNOWN = "unknown"
    ASKED = "asked"
    SUBSCRIBED = "subscribed"
    ENDING = "ending"


Kind: TypeAlias = type[Message]

OPENING, GREETED, READY, CLOSED = ConnectionState
ABSENT, CATCHING_UP, LIVE, OVER = ChannelState
TAKEN, LEAVING, LEFT = SeatState
UNKNOWN, ASKED, SUBSCRIBED, ENDING = BoardState

CONNECTION: Final[Mapping[tuple[ConnectionState, Kind], ConnectionState]] = {
    (OPENING, Hello): GREETED,
    (OPENING, Refused): OPENING,
    (GREETED, Welcome): READY,
    (GREETED, Refused): GREETED,
    **{(READY, kind): READY for kind in MESSAGES if kind not in {Hello, Welcome}},
}

CHANNEL: Final[Mapping[tuple[ChannelState, Kind], ChannelState]] = {
    (ABSENT, Snapshot): LIVE,
    (ABSENT, Resumed): CATCHING_UP,  # LIVE at once when no delta is announced
    (CATCHING_UP, Delta): CATCHING_UP,  # LIVE after the last that was announced
    (CATCHING_UP, GuidedDelta): CATCHING_UP,
    (LIVE, Delta): LIVE,
    (LIVE, GuidedDelta): LIVE,
    (LIVE, Presence): LIVE,
    (LIVE, Heartbeat): LIVE,
    (LIVE, Snapshot): LIVE,
    (LIVE, Finished): OVER,
    (OVER, Presence): OVER,
    (OVER, Heartbeat): OVER,
    (OVER, Snapshot): LIVE,
}

REPLAY: Final[Mapping[tuple[ChannelState, Kind], ChannelState]] = {
    (ABSENT, Snapshot): LIVE,
    (LIVE, Delta): LIVE,
    (LIVE, GuidedDelta): LIVE,
    (LIVE, Snapshot): LIVE,
    (LIVE, Steered): LIVE,
    (LIVE, Finished): OVER,
    (OVER, Steered): OVER,
    (OVER, Snapshot): LIVE,
}

SEAT: Final[Mapping[tuple[SeatState, Kind], SeatState]] = {
    (TAKEN, Command): TAKEN,
    (TAKEN, Hint): TAKEN,
    (TAKEN, Leave): LEAVING,
    (LEAVING, Refused): TAKEN,
    (LEAVING, Left): LEFT,  # and the channel is ABSENT
}

REPLAY_SEAT: Final[Mapping[tuple[SeatState, Kind], SeatState]] = {
    (TAKEN, Steer): TAKEN,
    (TAKEN, Hint): TAKEN,
    (TAKEN, Leave): LEAVING,
    (LEAVING, Refused): TAKEN,
    (LEAVING, Left): LEFT,  # and the channel is ABSENT
}

BOARD: Final[Mapping[tuple[BoardState, Kind], BoardState]] = {
    (UNKNOWN, Subscribe): ASKED,
    (ASKED, Standings): SUBSCRIBED,
    (ASKED, Refused): UNKNOWN,
    (SUBSCRIBED, Standings): SUBSCRIBED,
    (SUBSCRIBED, Unsubscribe): ENDING,
    (ENDING, Standings): ENDING,
    (ENDING, Refused): SUBSCRIBED,
    (ENDING, Unsubscribed): UNKNOWN,
}

ANSWERS: Final[Mapping[Kind, tuple[Kind, ...]]] = {
    Hello: (Welcome, Refused),
    Create: (Snapshot, Refused),
    Join: (Snapshot, Resumed, Refused),
    Leave: (Left, Refused),
    Command: (Ack, Refused),
    Claim: (Claimed, Refused),
    Ping: (Pong, Refused),
    Replay: (Snapshot, Refused),
    Steer: (Steered, Refused),
    Subscribe: (Standings, Refused),
    Unsubscribe: (Unsubscribed, Refused),
    Hint: (Advised, Refused),
}
