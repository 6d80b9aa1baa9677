"""Why a key does nothing now, in sentences."""

from typing import Final

from pasjans import Game

WAIT: Final = "The last one is still on its way."
OVER: Final = "The game is over: n begins another one."
GOES_ON: Final = "The game goes on: R gives it up, and n begins another one then."

AWAY: Final = "There is no connection: this is done when it is back."
LIVE: Final = "This is live: the left arrow scrolls back, and then it can run as you like."
NOTHING_AFTER: Final = "This is live: there is nothing after it yet."
FIRST: Final = "This is the deal: there is nothing before it."
LAST: Final = "This is the last event: there is nothing after it."
NOT_LIVE: Final = "This is a file: there is no live game to follow."

_NO_UNDO: Final = "No move has been played, so none can be undone."
_NO_REDO: Final = "No move has been undone, so none can be redone."


def why_not(action: str, game: Game) -> str | None:
    """Why an action is not possible, as far as that is known here; None when it may be."""
    if game.status.over:
        return OVER
    match action:
        case "undo" if not game.moves + game.draws:
            return _NO_UNDO
        case "redo" if not game.redos:
            return _NO_REDO
        case _:
            return None


def away(action: str) -> str:
    """What becomes of an action while there is no connection."""
    return f"There is no connection: {action} is sent when it is back."
