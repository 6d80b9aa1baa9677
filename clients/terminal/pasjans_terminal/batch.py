"""JSON lines in, JSON lines out: the loop that the batch commands share.

Each line is an object. It is written back with the fields of its answer added, one line out for
one line in, in order, and flushed. A bad line comes back with `error` (for people) and `code`
(for programs), and the lines after it are answered all the same. Blank lines are passed over.
"""

import argparse
import json
import math
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import BinaryIO, NoReturn, TextIO, TypeAlias, cast

from pasjans_engine.errors import Illegal, Invalid
from pasjans_terminal.jsonline import json_line

Line: TypeAlias = Mapping[str, object]
"""What a line of input says."""

Answer: TypeAlias = Callable[[Line], dict[str, object]]
"""The fields to add to a line. Raises BadLine, Invalid or Illegal."""

_PROGRESS_SECONDS = 0.5


class BadLine(Exception):
    """A line that cannot be answered.

    Attributes:
        message: for a person.
        code: `malformed` (not a JSON object), `invalid` (says nothing these rules know),
            `illegal` (a proper move, but not there) or `unsupported` (not asked by these rules).
        fields: what else is known.
    """

    def __init__(self, message: str, code: str = "invalid", **fields: object) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.fields = fields


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that every batch command has."""
    parser.add_argument(
        "--progress", action="store_true", help="say on standard error how far it has come"
    )


def run(answer: Answer, *, progress: bool) -> int:
    """Answer standard input on standard output.

    Returns:
        The exit code: 0, or 1 if a line was bad.
    """
    if sys.stdin.isatty():
        print("Type one JSON object a line, Ctrl-D ends.", file=sys.stderr)
    answers = answered(answer, sys.stdin.buffer)
    if progress:
        answers = _reported(answers, sys.stderr)
    return write(answers, sys.stdout.buffer)


def answered(answer: Answer, lines: Iterable[bytes]) -> Iterator[dict[str, object]]:
    """The answer to each line that is not blank, in order."""
    for number, text in enumerate(lines, start=1):
        if text.strip():
            yield _answered(answer, text, number)


def write(answers: Iterable[dict[str, object]], sink: BinaryIO) -> int:
    """Write each answer as soon as it is there.

    Returns:
        The exit code: 0, or 1 if there was an error among them.
    """
    code = 0
    for fields in answers:
        sink.write(json_line(fields).encode() + b"\n")
        sink.flush()
        if "error" in fields:
            code = 1
    return code


def _answered(answer: Answer, text: bytes, number: int) -> dict[str, object]:
    line: dict[str, object] = {"line": number}
    try:
        line = parsed(text)
        line.pop("error", None)
        return line | answer(line)
    except BadLine as bad:
        return line | {"error": bad.message, "code": bad.code} | bad.fields
    except Invalid as invalid:
        return line | {"error": invalid.message, "code": "invalid"}
    except Illegal as illegal:
        return line | {"error": illegal.message, "code": "illegal", "reason": illegal.reason}


def parsed(text: bytes) -> dict[str, object]:
    """The object that a line holds.

    Raises:
        BadLine: it holds something else.
    """
    try:
        line: object = json.loads(
            text.strip().decode("utf-8-sig"), parse_constant=_no_number, parse_float=_finite
        )
    except json.JSONDecodeError as error:
        message = f"not a JSON object: {error.msg} at character {error.pos}"
        raise BadLine(message, "malformed") from None
    except RecursionError:
        raise BadLine("not a JSON object: nested too deeply", "malformed") from None
    except ValueError as error:
        raise BadLine(f"not a JSON object: {error}", "malformed") from None
    if not isinstance(line, dict):
        raise BadLine(f"expected a JSON object, not {kind_of(line)}", "malformed")
    return cast("dict[str, object]", line)


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError(f"{text} is too large a number")
    return number


def kind_of(value: object) -> str:
    """What JSON calls this kind of value."""
    match value:
        case None:
            return "null"
        case bool():
            return "a boolean"
        case int() | float():
            return "a number"
        case str():
            return "a string"
        case list():
            return "an array"
        case _:
            return "an object"


def _reported(answers: Iterable[dict[str, object]], log: TextIO) -> Iterator[dict[str, object]]:
    total = bad = 0
    due = time.monotonic() + _PROGRESS_SECONDS
    for fields in answers:
        yield fields
        total += 1
        bad += "error" in fields
        if time.monotonic() >= due:
            due = time.monotonic() + _PROGRESS_SECONDS
            print(f"{total} lines, {bad} bad", file=log, flush=True)
    print(f"{total} lines, {bad} bad, done", file=log, flush=True)
