"""What can be refused, and what the protocol raises.

    ProtocolError                 what arrived breaks the protocol; `code` is the refusal for it
    └── LocalProtocolError        what was about to be sent breaks it: the caller's own fault
    OutOfSync                     a delta or heartbeat does not fit the copy of a game

`ADVICE` says of each refusal code what it means and what to do next; the tables in
`docs/protocol.md` and in the AsyncAPI document hold the same words.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from pasjans_protocol.open_enum import OpenStrEnum


class Code(OpenStrEnum):
    """Why a request was refused. Codes are permanent; later versions may add some."""

    MALFORMED = "malformed"
    UNKNOWN_TYPE = "unknown_type"
    UNEXPECTED = "unexpected"
    INVALID = "invalid"
    ILLEGAL = "illegal"
    CONFLICT = "conflict"
    NOT_JOINED = "not_joined"
    NOT_YOUR_GAME = "not_your_game"
    NO_SUCH_GAME = "no_such_game"
    GAME_OVER = "game_over"
    TOO_MANY_GAMES = "too_many_games"
    ALREADY_JOINED = "already_joined"
    UNKNOWN_RULES = "unknown_rules"
    BAD_DEAL = "bad_deal"
    BAD_NAME = "bad_name"
    NAME_TAKEN = "name_taken"
    TOO_LONG = "too_long"
    RATE_LIMITED = "rate_limited"
    UNAVAILABLE = "unavailable"
    BAD_TOKEN = "bad_token"  # noqa: S105 - the name of a code
    UNSUPPORTED = "unsupported"
    NO_SUCH_VERSION = "no_such_version"
    NO_SUCH_BOARD = "no_such_board"
    NO_SUCH_DEAL = "no_such_deal"
    NO_SUCH_LEVEL = "no_such_level"
    NOT_OVER = "not_over"
    DEAL_IN_PLAY = "deal_in_play"

    @property
    def advice(self) -> "Advice":
        """What the code means and what to do; of a code that is not known here, in general."""
        return ADVICE.get(self, _OF_A_LATER_VERSION)


@dataclass(frozen=True, slots=True)
class Advice:
    """What a refusal means to whoever gets it.

    Attributes:
        meaning: one line.
        next_step: what to do about it.
        retry: whether the very same request, same id, may succeed later.
    """

    meaning: str
    next_step: str
    retry: bool = False


ADVICE: Mapping[Code, Advice] = {
    Code.MALFORMED: Advice(
        "The frame is not a message of this protocol.",
        "Mend the client; the text says which field is wrong.",
    ),
    Code.UNKNOWN_TYPE: Advice(
        "No message of this type goes from client to server.",
        "Mend the client, or ask a server that speaks a later version.",
    ),
    Code.UNEXPECTED: Advice(
        "A message of the protocol, but not now: before hello, a second hello, an id in use.",
        "Mend the client; the text says what was expected.",
    ),
    Code.INVALID: Advice(
        "The action is not a move at all in these rules.",
        "Send a move of these rules, such as `54@14` or `w>h3`, or `undo`, `redo`, `resign`.",
    ),
    Code.ILLEGAL: Advice(
        "A move, but the rules do not allow it in this position.",
        "Choose another; `fits` names the tiles that would fit, if any.",
    ),
    Code.CONFLICT: Advice(
        "The version that the request expects is not that of the game; `version` is.",
        "Wait for the deltas up to that version, then decide anew and use a new id.",
    ),
    Code.NOT_JOINED: Advice(
        "No game is known on this connection by that channel.",
        "Send join first; channels do not outlive their connection.",
    ),
    Code.NOT_YOUR_GAME: Advice(
        "Only the player of a game may send commands to it; this connection watches.",
        "Watch, or create a game. If it is yours, say hello with the token that created it.",
    ),
    Code.NO_SUCH_GAME: Advice(
        "There is no game of that id, or it has expired.",
        "Check the id.",
    ),
    Code.GAME_OVER: Advice(
        "The game is solved or resigned, and takes no further command.",
        "Create another game.",
    ),
    Code.TOO_MANY_GAMES: Advice(
        "This connection has as many games as it may have.",
        "Leave one, or open another connection.",
    ),
    Code.ALREADY_JOINED: Advice(
        "This connection already has that game.",
        "Use the channel it has; to read the game anew, leave it first.",
    ),
    Code.UNKNOWN_RULES: Advice(
        "No rules of that id are played here.",
        "Use one of the ids in the text.",
    ),
    Code.BAD_DEAL: Advice(
        "The deal is not one of these rules, or it lies solved already.",
        "Send a whole deal in the notation of the rules, or null to have one dealt.",
    ),
    Code.BAD_NAME: Advice(
        "The name cannot be used: its length or a character in it.",
        "Choose another; the text says what is wrong.",
    ),
    Code.NAME_TAKEN: Advice(
        "Another player has that name.",
        "Choose another.",
    ),
    Code.TOO_LONG: Advice(
        "The game has as many events as a game may have; only `resign` is left.",
        "Resign, or create another game.",
    ),
    Code.RATE_LIMITED: Advice(
        "Too many requests in too short a time; nothing was done.",
        "Send the same request, same id, after `retry_after_ms`.",
        retry=True,
    ),
    Code.UNAVAILABLE: Advice(
        "The store or a solver did not answer: whether it was carried out is not known.",
        "Send the same request, same id, after `retry_after_ms`: it counts once.",
        retry=True,
    ),
    Code.BAD_TOKEN: Advice(
        "The token was not given by this server, or holds no longer.",
        "Say hello without a token to become a new guest.",
    ),
    Code.UNSUPPORTED: Advice(
        "The server does not offer this.",
        "Use what `capabilities` in welcome lists.",
    ),
    Code.NO_SUCH_VERSION: Advice(
        "The game has no such version: its first is 1, the deal.",
        "Ask for one from 1 to `version`, the last.",
    ),
    Code.NO_SUCH_BOARD: Advice(
        "There is no board of that id.",
        "Check the id; the text says what ids look like.",
    ),
    Code.NO_SUCH_DEAL: Advice(
        "Nothing is known here of a deal of that id.",
        "Check the id, or ask again when a game of the deal was dealt.",
    ),
    Code.NO_SUCH_LEVEL: Advice(
        "These rules have no such level, or this server has no deals of it.",
        "Choose `easy`, `medium`, `hard` or `any` of rules that have levels, or no level.",
    ),
    Code.NOT_OVER: Advice(
        "The game is still played, and this is told of games that are over.",
        "Wait until it is over. If it is yours and you ask for a hint, ask at its present version.",
    ),
    Code.DEAL_IN_PLAY: Advice(
        "The deal has cards face down, and others may still play it.",
        "For the deal of a day ask again when the day is over; a deal of a level is never told.",
    ),
}

_OF_A_LATER_VERSION = Advice(
    "A refusal of a later version of the protocol.",
    "Read the text; do not send the same request again.",
)


class ProtocolError(Exception):
    """A frame or message that breaks the protocol; nothing was changed by it.

    Attributes:
        code: the refusal to answer with.
        message: for a person: what is wrong and what was expected.
        id: the request that is refused, where its id could be read.
    """

    def __init__(self, code: Code, message: str, id: str | None = None) -> None:  # noqa: A002
        super().__init__(code, message, id)
        self.code = code
        self.message = message
        self.id = id

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class LocalProtocolError(ProtocolError):
    """A message that this side must not send now; it was not sent and nothing was changed."""


class OutOfSync(Exception):
    """A copy of a game no longer agrees with the server's.

    The copy is left as it was. Whoever catches this must leave the game and join it again with
    the version and `check` of the copy, or close the connection (4002) and come back.

    Attributes:
        message: for a person: what does not fit.
        version: the last version of the copy that was proved right.
        check: its check.
    """

    def __init__(self, message: str, version: int, check: int) -> None:
        super().__init__(message, version, check)
        self.message = message
        self.version = version
        self.check = check

    def __str__(self) -> str:
        return self.message
