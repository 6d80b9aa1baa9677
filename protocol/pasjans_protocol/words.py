"""The words that messages are made of, apart from refusal codes."""

from enum import StrEnum

from pasjans_protocol.open_enum import OpenStrEnum


class Role(OpenStrEnum):
    """What a connection may do with a game: a player sends commands, a watcher looks on."""

    PLAYER = "player"
    WATCHER = "watcher"


class SnapshotReason(OpenStrEnum):
    """Why a snapshot was sent: the game is new, or joined; the copy was wrong; of a replay."""

    CREATED = "created"
    JOINED = "joined"
    DIVERGED = "diverged"
    REPLAY = "replay"


class Question(StrEnum):
    """What a hint asks for. Clients ask it, so that a word which is not here is malformed.

    `solver` asks what a solver knows: in a game in progress this is an event, and the game counts
    as assisted. `moves` asks for moves that look useful by what may be seen, which assists nobody.
    """

    SOLVER = "solver"
    MOVES = "moves"


class Capability(OpenStrEnum):
    """An optional part of the protocol.

    Legal moves; how many watch; going on after a break; seeing games again; following boards;
    hints.
    """

    GUIDE = "guide"
    PRESENCE = "presence"
    RESUME = "resume"
    REPLAY = "replay"
    BOARDS = "boards"
    HINTS = "hints"
