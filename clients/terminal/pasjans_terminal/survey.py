"""`pasjans survey`: what the deals of some rules are like, by a sample of them."""

import argparse
from pathlib import Path

from pasjans_terminal import batch, solvers
from pasjans_terminal.command import Subparsers, count, declare, text
from pasjans_terminal.solvers import SOLVERS

_DESCRIPTION = """\
Solve a number of deals by lot, and say what they are like: how many are unsolvable or were not
decided within --max-nodes, each with the interval that holds the true share 95 times in 100
(Wilson's); how the figures of the lines that were found are distributed, which by domino rules
are par, the fewest moves, and the windows open at the end of the line, and by the rules of queens
its moves and its draws, redeals among them, of which other lines may have fewer; and how many nodes
(positions opened) and milliseconds a deal takes. Of percentiles, 90 % is the least value that 90
of 100 deals do not exceed.

The seed of deal i, 0 to N-1, is the SHA-256 of the text pasjans/survey/1:S:i in UTF-8, i in
decimal digits; by all rules it is the same. So anybody can solve the same deals:
  printf 'pasjans/survey/1:%s:%s' S 0 | sha256sum
and `pasjans deal` says which deal a seed decides.

--out FILE keeps each answer as a JSON object a line: "rules", "rules_version", "solver" (its
version), "max_nodes", "survey" (S), "number" (i), "seed" (the deal's), "verdict", the figures
(null if it is not solved), "nodes" and "ms". The same command goes on where the file ends, also
after it was killed, and with a larger --deals. A file that was begun otherwise is refused.

exit codes: 0 each deal is decided, 1 at least one is unknown, 2 wrong usage, or a file that
cannot be used, 130 interrupted: what is known so far was written
"""
_EXAMPLE = "  pasjans survey --rules polish --deals 100 --seed 1\n"


def add_parser(subparsers: Subparsers) -> None:
    """Declare the command."""
    parser = declare(
        subparsers,
        "survey",
        summary="what deals are like, by a sample of them",
        description=_DESCRIPTION,
        example=_EXAMPLE,
    )
    parser.add_argument("--rules", choices=tuple(SOLVERS), required=True, help="whose deals")
    parser.add_argument(
        "--deals", type=count, required=True, metavar="N", help="how many deals to solve"
    )
    parser.add_argument(
        "--seed", type=text, required=True, metavar="S", help="any text; it decides the deals"
    )
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="keep each answer, and go on there"
    )
    parser.add_argument("--json", action="store_true", help="write a JSON object instead of text")
    solvers.add_options(parser, each="deal")
    batch.add_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Solve the deals and say what they are like."""
    from pasjans_terminal.surveying.deals import Survey  # noqa: PLC0415
    from pasjans_terminal.surveying.surveyor import Order, carry_out  # noqa: PLC0415

    max_nodes = SOLVERS[args.rules].max_nodes if args.max_nodes is None else args.max_nodes
    order = Order(args.deals, args.workers, args.out, args.progress, args.json)
    return carry_out(Survey(args.rules, args.seed, max_nodes), order)
