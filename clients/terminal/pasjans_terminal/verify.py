"""`pasjans verify`: whether portable files prove the games that they tell."""

import argparse

from pasjans_terminal.command import Subparsers, declare
from pasjans_terminal.jsonline import TIMES

_DESCRIPTION = f"""\
Replay portable files of games, with no server, and say what each of them proves: that nothing in
it was changed, that each move was allowed and led where the file says, that the numbers at the end
are right, and that the deal is the one of its seed and commitment.

With --json, "source" is what the file says of the deal: random, given, daily: and the day, or
level: and the level; "origin" is what is proved of it: seed (the seed gives the deal, and its
commitment was made for it), commitment (there is one, the seed is not told yet), or given (there is
no seed). "ended" is the time of the last event, "hash" the last of the chain.
{TIMES} A time beyond the calendar is null; "dealt_ms" and
"ended_ms" are the same times in ms since 1970.

exit codes: 0 all files are verified, 1 at least one is not, 2 wrong usage or no such file
"""
_EXAMPLE = "  pasjans verify game.pasjans\n"


def add_parser(subparsers: Subparsers) -> None:
    """Declare the command."""
    parser = declare(
        subparsers,
        "verify",
        summary="replay and verify portable files",
        description=_DESCRIPTION,
        example=_EXAMPLE,
    )
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a portable file, - for standard input"
    )
    parser.add_argument(
        "--json", action="store_true", help="write a JSON object for each file instead of text"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Verify each file; the exit code of the worst."""
    from pasjans_terminal.verifying import verify_files  # noqa: PLC0415

    return verify_files(args.files, as_json=args.json)
