"""What the engine raises.

EngineError
├── Invalid    not a move, position, deal or event at all, whatever the game looks like
└── Illegal    a proper command, but not here and not now; `reason` is for programs,
               the message is for people and says what would fit
"""

from enum import StrEnum


class Reason(StrEnum):
    """Why a proper command is refused in the present position. Codes are permanent."""

    NOT_A_WINDOW = "not_a_window"
    DOES_NOT_FIT = "does_not_fit"
    SET_ASIDE = "set_aside"
    UNDER_A_WINDOW = "under_a_window"
    NOT_CLOSED = "not_closed"
    LOST = "lost"
    GAME_OVER = "game_over"
    NOTHING_TO_UNDO = "nothing_to_undo"
    NOTHING_TO_REDO = "nothing_to_redo"
    NO_CARD = "no_card"
    NOT_A_RUN = "not_a_run"
    FACE_DOWN = "face_down"
    STOCK_EMPTY = "stock_empty"
    STOCK_NOT_EMPTY = "stock_not_empty"
    NO_REDEAL = "no_redeal"


class EngineError(Exception):
    """Base of everything that the engine raises on purpose."""


class Invalid(EngineError):
    """A text or value that means nothing in these rules.

    Attributes:
        message: for a person.
        text: the part that could not be understood.
    """

    def __init__(self, message: str, text: str) -> None:
        super().__init__(message, text)
        self.message = message
        self.text = text

    def __str__(self) -> str:
        return self.message


class Illegal(EngineError):
    """A move or command that the rules do not allow now.

    Attributes:
        reason: for programs.
        message: for a person; names what would fit.
        fits: names of the tiles that the window in question takes now, in set order, or of the
            cards that the house or column takes; none where an empty column takes any card.
    """

    def __init__(self, reason: Reason, message: str, fits: tuple[str, ...] = ()) -> None:
        super().__init__(reason, message, fits)
        self.reason = reason
        self.message = message
        self.fits = fits

    def __str__(self) -> str:
        return self.message
