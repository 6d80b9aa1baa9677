"""A survey's answers as lines of JSON: each says which deal it is of, of which survey."""

from typing import Final

from pasjans_terminal.batch import BadLine, Line, kind_of, parsed
from pasjans_terminal.fields import number_of, text_of
from pasjans_terminal.jsonline import json_line
from pasjans_terminal.solvers import Verdict
from pasjans_terminal.surveying.deals import Record, Survey, deal_seed

_BEGUN: Final = {
    "rules": "--rules",
    "rules_version": "rules of version",
    "solver": "a solver of version",
    "max_nodes": "--max-nodes",
    "survey": "--seed",
}
"""What people call the fields that are the same in all lines."""

_TOO_LARGE: Final = 2**53


def line_of(survey: Survey, record: Record) -> bytes:
    """A record as a line, its end included."""
    fields = (
        _head(survey, record.number)
        | {"verdict": record.verdict}
        | survey.solver.fields(record.figures)
        | {"nodes": record.nodes, "ms": record.ms}
    )
    return json_line(fields).encode() + b"\n"


def record_of(survey: Survey, number: int, text: bytes) -> Record:
    """The record that a line holds.

    Raises:
        BadLine: it is not of this deal of this survey, or holds something else.
    """
    line = parsed(text)
    for name, expected in _head(survey, number).items():
        _check(line, name, expected)
    verdict = _verdict_of(line)
    names = survey.solver.figures if verdict is Verdict.SOLVED else ()
    figures = tuple(_whole(line, name) for name in names)
    return Record(number, verdict, figures, _whole(line, "nodes"), _ms_of(line))


def may_begin(survey: Survey, number: int, text: bytes) -> bool:
    """Whether a line of this deal may have been cut off so."""
    head = json_line(_head(survey, number)).encode().removesuffix(b"}")
    return text.startswith(head) or head.startswith(text)


def _head(survey: Survey, number: int) -> dict[str, object]:
    return {
        "rules": survey.rules,
        "rules_version": survey.solver.rules.version,
        "solver": survey.solver.version,
        "max_nodes": survey.max_nodes,
        "survey": survey.seed,
        "number": number,
        "seed": deal_seed(survey.seed, number).hex(),
    }


def _check(line: Line, name: str, expected: object) -> None:
    if name not in line:
        raise BadLine(f'not of a survey: there is no "{name}"')
    if line[name] != expected:
        if name in _BEGUN:
            raise BadLine(f"begun with {_BEGUN[name]} {line[name]!r}, not {expected!r}")
        raise BadLine(f'"{name}" is {line[name]!r}, and {expected!r} belongs there')


def _verdict_of(line: Line) -> Verdict:
    text = text_of(line, "verdict")
    try:
        return Verdict(text)
    except ValueError:
        raise BadLine(f"{text!r} is not a verdict") from None


def _whole(line: Line, name: str) -> int:
    value = number_of(line, name)
    if not 0 <= value < _TOO_LARGE:
        raise BadLine(f'"{name}" cannot be {value}')
    return value


def _ms_of(line: Line) -> float:
    value = line.get("ms")
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        raise BadLine(f'"ms" is {kind_of(value)}: expected a number')
    if not 0 <= value < _TOO_LARGE:
        raise BadLine(f'"ms" cannot be {value}')
    return value
