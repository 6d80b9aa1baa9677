"""Why a file is not verified, and where its first flaw is."""

from enum import StrEnum


class Flaw(StrEnum):
    """What is wrong. Codes are permanent; later versions may add some.

    Attributes:
        MALFORMED: a line is not exactly what this format writes.
        TOO_LARGE: a line, or the file, is longer than any game needs.
        UNSUPPORTED: a later format, or rules that this program does not know.
        ORDER: a line is missing, or stands where another belongs.
        CHAIN: a line's hash is not that of the file up to it.
        DEAL: not a deal of these rules, or not the one that its seed or its name says.
        COMMITMENT: not the commitment to the seed.
        ILLEGAL: the rules do not allow the event there.
        CHECK: the line's check is not that of the position.
        RESULT: the last line says of the game what is not so.
        INCOMPLETE: the end is missing.
        SURPLUS: something stands after the last line.
    """

    MALFORMED = "malformed"
    TOO_LARGE = "too_large"
    UNSUPPORTED = "unsupported"
    ORDER = "order"
    CHAIN = "chain"
    DEAL = "deal"
    COMMITMENT = "commitment"
    ILLEGAL = "illegal"
    CHECK = "check"
    RESULT = "result"
    INCOMPLETE = "incomplete"
    SURPLUS = "surplus"


class NotVerified(Exception):
    """A file does not prove the game that it tells.

    Attributes:
        line: number of the first line that is not right, from 1; one more than there are when
            the end is missing.
        version: version of the event that this line is, or should be; 1 for the first line, None
            for the last line and what follows it.
        message: for a person; names the event.
        code: for programs.
    """

    def __init__(self, line: int, version: int | None, message: str, code: Flaw) -> None:
        super().__init__(line, version, message, code)
        self.line = line
        self.version = version
        self.message = message
        self.code = code

    def __str__(self) -> str:
        return self.message


class Flawed(Exception):
    """What is wrong with a line, before it is said which line that is."""

    def __init__(self, code: Flaw, message: str) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message
