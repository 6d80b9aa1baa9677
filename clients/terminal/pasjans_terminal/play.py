"""`pasjans play`: play a game."""

import argparse
from functools import partial

from pasjans_engine.rules import RULES
from pasjans_terminal.address import EXIT_CODES, add_plain, add_server
from pasjans_terminal.command import Subparsers, declare
from pasjans_terminal.names import ON_DASHES, game_id

_DESCRIPTION = f"""\
Play a game of domino solitaire or of Topsy-Turvy Queens: a new one, or one of your own with its
ID. On a terminal it is a screen with keys and mouse, `?` shows them all; with --plain it is lines:
a command each, such as 54@14 (tile 54 into the window in row 1, column 4), open, w>h3 (the top of
the waste to house 3), draw, undo, redo, hint, resign, position, legal, help, quit. The end of the
input quits, with exit code 1 when any command was refused. A game that you leave is kept.
{ON_DASHES.format(command="play")}

A hint (h, or hint) tells the best move, or how many moves to take back when there is no solution
any more. A game with hints is assisted: it stands on the boards for such games, and on no others.
You are told so before the first one; a program's games are on its boards in any case. Of queens a
hint tells what looks useful by what is seen, and is free; what is assistance there is to ask a
solver (s, or solver) whether the game can still be won.

You are a guest until --name claims a name. Who you are on a server is kept in
$XDG_DATA_HOME/pasjans (or ~/.local/share/pasjans), for yourself alone to read.

{EXIT_CODES}"""
_EXAMPLE = """\
  pasjans play --rules russian
  pasjans play --rules queens --level easy
  pasjans play --daily --name Anna
  pasjans play GAME                 # go on with a game of your own
  printf 'legal\\nresign\\n' | pasjans play --plain
"""


def add_parser(subparsers: Subparsers) -> None:
    """Declare the command."""
    parser = declare(
        subparsers, "play", summary="play a game", description=_DESCRIPTION, example=_EXAMPLE
    )
    parser.add_argument(
        "game", nargs="?", type=game_id, metavar="ID", help="go on with this game of your own"
    )
    parser.add_argument(
        "--rules",
        choices=tuple(RULES),
        help="default: polish, or queens with --level; queens-3pass has two redeals",
    )
    deal = parser.add_mutually_exclusive_group()
    deal.add_argument("--daily", action="store_true", help="the deal of the day (UTC)")
    deal.add_argument("--deal", metavar="TEXT", help="this deal, in the notation of its rules")
    deal.add_argument(
        "--level",
        choices=("easy", "medium", "hard", "any"),
        help="a deal of queens that can be won, and is so hard for an ordinary player",
    )
    parser.add_argument(
        "--bot", action="store_true", help="a program chooses the moves: its solves have own boards"
    )
    parser.add_argument("--name", help="claim a name that others see")
    add_server(parser)
    add_plain(parser)
    parser.set_defaults(run=partial(run, parser))


def run(parser: argparse.ArgumentParser, args: argparse.Namespace) -> int:
    """Play."""
    if args.game is not None and (args.rules or args.daily or args.deal or args.level):
        parser.error("a game of your own goes on as it is: give ID alone, or no ID")
    from pasjans_terminal.playing import play  # noqa: PLC0415
    from pasjans_terminal.server import run as on_server  # noqa: PLC0415

    return on_server(args.server, play(args))
