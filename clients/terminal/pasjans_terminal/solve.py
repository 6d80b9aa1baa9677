"""`pasjans solve`: the fewest moves, proved."""

import argparse
import io
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import BinaryIO, TextIO, cast

from pasjans_engine.domino import POLISH, RUSSIAN, Position
from pasjans_engine.domino.solver import MAX_NODES, Solved, prepare, solve
from pasjans_terminal import batch, pool
from pasjans_terminal.batch import BadLine, Line
from pasjans_terminal.command import Subparsers, declare
from pasjans_terminal.fields import moves_of, number_of, played, rules_of, text_of

_DESCRIPTION = """\
Read {"rules", "deal", "moves"?} or {"rules", "position", "windows", "moves"?} and add "verdict":
  solved       "par" is the fewest moves from there, exits counted, and "line" some moves that
               take no more; "windows" is how many are open after them
  unsolvable   it is proved that nothing solves it
  unknown      --max-nodes was reached first
"par", "line" and "windows" are null if it is not solved. "nodes" is how many positions were
opened, "ms" the time it took. "moves" are played first; a line with a deal needs no position.
"""
_EXAMPLE = """\
  echo '{"rules": "polish", "deal":
    "52 41 61 64 30 55 62/31 43 51 65 54 21/10 00 60 53 50/66 42 33 32/63 20 11/40 44/22"
    }' | tr -d '\\n' | pasjans solve
"""
_PROGRESS_SECONDS = 0.5
_RULES = {rules.id: rules for rules in (POLISH, RUSSIAN)}


def add_parser(subparsers: Subparsers) -> None:
    """Declare the command."""
    parser = declare(
        subparsers,
        "solve",
        summary="the fewest moves, proved, or that there is no solution",
        description=_DESCRIPTION,
        example=_EXAMPLE,
    )
    parser.add_argument(
        "--workers", type=_count, default=1, metavar="N", help="processes that solve (1)"
    )
    parser.add_argument(
        "--max-nodes",
        type=_count,
        default=MAX_NODES,
        metavar="N",
        help=f"positions to open at most for each line ({MAX_NODES:,})",
    )
    batch.add_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Solve each line."""

    def asked(line: Line) -> dict[str, object]:
        return {"verdict": (*position_of(line), args.max_nodes)}

    if sys.stdin.isatty():
        print("Type one JSON object a line, Ctrl-D ends.", file=sys.stderr)
    if args.progress:
        print("making the solver ready", file=sys.stderr, flush=True)
    lines = batch.answered(asked, _input())
    with closing(pool.in_order(answered, lines, args.workers, prepare)) as answers:
        reported = _reported(answers, sys.stderr) if args.progress else answers
        return batch.write(reported, sys.stdout.buffer)


def position_of(line: Line) -> tuple[str, Position]:
    """The rules and the position that a line names, its moves played.

    Raises:
        BadLine, Invalid, Illegal: it names none.
    """
    rules = rules_of(line)
    moves = moves_of(line)
    if "deal" in line or "position" not in line:
        position = played(rules, text_of(line, "deal"), moves)
    else:
        position = rules.parse_position(text_of(line, "position"), number_of(line, "windows"))
        for move in moves:
            position = rules.play(position, rules.parse_move(move))
    if rules.id not in _RULES or not isinstance(position, Position):
        raise BadLine(f"there is no solver for {rules.id}")
    return rules.id, position


def answered(fields: dict[str, object]) -> dict[str, object]:
    """The fields with the question in `verdict` answered; a bad line as it is."""
    if "error" in fields:
        return fields
    name, position, max_nodes = cast("tuple[str, Position, int]", fields["verdict"])
    rules = _RULES[name]
    begun = time.perf_counter()
    verdict = solve(rules, position, max_nodes=max_nodes)
    ms = round((time.perf_counter() - begun) * 1e3, 3)
    return fields | {
        "verdict": type(verdict).__name__.lower(),
        "par": verdict.par if isinstance(verdict, Solved) else None,
        "windows": verdict.windows if isinstance(verdict, Solved) else None,
        "line": list(map(rules.move_name, verdict.line)) if isinstance(verdict, Solved) else None,
        "nodes": verdict.nodes,
        "ms": ms,
    }


def _input() -> BinaryIO:
    """Standard input, opened anew: a thread may still wait for it when the process ends."""
    try:
        return os.fdopen(sys.stdin.fileno(), "rb", closefd=False)
    except io.UnsupportedOperation:
        return sys.stdin.buffer


def _reported(answers: Iterable[dict[str, object]], log: TextIO) -> Iterator[dict[str, object]]:
    verdicts: Counter[str] = Counter(solved=0, unsolvable=0, unknown=0, bad=0)
    begun = due = time.monotonic()

    def report(end: str = "") -> None:
        total = verdicts.total()
        counts = ", ".join(f"{count} {name}" for name, count in verdicts.items())
        rate = total / max(time.monotonic() - begun, 1e-3)
        print(f"{total} lines, {counts}, {rate:.1f} a second{end}", file=log, flush=True)

    for fields in answers:
        yield fields
        verdicts["bad" if "error" in fields else str(fields["verdict"])] += 1
        if time.monotonic() >= due:
            due = time.monotonic() + _PROGRESS_SECONDS
            report()
    report(", done")


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1, not {text!r}")
    return int(text)
