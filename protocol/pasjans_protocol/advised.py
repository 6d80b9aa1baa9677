"""What servers say of positions: the answers to hints."""

from typing import Annotated

from msgspec import Meta, Struct

from pasjans_protocol.limits import (
    Count,
    Id,
    Text,
    Version,
    Word,
)
from pasjans_protocol.message import Message


class Suggestion(Struct, array_like=True, frozen=True, gc=False):
    """A move, and why. An array in both encodings.

    Attributes:
        action: the move, as a command takes it; null where no move is suggested.
        reason: why, for programs: a permanent word, `best` for the solver's move.
        message: why, for people, at most 512 characters.
    """

    action: Word | None
    reason: Word
    message: Text


Suggestions = Annotated[tuple[Suggestion, ...], Meta(max_length=64)]


class Advised(Message, frozen=True, tag=48):
    """The answer to hint. The deltas up to its version were sent before this.

    Attributes:
        id: the request.
        version: the version of the position in question, or, where the hint was an event, the
            version that it made.
        verdict: `solved` when a solution is known, `unsolvable` when it is proved that there is
            none, `unknown` when neither was found out, and then the hint was no event; null when
            the solver was not asked.
        to_go: the fewest moves that solve the position, proved; null where that is not known.
        undo: the fewest moves to take back to come to a position with a solution: 0 when this is
            one; null where there is none, or none is known.
        suggestions: the best first. An array each: action, reason, message.
    """

    id: Id
    version: Version
    verdict: Word | None
    to_go: Count | None
    undo: Count | None
    suggestions: Suggestions = ()
