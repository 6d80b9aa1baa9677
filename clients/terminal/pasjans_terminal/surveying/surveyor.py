"""Solving the deals of a survey, and writing what they come to."""

import sys
from collections.abc import Generator, Iterable, Iterator
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from pasjans_terminal import pool
from pasjans_terminal.drawing.glyphs import UNICODE
from pasjans_terminal.jsonline import json_line
from pasjans_terminal.solvers import Verdict
from pasjans_terminal.surveying.deals import Question, Record, Survey, examined
from pasjans_terminal.surveying.ledger import BadLedger, Ledger, opened
from pasjans_terminal.surveying.progress import reported
from pasjans_terminal.surveying.summary import json_of, summary_of
from pasjans_terminal.surveying.tally import Tally
from pasjans_terminal.surveying.text import text_of
from pasjans_terminal.terminal import glyphs

_DECIDED, _UNDECIDED, _BAD_FILE, _INTERRUPTED = 0, 1, 2, 130


@dataclass(frozen=True, slots=True)
class Order:
    """How a survey is done, and what is written.

    Attributes:
        deals: how many to solve, 1 or more, those included that a file holds already.
        workers: how many processes solve.
        out: the file that keeps each answer, if any.
        progress: whether to say on standard error how far it has come.
        as_json: whether to write an object instead of text.
    """

    deals: int
    workers: int
    out: Path | None
    progress: bool
    as_json: bool


def carry_out(survey: Survey, order: Order) -> int:
    """Solve the deals and write what they come to; the exit code."""
    tally = Tally(survey.solver.figures)
    try:
        with _ledger(survey, order) as ledger, closing(_records(survey, order, ledger)) as records:
            for record in records:
                tally.add(record)
    except BadLedger as bad:
        print(bad, file=sys.stderr)
        return _BAD_FILE
    except KeyboardInterrupt:
        _write(survey, order, tally)
        print(_way_on(order, tally.deals), file=sys.stderr)
        return _INTERRUPTED
    _write(survey, order, tally)
    return _UNDECIDED if tally.verdicts[Verdict.UNKNOWN] else _DECIDED


def _ledger(survey: Survey, order: Order) -> AbstractContextManager[Ledger | None]:
    return nullcontext() if order.out is None else opened(order.out, survey)


def _records(survey: Survey, order: Order, ledger: Ledger | None) -> Generator[Record]:
    there = 0
    if ledger is not None:
        for record in islice(ledger.records(), order.deals):
            yield record
            there += 1
    if there < order.deals:
        fresh = _fresh(survey, order, there)
        yield from fresh if ledger is None else _kept(fresh, ledger)


def _fresh(survey: Survey, order: Order, there: int) -> Iterator[Record]:
    if order.progress:
        print("making the solver ready", file=sys.stderr, flush=True)
    questions = (Question(survey, number) for number in range(there, order.deals))
    prepare = survey.solver.prepare
    with closing(pool.in_order(examined, questions, order.workers, prepare)) as records:
        if order.progress:
            yield from reported(records, order.deals, there, sys.stderr)
        else:
            yield from records


def _kept(records: Iterable[Record], ledger: Ledger) -> Iterator[Record]:
    for record in records:
        ledger.append(record)
        yield record


def _write(survey: Survey, order: Order, tally: Tally) -> None:
    if not tally.deals:
        return
    summary = summary_of(survey, order.deals, tally)
    if order.as_json:
        print(json_line(json_of(summary)), flush=True)
    else:
        print(text_of(summary, blocks=glyphs() is UNICODE), flush=True)


def _way_on(order: Order, deals: int) -> str:
    stopped = f"interrupted after {deals:,} of {order.deals:,} deals"
    if order.out is None:
        return f"{stopped}; with --out FILE the same command would go on there"
    return f"{stopped}, which are in {order.out}: the same command goes on there"
