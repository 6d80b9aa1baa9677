"""Why a connection was closed, and whether to come back.

Two classes. After a code of the first, the client connects again and resumes: something on the
way, or the server, needed the connection gone. After a code of the second, the same client would
meet the same end again: it stops and tells its user. Own codes: 4000 to 4099 and 4100 to 4199.
"""

from collections.abc import Mapping
from enum import IntEnum


class CloseCode(IntEnum):
    """The close codes of this service, and those of WebSocket itself. They are permanent."""

    NORMAL = 1000
    LEAVING = 1001
    PROTOCOL_VIOLATION = 1002
    UNSUPPORTED_DATA = 1003
    NO_STATUS = 1005
    LOST = 1006
    INVALID_DATA = 1007
    POLICY = 1008
    TOO_BIG = 1009
    INTERNAL_ERROR = 1011
    SERVICE_RESTART = 1012
    TRY_AGAIN_LATER = 1013

    GOING_AWAY = 4000
    TOO_SLOW = 4001
    OUT_OF_SYNC = 4002
    IDLE = 4003

    PROTOCOL_ERROR = 4100
    BAD_TOKEN = 4101
    ORIGIN = 4102
    FLOODING = 4103

    @property
    def reason(self) -> str:
        """The text that goes with the code in the close frame, 123 bytes at most."""
        return REASONS[self]

    @property
    def reconnects(self) -> bool:
        """Whether a client comes back after this code."""
        return reconnects(self)


REASONS: Mapping[CloseCode, str] = {
    CloseCode.NORMAL: "done",
    CloseCode.LEAVING: "the peer is going away: come back and resume",
    CloseCode.PROTOCOL_VIOLATION: "a frame breaks the WebSocket protocol",
    CloseCode.UNSUPPORTED_DATA: "a kind of data that is not accepted",
    CloseCode.NO_STATUS: "closed without a code: come back and resume",
    CloseCode.LOST: "the connection was lost: come back and resume",
    CloseCode.INVALID_DATA: "a text frame is not UTF-8",
    CloseCode.POLICY: "not allowed here",
    CloseCode.TOO_BIG: "a frame is larger than the server takes",
    CloseCode.INTERNAL_ERROR: "the server met a fault of its own: come back and resume",
    CloseCode.SERVICE_RESTART: "the service restarts: come back and resume",
    CloseCode.TRY_AGAIN_LATER: "the service is overloaded: come back later and resume",
    CloseCode.GOING_AWAY: "the server is going away: come back and resume",
    CloseCode.TOO_SLOW: "too slow to read: come back and resume",
    CloseCode.OUT_OF_SYNC: "the copy of a game does not agree: coming back to resume",
    CloseCode.IDLE: "no hello, or no answer, in time: come back",
    CloseCode.PROTOCOL_ERROR: "a frame before hello breaks the protocol: mend the client",
    CloseCode.BAD_TOKEN: "the token is not valid or was revoked: say hello without it",
    CloseCode.ORIGIN: "pages of this origin may not connect",
    CloseCode.FLOODING: "far too many frames that break the protocol: mend the client",
}

_COME_BACK = frozenset(
    {
        CloseCode.LEAVING,
        CloseCode.NO_STATUS,
        CloseCode.LOST,
        CloseCode.INTERNAL_ERROR,
        CloseCode.SERVICE_RESTART,
        CloseCode.TRY_AGAIN_LATER,
    },
)


def reconnects(code: int) -> bool:
    """Whether a client comes back after `code`, which need not be one that is listed here.

    Of the codes 4000 to 4999 only 4000 to 4099 say "come back": a later version's codes keep
    to the two classes.
    """
    return code in _COME_BACK or 4000 <= code <= 4099
