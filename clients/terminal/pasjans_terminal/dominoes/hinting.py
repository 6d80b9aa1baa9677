"""What hints are for people: what they cost, what they say, and which move they mark."""

from dataclasses import dataclass
from typing import Final

from pasjans import Advice, Game, Unsupported, Verdict
from pasjans_terminal.counsel import ASSISTS, NO_HINTS, Caution
from pasjans_terminal.dominoes.board import EXIT, steps_of
from pasjans_terminal.drawing.table import Step
from pasjans_terminal.sentences import counted, sentence

ASKED: Final = "The solver is asked for the best move ..."

_NOT_KNOWN: Final = "Not known: the solver found no answer in its time. This was no hint."
_NOWHERE: Final = "No solution from here, and none is known of from any move before."


@dataclass(frozen=True, slots=True)
class Words:
    """How things are done where a hint is read.

    Attributes:
        undo: how moves are taken back.
        exit: how the exit is taken.
    """

    undo: str
    exit: str


KEYS: Final = Words("u", "o")
TYPED: Final = Words("undo", EXIT)


class Hinting:
    """Hints about one game for its player, who is told once, before the first, what they cost.

    Args:
        game: the game.
        again: how a hint is asked for, as in `h again`.
        words: how other things are done.
        bot: whether the player is a program: its games stand on boards of their own in any case.

    Attributes:
        warning: what to say in place of asking; empty when the player knows it.
    """

    def __init__(self, game: Game, again: str, words: Words, *, bot: bool = False) -> None:
        self._game = game
        self._words = words
        self.warning: Final = Caution(game, ASSISTS.format(again=again), bot=bot)
        self._marked: tuple[tuple[int, ...], Step] | None = None

    @property
    def step(self) -> Step | None:
        """The move that the last hint told, as long as the game stands as it did then."""
        if self._marked is None or self._marked[0] != self._game.view:
            return None
        return self._marked[1]

    async def ask(self) -> str:
        """Ask for a hint, mark the move that it tells, and give its words.

        Raises:
            PasjansError: it cannot be had.
        """
        try:
            advice = await self._game.hint()
        except Unsupported:
            return NO_HINTS
        view, action = self._game.view, advice.action
        if advice.verdict is Verdict.SOLVED and action not in {None, EXIT}:
            (step,) = steps_of(view, (str(action),))
            self._marked = (view, step)
        return advice_text(advice, self._words)


def advice_text(advice: Advice, words: Words) -> str:
    """What a hint says, in sentences."""
    match advice.verdict:
        case Verdict.SOLVED:
            return _best(advice, words)
        case Verdict.UNSOLVABLE if advice.undo is None:
            return _NOWHERE
        case Verdict.UNSOLVABLE:
            moves = counted(advice.undo or 0, "move")
            return f"No solution from here: take back {moves} ({words.undo}) to one that has."
        case Verdict.UNKNOWN:
            return _NOT_KNOWN
        case _:
            said = (sentence(suggestion.message) for suggestion in advice.suggestions)
            return " ".join(said) or _NOT_KNOWN


def _best(advice: Advice, words: Words) -> str:
    action = advice.action
    if action is None:
        return "Nothing is left to do." if advice.to_go == 0 else "There is a solution from here."
    best = f"open the exit ({words.exit})" if action == EXIT else action
    away = "" if advice.to_go is None else f", {counted(advice.to_go, 'move')} from the end"
    return f"Best: {best}{away}."
