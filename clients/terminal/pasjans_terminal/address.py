"""The options that all commands have which talk to a server."""

import argparse
import os
import re
from typing import Final

VARIABLE: Final = "PASJANS_SERVER"
DEFAULT: Final = "ws://127.0.0.1:8000/ws"
EXIT_CODES: Final = """\
exit codes: 0 fine, 1 the server or the rules said no, or nobody could be reached, 2 wrong usage
or a file that cannot be read, 130 interrupted
"""

_WEB: Final = {"ws": "http", "wss": "https"}
_SOCKET: Final = {"http": "ws", "https": "wss", **{scheme: scheme for scheme in _WEB}}
_PLACE: Final = re.compile(r"(?:[^\s/?#@:\[\]]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?")
_EXPECTED: Final = f"expected one such as {DEFAULT}, http://127.0.0.1:8000 or 127.0.0.1:8000"


class BadVariable(Exception):
    """The environment names a server that is none; the message says how."""


class _FromEnvironment(str):
    """A server that the environment names; argparse converts it when no option is given."""

    __slots__ = ()


def add_server(parser: argparse.ArgumentParser) -> None:
    """Add the option that says which server.

    Parsing raises `BadVariable` when it is not given and the environment names none.
    """
    parser.add_argument(
        "--server",
        type=_server,
        default=_FromEnvironment(os.environ.get(VARIABLE) or DEFAULT),
        metavar="URL",
        help="the server: its WebSocket, its web address, or HOST:PORT; "
        f"the default is ${VARIABLE}, now %(default)s",
    )


def add_plain(parser: argparse.ArgumentParser) -> None:
    """Add the option that asks for lines instead of a screen."""
    parser.add_argument(
        "--plain",
        action="store_true",
        help="lines of text, for pipes and screen readers; so it is too when input or output "
        "is no terminal",
    )


def http_url(server: str) -> str:
    """Where the pages of a server are: `http://host:8000` for `ws://host:8000/ws`."""
    scheme, _, place = server.partition("://")
    return f"{_WEB[scheme.lower()]}://{place.rstrip('/').removesuffix('/ws')}"


def again(command: str, game: str, server: str) -> str:
    """How a command for a game of a server is typed."""
    usual = os.environ.get(VARIABLE) or DEFAULT
    option = "" if server == websocket_url(usual) else f" --server {server}"
    if game.startswith("-"):
        return f"pasjans {command}{option} -- {game}"
    return f"pasjans {command} {game}{option}"


def websocket_url(text: str) -> str | None:
    """The URL of a server's WebSocket, from that, its web address, or `HOST:PORT`.

    A WebSocket's URL with a path stays as it is. None when it is none of them.
    """
    scheme, separator, rest = text.strip().partition("://")
    scheme = scheme.lower() if separator else "ws"
    place, _, path = (rest if separator else text.strip()).partition("/")
    has_port = place.rpartition(":")[2].isdecimal()
    if scheme not in _SOCKET or _PLACE.fullmatch(place) is None or not (separator or has_port):
        return None
    path = path.strip("/")
    if not path or (scheme not in _WEB and path.rpartition("/")[2] != "ws"):
        path = f"{path}/ws".lstrip("/")
    return f"{_SOCKET[scheme]}://{place}/{path}"


def _server(text: str) -> str:
    url = websocket_url(text)
    if url is not None:
        return url
    if isinstance(text, _FromEnvironment):
        raise BadVariable(f"${VARIABLE} is {str(text)!r}: {_EXPECTED}")
    raise argparse.ArgumentTypeError(f"{text!r} is no server: {_EXPECTED}")
