"""`pasjans replay`: look at a game again, from a server or from a file."""

import argparse
from functools import partial
from pathlib import Path

from pasjans_terminal.address import EXIT_CODES, add_plain, add_server
from pasjans_terminal.command import Subparsers, declare
from pasjans_terminal.names import ON_DASHES, game_or_file

_DESCRIPTION = f"""\
Look at a game again, from any event on: one of a server, by its ID, or one in a portable file,
which is verified first and then needs no server. Event 0 is the deal. On a terminal it is a
screen that runs at the pace of the game (pauses are cut to 3 seconds): Space stops it and lets it
run, arrows go back and on, `?` shows all keys. With --plain, or --json, it is lines for each event,
as fast as they come unless --speed says otherwise.

Where did you lose moves? Solvers find out what each move of a game that is over cost: by how many
moves it was worse than the best. The screen shows that beside each event, and c goes to the next
costly move. With --costs there is a line for each of them in place of the replay; with --json as
well an object: "game", "rules", "status", "moves", "par", "over_par" (null unless solved), "solver"
and "versions", each with "version", "ply", "event", "verdict" (solved, unsolvable or unknown),
"to_go" (the fewest moves from there to the end), "cost" (these two null where not known) and "lost"
(whether the solution was lost there).

JSON has "game", "rules", "version", "ply", "position", "status", "moves", "windows" (of queens
"draws" and "redeals" in its place), "undos", "redos", "hints", "legal", "check" and, in words,
"change": what led there from the event before.

A name with a / or a . in it is a file's.
{ON_DASHES.format(command="replay")}

{EXIT_CODES}"""
_EXAMPLE = """\
  pasjans replay GAME --from 10 --speed 2
  pasjans replay game.pasjans
  pasjans replay game.pasjans --json | jq -r .change
  pasjans replay GAME --costs
"""
_FASTEST = 1000.0


def add_parser(subparsers: Subparsers) -> None:
    """Declare the command."""
    parser = declare(
        subparsers,
        "replay",
        summary="look at a game again",
        description=_DESCRIPTION,
        example=_EXAMPLE,
    )
    parser.add_argument(
        "source", type=game_or_file, metavar="ID|FILE", help="the game, or a portable file"
    )
    parser.add_argument(
        "--from",
        dest="ply",
        type=_ply,
        default=0,
        metavar="PLY",
        help="the event to begin at; default: 0, the deal",
    )
    parser.add_argument(
        "--speed", type=_speed, metavar="X", help="how many times the pace of the game, as 2 or 0.5"
    )
    parser.add_argument("--json", action="store_true", help="a JSON object for each event")
    parser.add_argument(
        "--costs", action="store_true", help="list the moves that cost something, and end"
    )
    add_server(parser)
    add_plain(parser)
    parser.set_defaults(run=partial(run, parser))


def run(parser: argparse.ArgumentParser, args: argparse.Namespace) -> int:
    """Replay."""
    if args.costs and isinstance(args.source, Path):
        parser.error("a server says what moves cost, not a file: give the game's ID")
    if args.costs and (args.ply or args.speed is not None):
        parser.error("--costs lists the whole game: it goes without --from and --speed")
    from pasjans_terminal.server import run as on_server  # noqa: PLC0415
    from pasjans_terminal.watching import replay  # noqa: PLC0415

    return on_server(args.server, replay(args))


def _ply(text: str) -> int:
    if not (text.isascii() and text.isdecimal()):
        raise argparse.ArgumentTypeError(f"expected a whole number from 0, not {text!r}")
    return int(text)


def _speed(text: str) -> int:
    """The speed in percent."""
    try:
        factor = float(text)
    except ValueError:
        factor = 0.0
    if not 0.01 <= factor <= _FASTEST:
        message = f"expected a number from 0.01 to {_FASTEST:g}, not {text!r}"
        raise argparse.ArgumentTypeError(message)
    return round(100 * factor)
