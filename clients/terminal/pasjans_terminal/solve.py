"""`pasjans solve`: a solution, or the proof that there is none; of dominoes the fewest moves."""

import argparse
import io
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import BinaryIO, TextIO, cast

from pasjans_engine.rules import Position, Rules
from pasjans_terminal import batch, pool, solvers
from pasjans_terminal.batch import BadLine, Line
from pasjans_terminal.command import Subparsers, declare
from pasjans_terminal.fields import moves_of, number_of, played, rules_of, text_of
from pasjans_terminal.solvers import SOLVERS, Verdict

_DESCRIPTION = """\
Read {"rules", "deal", "moves"?} or a position in place of the deal, and add "verdict":
  solved       "line" is some moves that solve it
  unsolvable   it is proved that nothing solves it
  unknown      --max-nodes was reached first
"line" and its figures are null if it is not solved. "nodes" is how many positions were opened,
"ms" the time it took. "moves" are played first; a line with a deal needs no position.

polish, russian: {"rules", "position", "windows"}. "par" is the fewest moves from there, exits
counted, and the line has no more; "windows" is how many are open after it.
queens, queens-3pass: {"rules", "position", "redeals"?}. "score" is the moves of the line that
count, "draws" those that do not (cards drawn, piles turned over); other lines may be shorter.
"redeals" is how many were used, for queens-3pass.

"windows" of a position is how many were opened so far; of an answer, how many are open at the end
of its line. The number that was read with a position is kept as "windows_before", and is read
from there if it is there, so that an answer can be asked again.
"""
_EXAMPLE = """\
  echo '{"rules": "polish", "deal":
    "52 41 61 64 30 55 62/31 43 51 65 54 21/10 00 60 53 50/66 42 33 32/63 20 11/40 44/22"
    }' | tr -d '\\n' | pasjans solve
"""
_PROGRESS_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a solver.

    Attributes:
        rules: id of the rules.
        position: what is to be solved.
        max_nodes: how many positions may be opened.
    """

    rules: str
    position: Position
    max_nodes: int


def add_parser(subparsers: Subparsers) -> None:
    """Declare the command."""
    parser = declare(
        subparsers,
        "solve",
        summary="a solution, of dominoes the shortest, or the proof that there is none",
        description=_DESCRIPTION,
        example=_EXAMPLE,
    )
    solvers.add_options(parser, each="line")
    batch.add_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Solve each line."""

    def asked(line: Line) -> dict[str, object]:
        return question_of(line, args.max_nodes)

    if sys.stdin.isatty():
        print("Type one JSON object a line, Ctrl-D ends.", file=sys.stderr)
    lines = batch.answered(asked, _input())
    with closing(pool.in_order(answered, lines, args.workers)) as answers:
        reported = _reported(answers, sys.stderr) if args.progress else answers
        return batch.write(reported, sys.stdout.buffer)


def question_of(line: Line, max_nodes: int | None) -> dict[str, object]:
    """The fields to add to a line: in `verdict` its question, and what its answer would hide.

    Raises:
        BadLine, Invalid, Illegal: it asks nothing that a solver can answer.
    """
    rules = rules_of(line)
    solver = SOLVERS.get(rules.id)
    if solver is None:
        raise BadLine(f"there is no solver for {rules.id}")
    budget = solver.max_nodes if max_nodes is None else max_nodes
    moves = moves_of(line)
    if "deal" in line or "position" not in line:
        position = played(rules, text_of(line, "deal"), moves)
        return {"verdict": Question(rules.id, position, budget)}
    kept = _kept(rules, line)
    (number,) = kept.values()
    position = rules.parse_position(text_of(line, "position"), number)
    for move in moves:
        position = rules.play(position, rules.parse_move(move))
    return {**kept, "verdict": Question(rules.id, position, budget)}


def _kept(rules: Rules, line: Line) -> dict[str, int]:
    """The number that belongs to a position, by a name that no answer has."""
    if rules.has_draws:
        return {"redeals": number_of(line, "redeals") if "redeals" in line else 0}
    before = "windows_before"
    return {before: number_of(line, before if before in line else "windows")}


def answered(fields: dict[str, object]) -> dict[str, object]:
    """The fields with the question in `verdict` answered; a bad line as it is."""
    if "error" in fields:
        return fields
    question = cast("Question", fields["verdict"])
    solver = SOLVERS[question.rules]
    answer, ms = solver.timed(question.position, question.max_nodes)
    return (
        fields
        | {"verdict": answer.verdict}
        | solver.fields(answer.figures)
        | {
            "line": list(answer.line) if answer.verdict is Verdict.SOLVED else None,
            "nodes": answer.nodes,
            "ms": ms,
        }
    )


def _input() -> BinaryIO:
    """Standard input, opened anew: a thread may still wait for it when the process ends."""
    try:
        return os.fdopen(sys.stdin.fileno(), "rb", closefd=False)
    except io.UnsupportedOperation:
        return sys.stdin.buffer


def _reported(answers: Iterable[dict[str, object]], log: TextIO) -> Iterator[dict[str, object]]:
    verdicts: Counter[str] = Counter(dict.fromkeys([*Verdict, "bad"], 0))
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
