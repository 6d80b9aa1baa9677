"""The player of a domino game: chooses tiles, and the windows that they go to."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from pasjans import Game
from pasjans_terminal.counsel import HINT, Counsel
from pasjans_terminal.dominoes.board import EXIT, figures_of, moved_to, table_of
from pasjans_terminal.dominoes.choice import (
    NOTHING,
    Choice,
    Entered,
    Way,
    at_move,
    clicked,
    entered,
    kept,
    next_one,
    towards,
    windows_for,
)
from pasjans_terminal.dominoes.hinting import ASKED, KEYS, Hinting
from pasjans_terminal.dominoes.story import offer
from pasjans_terminal.drawing.body import Triangle
from pasjans_terminal.drawing.frame import Key
from pasjans_terminal.drawing.table import Table
from pasjans_terminal.family import Done

_WINDOWS: Final = "It fits several windows: arrows or Tab choose, Enter puts it there."
_NO_TILE: Final = "That cannot move: a tile that may has a sign before it."
_NO_EXIT: Final = "An exit is offered only when the layout is closed, with one window or two."


class DominoHand:
    """See the module. It is a `Hand`.

    Args:
        game: the game, with guide.
        bot: whether the player is a program.
    """

    def __init__(self, game: Game, *, bot: bool) -> None:
        self._game = game
        self._hinting = Hinting(game, "h again", KEYS, bot=bot)
        self._choice = NOTHING
        self._moved: int | None = None
        self._choice = kept(self._choice, self._table())

    def body(self) -> Triangle:
        """The game as it stands, with what is chosen."""
        game = self._game
        return Triangle(self._table(), figures_of(game.view, watching=game.watching))

    def _table(self) -> Table:
        game = self._game
        table = table_of(game.rules, game.view, game.legal, self._choice, self._moved)
        return replace(table, advised=self._hinting.step)

    def look(self, before: Sequence[int] | None, /) -> None:
        """Choose a tile of the position as it is now."""
        self._moved = None if before is None else moved_to(before, self._game.view)
        self._choice = kept(self._choice, self._table())

    def keys(self) -> Mapping[str, Callable[[], Done]]:
        """What each key does."""
        return {
            "up": partial(self._turn, Way.UP),
            "down": partial(self._turn, Way.DOWN),
            "left": partial(self._turn, Way.LEFT),
            "right": partial(self._turn, Way.RIGHT),
            "tab": partial(self._next, 1),
            "s-tab": partial(self._next, -1),
            "enter": self._enter,
            " ": self._enter,
            "escape": self._escape,
            "o": self._exit,
        }

    def shown_keys(self) -> tuple[Key, ...]:
        """The keys that do something now."""
        choice = self._choice
        return (
            *([Key("<arrows>", "choose"), Key("Enter", "put")] if choice.tile is not None else ()),
            *([Key("Escape", "back")] if choice.window is not None else ()),
            *([Key("o", "open the exit")] if EXIT in (self._game.legal or ()) else ()),
        )

    def click(self, cell: int, /) -> Done:
        """Play the tile, or choose the window."""
        return self._done(clicked(self._choice, self._table(), cell))

    def counsels(self) -> Mapping[str, Counsel]:
        """How help is asked for."""
        return {HINT: Counsel(HINT, self._hinting.warning, self._ask, ASKED)}

    def counsel_keys(self) -> Mapping[str, str]:
        """The words for help, by key."""
        return {"h": HINT}

    async def _ask(self) -> str:
        """Ask for a hint, and choose its move, so that Enter plays it."""
        said = await self._hinting.ask()
        if (step := self._hinting.step) is not None:
            self._choice = at_move(self._table(), step)
        return said

    def _turn(self, way: Way) -> Done:
        return self._choose(towards(self._choice, self._table(), way))

    def _next(self, count: int) -> Done:
        return self._choose(next_one(self._choice, self._table(), count))

    def _escape(self) -> Done:
        return self._choose(Choice(self._choice.tile))

    def _choose(self, choice: Choice) -> Done:
        self._choice = choice
        return Done()

    def _enter(self) -> Done:
        return self._done(entered(self._choice, self._table()))

    def _done(self, done: Entered) -> Done:
        self._choice = done.choice
        if done.move is not None:
            return Done(done.move)
        if done.choice.window is not None and len(windows_for(done.choice, self._table())) > 1:
            return Done(note=_WINDOWS)
        if self._game.legal is None:
            return Done()
        return Done(note=offer(self._game.legal) or _NO_TILE, alert=True)

    def _exit(self) -> Done:
        legal = self._game.legal
        if legal is None or EXIT in legal:
            return Done(EXIT)
        return Done(note=_NO_EXIT, alert=True)
