"""`pasjans deal`: the deal that a seed decides."""

import argparse

from pasjans_engine import queens
from pasjans_engine.domino import POLISH
from pasjans_engine.shuffle import commitment, parse_seed
from pasjans_terminal import batch
from pasjans_terminal.command import Subparsers, declare
from pasjans_terminal.fields import text_of

_DESCRIPTION = 'Read {"seed": 64 hexadecimal digits} and add "commitment" and "deal".'
_EXAMPLE = """\
  echo '{"seed": "0278fb5741a6f0f80ed9be81dc4d2ae1cfbd0991c13a7fab16a09c9f3fc457e9"}' |
    pasjans deal --game domino
"""

_DEALS = {"domino": POLISH.deal, "queens": queens.deal_name}


def add_parser(subparsers: Subparsers) -> None:
    """Declare the command."""
    parser = declare(
        subparsers,
        "deal",
        summary="the deal that a seed decides",
        description=_DESCRIPTION,
        example=_EXAMPLE,
    )
    parser.add_argument("--game", choices=sorted(_DEALS), required=True, help="what to deal")
    batch.add_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Deal for each line."""
    deal = _DEALS[args.game]

    def answer(line: batch.Line) -> dict[str, object]:
        seed = parse_seed(text_of(line, "seed"))
        return {"commitment": commitment(seed), "deal": deal(seed)}

    return batch.run(answer, progress=args.progress)
