"""The keys that do something now, for the line at the bottom."""

from typing import Final

from pasjans import Game
from pasjans_terminal.drawing.frame import Key
from pasjans_terminal.film import Film

_HELP: Final = Key("?", "help")
_LEAVE: Final = Key("q", "leave")
LIVE_KEYS: Final = (Key("<sideways>", "scroll back"), _HELP, _LEAVE)
"""The keys of who watches a live game."""


def playing_keys(game: Game, own: tuple[Key, ...], counsels: tuple[Key, ...]) -> tuple[Key, ...]:
    """The keys of who plays.

    Args:
        game: the game.
        own: those that only such games have.
        counsels: those that ask for help.
    """
    if game.status.over:
        return Key("n", "another game"), _HELP, _LEAVE
    return (
        *own,
        *([Key("u", "undo")] if game.moves + game.draws else ()),
        *([Key("r", "redo")] if game.redos else ()),
        *counsels,
        Key("R", "resign"),
        Key(":", "type"),
        _HELP,
        _LEAVE,
    )


def film_keys(film: Film, *, live: bool, watched: bool, costly: bool) -> tuple[Key, ...]:
    """The keys of who looks at a game afterwards.

    Args:
        film: what is looked at.
        live: whether it can be followed live.
        watched: whether it was followed live before, so that End goes there.
        costly: whether moves are known that cost something.
    """
    return (
        Key("<sideways>", "back, on"),
        Key("Space", "stop" if film.playing else "run"),
        Key("+ -", "faster, slower"),
        Key("Home", "deal"),
        *(() if watched else [Key("End", "end")]),
        *([Key("c", "costly move")] if costly else ()),
        *([Key("f", "follow live")] if live else ()),
        _HELP,
        _LEAVE,
    )
