"""Arguments that need not go to the server to be found wrong."""

import re

from websockets.exceptions import InvalidURI
from websockets.uri import parse_uri

from pasjans.errors import Refused
from pasjans_protocol.errors import Code
from pasjans_protocol.limits import BOARD_PATTERN, GAME_PATTERN, MAX_INTEGER, MAX_ROWS, MAX_SPEED


def check_urls(urls: tuple[str, ...]) -> None:
    """Raise ValueError unless there is a URL, and each is a WebSocket's."""
    if not urls:
        raise ValueError("give a URL such as ws://127.0.0.1:8000/ws")
    for url in urls:
        try:
            parse_uri(url)
        except InvalidURI as error:
            raise ValueError(f"{error}: expected one such as ws://127.0.0.1:8000/ws") from None


def check_length(text: str, most: int, code: Code) -> None:
    """Raise Refused with a code, as the server would, for what is longer than it takes."""
    if len(text) > most:
        raise Refused(code, f"{text[:16]!r}… has more than {most} characters")


def check_game(game: str) -> None:
    """Raise Refused, as the server would, for what is no id of any game."""
    if not _is_id(game):
        raise Refused(Code.NO_SUCH_GAME, f"{game[:40]!r} is no game's id")


def check_player(player: str) -> None:
    """Raise Refused, as the server would, for what is no id of any player."""
    if not _is_id(player):
        raise Refused(Code.MALFORMED, f"{player[:40]!r} is no player's id")


def _is_id(text: str) -> bool:
    return 1 <= len(text) <= 64 and re.match(GAME_PATTERN, text) is not None


def check_version(version: int) -> None:
    """Raise Refused, as the server would, for what is no version of any game."""
    if not 1 <= version <= MAX_INTEGER:
        raise Refused(Code.NO_SUCH_VERSION, f"versions begin with 1, the deal: not {version}")


def check_speed(speed: int) -> None:
    """Raise ValueError for a speed at which nothing can be replayed."""
    if not 1 <= speed <= MAX_SPEED:
        raise ValueError(f"speeds are 1 to {MAX_SPEED} percent, not {speed}")


def check_board(board: str) -> None:
    """Raise Refused, as the server would, for what is no id of any board."""
    if not 1 <= len(board) <= 96 or re.match(BOARD_PATTERN, board) is None:
        raise Refused(Code.NO_SUCH_BOARD, f"{board[:40]!r} is not one such as `all:polish`")


def check_limit(limit: int) -> None:
    """Raise ValueError for a number of rows that cannot be had."""
    if not 1 <= limit <= MAX_ROWS:
        raise ValueError(f"1 to {MAX_ROWS} rows can be had, not {limit}")
