"""The file that keeps a survey's answers, so that it can be gone on with."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final

from pasjans_terminal.batch import BadLine
from pasjans_terminal.surveying.deals import Record, Survey
from pasjans_terminal.surveying.lines import line_of, may_begin, record_of

_MAX_LINE_BYTES: Final = 1 << 20


class BadLedger(Exception):
    """A file that is of something else, or cannot be read or written; the message says which."""


class Ledger:
    """Answers of a survey in the order of its deals, a line each.

    Args:
        path: where it is.
        file: the same, opened to read and to append.
        survey: which the answers have to be of.
    """

    def __init__(self, path: Path, file: BinaryIO, survey: Survey) -> None:
        self._path = path
        self._file = file
        self._survey = survey

    def records(self) -> Iterator[Record]:
        """The answers there are; a line that a killed process left without an end is cut off.

        Raises:
            BadLedger: a line is of something else, and the file is as it was; or it cannot be read.
        """
        with _named(self._path):
            self._file.seek(0)
            whole_bytes = 0
            for number, text in enumerate(iter(self._line, b"")):
                if not text.endswith(b"\n"):
                    self._cut(number, text, whole_bytes)
                    return
                yield self._record(number, text)
                whole_bytes += len(text)

    def append(self, record: Record) -> None:
        """Write an answer, so that it stays when this process is killed.

        Raises:
            BadLedger: it cannot be written.
        """
        with _named(self._path):
            self._file.write(line_of(self._survey, record))
            self._file.flush()

    def _line(self) -> bytes:
        return self._file.readline(_MAX_LINE_BYTES)

    def _record(self, number: int, text: bytes) -> Record:
        try:
            return record_of(self._survey, number, text)
        except BadLine as bad:
            raise self._refusal(number, bad.message) from None

    def _cut(self, number: int, text: bytes, whole_bytes: int) -> None:
        if not may_begin(self._survey, number, text):
            raise self._refusal(number, "not a line of this survey")
        self._file.truncate(whole_bytes)

    def _refusal(self, number: int, why: str) -> BadLedger:
        return BadLedger(
            f"{self._path}, line {number + 1}: {why}. Go on as it was begun, or name another file."
        )


@contextmanager
def opened(path: Path, survey: Survey) -> Generator[Ledger]:
    """The answers in a file, which is made if there is none.

    Raises:
        BadLedger: it cannot be opened.
    """
    with _named(path):
        file = path.open("a+b")
    try:
        yield Ledger(path, file, survey)
    finally:
        # What could not be written was told when it was appended.
        with suppress(OSError):
            file.close()


@contextmanager
def _named(path: Path) -> Generator[None]:
    try:
        yield
    except OSError as error:
        raise BadLedger(f"{path}: {error.strerror or error}") from None
