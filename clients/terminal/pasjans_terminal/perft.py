"""`pasjans perft`: how many sequences of moves there are."""

import argparse

from pasjans_engine.perft import perft
from pasjans_terminal import batch
from pasjans_terminal.command import Subparsers, declare
from pasjans_terminal.fields import moves_of, played, rules_of, text_of

_DESCRIPTION = """\
Read {"rules", "deal", "moves"?} and add "perft": the number of sequences of 1, 2, … N moves
that can follow, exits, draws and redeals among them. "moves" are played first.
"""
_EXAMPLE = """\
  echo '{"rules": "polish", "moves": "63@03", "deal":
    "65 51 32 00 66 62 20/21 22 52 11 33 31/42 40 54 44 55/64 50 63 53/10 41 30/61 60/43"
    }' | tr -d '\\n' | pasjans perft --depth 4
"""


def add_parser(subparsers: Subparsers) -> None:
    """Declare the command."""
    parser = declare(
        subparsers,
        "perft",
        summary="how many sequences of moves there are",
        description=_DESCRIPTION,
        example=_EXAMPLE,
    )
    parser.add_argument(
        "--depth", type=_depth, required=True, metavar="N", help="the longest sequences to count"
    )
    batch.add_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Count for each line."""

    def answer(line: batch.Line) -> dict[str, object]:
        rules = rules_of(line)
        position = played(rules, text_of(line, "deal"), moves_of(line))
        return {"perft": perft(rules, position, args.depth)}

    return batch.run(answer, progress=args.progress)


def _depth(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1, not {text!r}")
    return int(text)
