"""`pasjans top`: who needs the fewest moves."""

import argparse

from pasjans_terminal.address import EXIT_CODES, add_plain, add_server
from pasjans_terminal.command import Subparsers, declare
from pasjans_terminal.jsonline import TIMES
from pasjans_terminal.names import board_id

_DESCRIPTION = f"""\
Show a board: the solves with the fewest moves, then with fewer windows (of queens, fewer draws),
fewer undos, the earlier one. Equal moves have equal rank. Each row names its game, for
`pasjans replay` and `verify`. Your own rows have a > before them. Par, of dominoes, is the fewest
moves that solve the row's deal, proved; "over" says how many more the row has, or best.

boards, by rules (polish, russian, queens or queens-3pass):
  all:RULES          all deals; the default is all:polish
  dealt:RULES        deals of the server, which nobody has chosen
  daily:RULES        the deal of the day (UTC); daily:RULES:2026-11-30 of another day
  deal:RULES:DEAL    one deal, by its id
  and each with :assisted at the end, for games with hints, or :bots, for programs

With --json it is an object, with --watch one for each change: "board", "title", "rules", "ends"
(null for a board without an end), "size" (rows there are in all) and "rows", each with "place",
"rank", "game", "player", "name", "own" (whether it is yours), "moves", "par" (the fewest moves that
solve the deal, proved), "over_par", "optimal" (these three null while not known), "windows",
"draws", "undos", "finished" and "rules". Without --watch there are "next" (what follows, for the
HTTP API) and in each row "rules_version" and "deal_id" as well. {TIMES}

{EXIT_CODES}"""
_EXAMPLE = """\
  pasjans top
  pasjans top daily:russian --watch
  pasjans top all:polish --around
  pasjans top all:polish:assisted
  pasjans top all:queens
  pasjans top --json | jq -r '.rows[].game'
"""
_MOST = 50


def add_parser(subparsers: Subparsers) -> None:
    """Declare the command."""
    parser = declare(
        subparsers,
        "top",
        summary="who needs the fewest moves",
        description=_DESCRIPTION,
        example=_EXAMPLE,
    )
    parser.add_argument("board", nargs="?", type=board_id, default="all:polish", metavar="BOARD")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--around", action="store_true", help="the rows around your own best one")
    what.add_argument("--watch", action="store_true", help="show it anew whenever it changes")
    parser.add_argument(
        "--limit", type=_limit, default=10, metavar="N", help=f"rows, 1 to {_MOST}; default: 10"
    )
    parser.add_argument(
        "--json", action="store_true", help="a JSON object; with --watch one for each change"
    )
    add_server(parser)
    add_plain(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Show the board."""
    from pasjans_terminal.boards import top  # noqa: PLC0415
    from pasjans_terminal.server import run as on_server  # noqa: PLC0415

    return on_server(args.server, top(args))


def _limit(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= _MOST):
        raise argparse.ArgumentTypeError(f"expected a whole number from 1 to {_MOST}, not {text!r}")
    return int(text)
