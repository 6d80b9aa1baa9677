"""`pasjans apply`: play moves from a deal, by the rules."""

import argparse

from pasjans_engine import domino
from pasjans_terminal import batch
from pasjans_terminal.command import Subparsers, declare
from pasjans_terminal.fields import moves_of, played, rules_of, text_of

_DESCRIPTION = """\
Read {"rules", "deal", "moves"} and add "position", "status" (playing, solved, lost), "score"
(moves, exits counted), "windows" (opened so far) and "closed". For queens the score counts no
draws and redeals, which are "draws". "moves" is a string with spaces
between the moves, or an array. If a move is refused the line comes back with "error", "code"
(invalid: not a move at all; illegal: not there), "index" (0-based) and "move"; an illegal one
also with "reason" and "fits" (the tiles that window takes).
"""
_EXAMPLE = """\
  echo '{"rules": "polish", "moves": "63@03", "deal":
    "65 51 32 00 66 62 20/21 22 52 11 33 31/42 40 54 44 55/64 50 63 53/10 41 30/61 60/43"
    }' | tr -d '\\n' | pasjans apply
"""


def add_parser(subparsers: Subparsers) -> None:
    """Declare the command."""
    parser = declare(
        subparsers,
        "apply",
        summary="play moves from a deal",
        description=_DESCRIPTION,
        example=_EXAMPLE,
    )
    batch.add_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play each line."""
    return batch.run(answer, progress=args.progress)


def answer(line: batch.Line) -> dict[str, object]:
    """The fields to add to a line.

    Raises:
        BadLine, Invalid: the line holds no deal of these rules, or a move is refused.
    """
    rules = rules_of(line)
    moves = moves_of(line)
    position = played(rules, text_of(line, "deal"), moves)
    score = sum(rules.scored(rules.parse_move(move)) for move in moves)
    fields: dict[str, object] = {
        "position": rules.position_name(position),
        "status": rules.status(position),
        "score": score,
    }
    if rules.has_draws:
        fields["draws"] = len(moves) - score
    if isinstance(position, domino.Position):
        fields |= {"windows": position.opened, "closed": rules.closed(position)}
    return fields
