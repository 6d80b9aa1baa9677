"""`pasjans closed`: whether a position is closed, and what can be played in it."""

import argparse

from pasjans_engine.domino import OPEN
from pasjans_engine.status import Status
from pasjans_terminal import batch
from pasjans_terminal.command import Subparsers, declare
from pasjans_terminal.fields import number_of, rules_of, text_of

_DESCRIPTION = """\
Read {"rules", "position", "windows"} and add "closed", "solved", "moves" (the tiles that can
be moved, in notation) and "exit" (whether `open` is allowed too). "windows" is how many were
opened so far, 1 to 3; a set-aside tile is not in the position. Rules without exits are refused
with the code unsupported.
"""
_EXAMPLE = """\
  echo '{"rules": "russian", "windows": 1, "position":
    "65 51 32 -- 66 62 20/21 22 52 11 33 31/42 40 54 44 55/64 50 63 53/10 41 30/61 60/43"
    }' | tr -d '\\n' | pasjans closed
"""


def add_parser(subparsers: Subparsers) -> None:
    """Declare the command."""
    parser = declare(
        subparsers,
        "closed",
        summary="whether a position is closed, and its legal moves",
        description=_DESCRIPTION,
        example=_EXAMPLE,
    )
    batch.add_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Test each line."""
    return batch.run(answer, progress=args.progress)


def answer(line: batch.Line) -> dict[str, object]:
    """The fields to add to a line.

    Raises:
        BadLine, Invalid: the line holds no position of these rules.
    """
    rules = rules_of(line)
    if rules.family != "domino":
        message = f"the {rules.id} rules have no exits, and so no position is closed"
        raise batch.BadLine(message, "unsupported")
    position = rules.parse_position(text_of(line, "position"), number_of(line, "windows"))
    moves = rules.legal_moves(position)
    return {
        "closed": rules.closed(position),
        "solved": rules.status(position) is Status.SOLVED,
        "moves": [rules.move_name(move) for move in moves if move != OPEN],
        "exit": OPEN in moves,
    }
