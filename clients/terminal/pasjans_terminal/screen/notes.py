"""Why a key does nothing now, in sentences."""

from typing import Final

from pasjans import Game
from pasjans_terminal.board import EXIT
from pasjans_terminal.sentences import offer

WINDOWS: Final = "It fits several windows: arrows or Tab choose, Enter puts it there."
WAIT: Final = "The last one is still on its way."
OVER: Final = "The game is over: n begins another one."
ASKED: Final = "The solver is asked for the best move ..."
GOES_ON: Final = "The game goes on: R gives it up, and n begins another one then."

AWAY: Final = "There is no connection: this is done when it is back."
LIVE: Final = "This is live: the left arrow scrolls back, and then it can run as you like."
NOTHING_AFTER: Final = "This is live: there is nothing after it yet."
FIRST: Final = "This is the deal: there is nothing before it."
LAST: Final = "This is the last event: there is nothing after it."
NOT_LIVE: Final = "This is a file: there is no live game to follow."

_NO_TILE: Final = "That cannot move: a tile that may has a sign before it."
_NO_UNDO: Final = "No move has been played, so none can be undone."
_NO_REDO: Final = "No move has been undone, so none can be redone."
_NO_EXIT: Final = "An exit is offered only when the layout is closed, with one window or two."


def why_not(action: str, game: Game) -> str | None:
    """Why an action is not possible, as far as that is known here; None when it may be."""
    if game.status.over:
        return OVER
    match action:
        case "undo" if not game.moves:
            return _NO_UNDO
        case "redo" if not game.redos:
            return _NO_REDO
        case "open" if game.legal is not None and EXIT not in game.legal:
            return _NO_EXIT
        case _:
            return None


def why_no_tile(game: Game) -> str:
    """Why what was chosen does not move."""
    return OVER if game.status.over else offer(game.legal) or _NO_TILE


def away(action: str) -> str:
    """What becomes of an action while there is no connection."""
    return f"There is no connection: {action} is sent when it is back."
