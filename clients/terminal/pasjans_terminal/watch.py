"""`pasjans watch`: look on while a game is played."""

import argparse

from pasjans_terminal.address import EXIT_CODES, add_plain, add_server
from pasjans_terminal.command import Subparsers, declare
from pasjans_terminal.names import ON_DASHES, game_id

_DESCRIPTION = f"""\
Look on while a game is played, by whoever plays it. On a terminal it is a screen: the left arrow
scrolls back, and the screen then stays there until f or End follows the live game again; `?`
shows all keys. With --plain, or --json, it is lines for each event, until the game is over.
JSON has the fields that `pasjans replay --help` names.
{ON_DASHES.format(command="watch")}

{EXIT_CODES}"""
_EXAMPLE = """\
  pasjans watch GAME
  pasjans watch GAME --json | jq .position
"""


def add_parser(subparsers: Subparsers) -> None:
    """Declare the command."""
    parser = declare(
        subparsers,
        "watch",
        summary="look on while a game is played",
        description=_DESCRIPTION,
        example=_EXAMPLE,
    )
    parser.add_argument("game", type=game_id, metavar="ID", help="the game")
    parser.add_argument("--json", action="store_true", help="a JSON object for each event")
    add_server(parser)
    add_plain(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Watch."""
    from pasjans_terminal.server import run as on_server  # noqa: PLC0415
    from pasjans_terminal.watching import watch  # noqa: PLC0415

    return on_server(args.server, watch(args))
