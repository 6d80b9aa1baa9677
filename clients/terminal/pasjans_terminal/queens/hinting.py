"""Help with a game of queens: what looks useful by what is seen, and whether it can be won."""

from typing import Final

from pasjans import Advice, Game, Unsupported, Verdict
from pasjans.slots import QUEENS
from pasjans_engine.queens.layout import Move
from pasjans_protocol.messages import Suggestion
from pasjans_terminal.counsel import HINT, NO_HINTS, Caution, Counsel
from pasjans_terminal.counters import without_hints
from pasjans_terminal.queens.board import move_of
from pasjans_terminal.sentences import counted, sentence

SOLVER: Final = "solver"
"""The word by which a player asks whether the game can still be won."""

_ASSISTS: Final = (
    "The solver says whether this can still be won. That puts the game on the assisted boards, "
    "for good: {again} to ask."
)
_NOT_KNOWN: Final = "Not known: the solver found no answer in its time. This was no hint."
_NOWHERE: Final = "No: this cannot be won, and nothing is known before it that can."
_NOTHING: Final = "Nothing is suggested."


class Suggesting:
    """Suggestions by what is seen, one after another; they cost nothing.

    Args:
        game: the game.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._asked: tuple[int, ...] = ()
        self._suggestions: tuple[Suggestion, ...] = ()
        self._next = 0
        self._marked: Move | None = None

    @property
    def move(self) -> Move | None:
        """The move that was told last, as long as the game stands as it did then."""
        return self._marked if self._asked == self._now() else None

    async def ask(self) -> str:
        """The best suggestion, or when one was told of this position, the next one.

        Raises:
            PasjansError: it cannot be had.
        """
        if self._asked != self._now() or not self._suggestions:
            try:
                self._suggestions = (await self._game.hint(ask="moves")).suggestions
            except Unsupported:
                return NO_HINTS
            self._asked, self._next = self._now(), 0
        if not self._suggestions:
            return _NOTHING
        return self._tell()

    def _now(self) -> tuple[int, ...]:
        return without_hints(QUEENS, self._game.view)

    def _tell(self) -> str:
        """Mark the next suggestion, and say it."""
        count = len(self._suggestions)
        number = self._next % count
        self._next = number + 1
        told = self._suggestions[number]
        self._marked = _move(told.action)
        action = "" if told.action is None else f"{told.action}: "
        return f"Hint {number + 1} of {count}: {action}{sentence(told.message)}"


def counsels_of(game: Game, again: str, suggesting: Suggesting, *, bot: bool) -> dict[str, Counsel]:
    """Both ways to ask for help, by their words.

    Args:
        game: the game.
        again: how the solver is asked again, as in `s again`.
        suggesting: gives suggestions.
        bot: whether the player is a program.
    """

    async def ask_solver() -> str:
        try:
            return verdict_text(await game.hint())
        except Unsupported:
            return NO_HINTS

    return {
        HINT: Counsel(HINT, _free, suggesting.ask, "What looks useful is asked for ..."),
        SOLVER: Counsel(
            "can it be won",
            Caution(game, _ASSISTS.format(again=again), bot=bot),
            ask_solver,
            "The solver is asked whether this can still be won ...",
        ),
    }


def verdict_text(advice: Advice) -> str:
    """What the solver says, in a sentence."""
    match advice.verdict:
        case Verdict.SOLVED:
            return "Yes: this can still be won."
        case Verdict.UNSOLVABLE if advice.undo is None:
            return _NOWHERE
        case Verdict.UNSOLVABLE:
            moves = counted(advice.undo or 0, "move")
            return f"No, not from here: take back {moves}, draws counted, to one that can be won."
        case _:
            return _NOT_KNOWN


def _move(action: str | None) -> Move | None:
    return None if action in {None, "undo"} else move_of(str(action))


def _free() -> str:
    """No warning: suggestions by what is seen cost nothing."""
    return ""
