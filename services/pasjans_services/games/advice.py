"""What can be said of a game's position to whoever asks for help, and who says it."""

from typing import Final, Protocol, assert_never

import msgspec

from pasjans_engine.game import Game
from pasjans_engine.queens.advice import advise
from pasjans_engine.queens.rules import QueensRules
from pasjans_protocol.errors import Code
from pasjans_protocol.messages import Advised, Hint, Question, Suggestion
from pasjans_services.desk import NotGranted
from pasjans_services.games.pars import Known

BEST: Final = "best"
UNDO: Final = "undo"


class Advice(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a solver says of a position and of the line that led to it.

    Attributes:
        verdict: Whether there is a solution, or that a budget did not do.
        to_go: The fewest moves that solve it, proved; None where that is not known, or not told.
        undo: How many moves to take back to come to a position with a solution: 0 when this is
            one; None where none is known.
        best: The next of so few moves; None where there is none, or it is not told.
    """

    verdict: Known
    to_go: int | None = None
    undo: int | None = None
    best: str | None = None


class Adviser(Protocol):
    """Whoever asks solvers."""

    async def about(self, game: Game, asker: str, /) -> Advice:
        """What a solver says of a game's position.

        Args:
            game: The game.
            asker: Whoever asks, for limits: an address.

        Raises:
            NotGranted: There is none for its rules, or none answered in time.
            StoreUnavailable: The store cannot be reached.
        """
        ...


async def answer(adviser: Adviser, hint: Hint, game: Game, asker: str) -> Advised:
    """The answer to a hint about a position of which everybody may know everything.

    Args:
        adviser: Whoever asks solvers.
        hint: The request.
        game: The game at the hint's version.
        asker: Whoever asks, for limits: an address.

    Raises:
        NotGranted: This cannot be said of such a game, or no solver answered in time.
        StoreUnavailable: The store cannot be reached.
    """
    match hint.ask:
        case Question.SOLVER:
            return advised(hint.id, hint.version, await adviser.about(game, asker))
        case Question.MOVES:
            return looked(hint.id, game)
        case _:
            assert_never(hint.ask)


def looked(request: str, game: Game) -> Advised:
    """The answer to a hint that asks for moves by what may be seen.

    Args:
        request: The hint's id.
        game: The game at the version in question.

    Raises:
        NotGranted: There is no such advice for its rules.
    """
    rules = game.rules
    if not isinstance(rules, QueensRules):
        message = "all lies open in this game, and nothing is to be guessed: ask the solver"
        raise NotGranted(Code.UNSUPPORTED, message)
    suggestions = tuple(
        Suggestion(None if one.move is None else rules.move_name(one.move), one.reason, one.message)
        for one in advise(rules, game)
    )
    return Advised(request, game.version, None, None, None, suggestions)


def advised(request: str, version: int, advice: Advice) -> Advised:
    """The answer to a hint.

    Args:
        request: The hint's id.
        version: The version that the answer is about.
        advice: What a solver says of it.
    """
    return Advised(
        request, version, advice.verdict, advice.to_go, advice.undo, _suggestions(advice)
    )


def _suggestions(advice: Advice) -> tuple[Suggestion, ...]:
    if advice.best is not None and advice.to_go is not None:
        return (Suggestion(advice.best, BEST, f"{_moves(advice.to_go)} from the end"),)
    if advice.undo:
        message = f"no solution from here: take back {_moves(advice.undo)}"
        return (Suggestion(UNDO, UNDO, message),)
    return ()


def _moves(count: int) -> str:
    return "1 move" if count == 1 else f"{count} moves"
