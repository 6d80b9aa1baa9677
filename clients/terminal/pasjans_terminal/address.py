"""The options that all commands have which talk to a server."""

import argparse
import os
from typing import Final

VARIABLE: Final = "PASJANS_SERVER"
DEFAULT: Final = "ws://127.0.0.1:8000/ws"
EXIT_CODES: Final = """\
exit codes: 0 fine, 1 the server or the rules said no, or nobody could be reached, 2 wrong usage,
130 interrupted
"""

_WEB: Final = {"ws": "http", "wss": "https"}


def add_server(parser: argparse.ArgumentParser) -> None:
    """Add the option that says which server."""
    parser.add_argument(
        "--server",
        type=_url,
        default=os.environ.get(VARIABLE) or DEFAULT,
        metavar="URL",
        help=f"the server's WebSocket; the default is ${VARIABLE}, now %(default)s",
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


def also(server: str) -> str:
    """What to add to a command so that it means the same server again."""
    usual = os.environ.get(VARIABLE) or DEFAULT
    return "" if server == usual else f" --server {server}"


def _url(text: str) -> str:
    scheme, _, place = text.partition("://")
    if scheme.lower() not in _WEB or not place.strip("/"):
        raise argparse.ArgumentTypeError(f"expected one such as {DEFAULT}, not {text!r}")
    return text
