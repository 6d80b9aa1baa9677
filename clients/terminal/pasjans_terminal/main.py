"""The command `pasjans` and its subcommands.

A subcommand is a module with two functions: `add_parser(subparsers)` declares it and sets `run`
as its default, `run(args) -> int` does it and returns the exit code.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from pasjans_terminal import (
    apply,
    closed,
    deal,
    levels,
    perft,
    play,
    replay,
    solve,
    survey,
    top,
    verify,
    watch,
)
from pasjans_terminal.address import BadVariable

_DESCRIPTION = "Play solitaire, and work with deals, positions and games."
_EPILOG = """\
play, watch, replay and top talk to a server: --server URL, or $PASJANS_SERVER. verify reads the
files that it is given. deal, perft, closed, apply and solve read JSON from standard input, one a
line, and write each of them back with its answer added, in the same order. A line that cannot be
answered comes back with "error" and "code"; the others are still answered. Fields that a command
does not know are kept. survey reads nothing: it solves deals by lot, and says what they are like.
levels build makes a file of easy, medium and hard deals.

exit codes: 0 fine, every line was answered, 1 at least one was not, or the server said no or could
not be reached, 2 wrong usage, 130 interrupted

examples:
  pasjans play --rules russian
  pasjans top daily:russian
  pasjans deal --game domino < seeds.jsonl
  pasjans perft --depth 6 < deals.jsonl
  pasjans survey --rules polish --deals 100 --seed 1
  pasjans apply --help
"""

_COMMANDS = (play, watch, replay, top, deal, perft, closed, apply, solve, survey, levels, verify)
_WRONG_USAGE = 2
_INTERRUPTED = 130
_OUTPUT_GONE = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run a subcommand and return its exit code."""
    given = sys.argv[1:] if argv is None else argv
    parser = _parser()
    if not given:
        parser.print_help(sys.stderr)
        return _WRONG_USAGE
    try:
        args = parser.parse_args(given)
    except BadVariable as bad:
        parser.error(str(bad))
    try:
        code: int = args.run(args)
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        # The reader has seen enough. Python would complain once more when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _OUTPUT_GONE
    return code


class _Version(argparse.Action):
    """Looks the version up only when it is asked for, which takes as long as all the rest."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import version  # noqa: PLC0415

        print(f"pasjans {version('pasjans')}")
        parser.exit()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="pasjans",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--version", action=_Version, nargs=0, help="show the version of pasjans and exit"
    )
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in _COMMANDS:
        command.add_parser(subparsers)
    return parser
