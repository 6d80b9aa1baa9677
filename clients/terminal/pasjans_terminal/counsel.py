"""Asking for help with a position, and being told before what that costs."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from pasjans import Game
from pasjans.slots import slots_of
from pasjans_terminal.counters import hints_in

HINT: Final = "hint"
"""The word by which a player asks what to do."""

ASSISTS: Final = "A hint puts this game on the assisted boards, for good: {again} to have one."
NO_HINTS: Final = "This server gives no hints: its version is too old, or it has no solver."


@dataclass(frozen=True, slots=True)
class Counsel:
    """One way to ask for help.

    Attributes:
        does: what it is, in a word or a few.
        warning: what to say in place of asking; empty when the player knows it.
        ask: asks, and gives what is said; raises PasjansError when it cannot be had.
        asked: what to say meanwhile.
    """

    does: str
    warning: Callable[[], str]
    ask: Callable[[], Awaitable[str]]
    asked: str


class Caution:
    """What help costs, told once, before the first time.

    Args:
        game: the game.
        text: what is told.
        bot: whether the player is a program: its games stand on boards of their own in any case.
    """

    def __init__(self, game: Game, text: str, *, bot: bool = False) -> None:
        self._game = game
        self._text = text
        self._told = bot

    def __call__(self) -> str:
        """The text, or nothing when the player knows it."""
        if self._told or hints_in(slots_of(self._game.rules), self._game.view):
            return ""
        self._told = True
        return self._text
