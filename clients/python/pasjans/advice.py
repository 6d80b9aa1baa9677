"""What is said of a position to whoever asks for a hint."""

from dataclasses import dataclass

from pasjans_protocol.messages import Advised, Question, Suggestion
from pasjans_protocol.open_enum import OpenStrEnum


class Verdict(OpenStrEnum):
    """Whether a position has a solution; later versions of a server may know more words."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Advice:
    """The answer to a hint.

    Attributes:
        version: the version of the position, or, where the hint was an event of the game, the one
            that it made.
        verdict: `solved` when a solution is known, `unsolvable` when it is proved that there is
            none, `unknown` when neither was found out; None when the solver was not asked.
        to_go: the fewest moves that solve the position, proved; None where that is not known.
        undo: the fewest moves to take back to come to a position with a solution, 0 when this is
            one; None where there is none, or none is known.
        suggestions: what to do, the best first; each has an `action` for `Game.play` or None, a
            `reason` for programs and a `message` for people.
    """

    version: int
    verdict: Verdict | None
    to_go: int | None
    undo: int | None
    suggestions: tuple[Suggestion, ...]

    @property
    def action(self) -> str | None:
        """The first action that is suggested, for `Game.play`; None if there is none."""
        actions = (suggestion.action for suggestion in self.suggestions)
        return next((action for action in actions if action is not None), None)


def advice_of(advised: Advised) -> Advice:
    """The advice of a message."""
    return Advice(
        version=advised.version,
        verdict=None if advised.verdict is None else Verdict(advised.verdict),
        to_go=advised.to_go,
        undo=advised.undo,
        suggestions=advised.suggestions,
    )


def question(ask: str) -> Question:
    """What a hint asks for.

    Raises:
        ValueError: no hint asks for that.
    """
    try:
        return Question(ask)
    except ValueError:
        expected = " or ".join(map(repr, map(str, Question)))
        raise ValueError(f"a hint asks for {expected}, not {ask!r}") from None
