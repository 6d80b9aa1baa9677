"""A player at the screen: chooses tiles, sends moves, sees what comes back."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from pasjans import Diverged, Game, PasjansError, Refused, Update, UpdateKind
from pasjans_terminal.board import EXIT, figures_of, moved_to, table_of, without_hints
from pasjans_terminal.choice import (
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
from pasjans_terminal.drawing.frame import Scene
from pasjans_terminal.drawing.table import Table
from pasjans_terminal.hinting import HINT, KEYS, Hinting
from pasjans_terminal.screen import notes
from pasjans_terminal.screen.helptext import PLAYING
from pasjans_terminal.screen.keyline import playing_keys
from pasjans_terminal.screen.titles import playing_title
from pasjans_terminal.sentences import ending, happened, offer, refusal

ANOTHER: Final = -1
"""In place of an exit code: the player wants another game."""

_RESIGN: Final = "Give this game up, for good? y gives it up, any other key goes on."
_LOST_TAIL: Final = "The server lost the last moves: this is where the game stands now."


class Playing:
    """See the module. It is the shell's actor.

    Args:
        game: the game, with guide.
        refresh: draws the screen anew.
        finish: ends it with an exit code.
        bot: whether the player is a program.
    """

    def __init__(
        self,
        game: Game,
        refresh: Callable[[], None],
        finish: Callable[[int], None],
        *,
        bot: bool = False,
    ) -> None:
        self._game = game
        self._hinting = Hinting(game, "h again", KEYS, bot=bot)
        self._refresh = refresh
        self._finish = finish
        self._updates = game.updates()
        self._view = game.view
        self._choice = NOTHING
        self._moved: int | None = None
        self._note = ""
        self._alert = False
        self._asking = False
        self._help = False
        self._connected = True
        self._sending: asyncio.Task[None] | None = None
        self._sent = ""
        self.failure: PasjansError | None = None
        self._look()
        self._say(" ".join(filter(None, (ending(game.view), offer(game.legal)))))

    # What is shown

    def scene(self) -> Scene:
        """The game as it stands."""
        game = self._game
        return Scene(
            title=playing_title(game),
            table=self._table(),
            figures=figures_of(game.view, watching=game.watching),
            note=_RESIGN if self._asking else self._note,
            alert=self._asking or self._alert,
            connected=self._connected,
            keys=playing_keys(game, self._choice),
            page=PLAYING if self._help else (),
        )

    def _table(self) -> Table:
        game = self._game
        table = table_of(game.rules, game.view, game.legal, self._choice, self._moved)
        return replace(table, advised=self._hinting.step)

    def _say(self, note: str, *, alert: bool = False) -> None:
        self._note = note
        self._alert = alert

    # What comes in

    async def follow(self) -> None:
        """Take what happens in the game, until it is over or lost."""
        try:
            async for update in self._updates:
                self._take(update)
                self._refresh()
        except PasjansError as error:
            self._fail(error)

    def connection(self, connected: bool) -> None:
        """Take note that the connection went or came."""
        self._connected = connected
        if self._sending is not None and not self._sending.done():
            self._say("" if connected else notes.away(self._sent), alert=not connected)
        self._refresh()

    def _take(self, update: Update) -> None:
        match update.kind:
            case UpdateKind.MOVED | UpdateKind.FINISHED:
                if without_hints(update.view) == without_hints(self._view):
                    self._view = update.view
                    return
                story = happened(self._view, update.view)
                self._moved = moved_to(self._view, update.view)
                self._say(" ".join(filter(None, (story, offer(update.legal)))))
                self._view = update.view
            case UpdateKind.DIVERGED:
                self._moved = None
                self._say(_LOST_TAIL, alert=True)
                self._view = update.view
            case _:
                return
        self._look()

    def _look(self) -> None:
        """Choose a tile of the position as it is now."""
        self._choice = kept(self._choice, self._table())

    def _fail(self, error: PasjansError) -> None:
        self.failure = error
        self._finish(1)

    # What the player does

    def keys(self) -> Mapping[str, Callable[[], object]]:
        """What the keys do."""
        keys: dict[str, Callable[[], object]] = {
            "up": partial(self._turn, Way.UP),
            "down": partial(self._turn, Way.DOWN),
            "left": partial(self._turn, Way.LEFT),
            "right": partial(self._turn, Way.RIGHT),
            "tab": partial(self._next, 1),
            "s-tab": partial(self._next, -1),
            "enter": self._enter,
            " ": self._enter,
            "escape": self._escape,
            "o": partial(self._try, EXIT),
            "u": partial(self._try, "undo"),
            "r": partial(self._try, "redo"),
            "h": partial(self._try, HINT),
            "R": self._ask,
            "n": self._another,
            "?": self._show_help,
            "q": partial(self._finish, 0),
        }
        guarded = {key: partial(self._unless_answer, act) for key, act in keys.items()}
        return guarded | {"<any>": partial(self._unless_answer, _nothing), "y": self._yes}

    def _unless_answer(self, act: Callable[[], object]) -> None:
        """Any key ends the help or answers no; otherwise it does what it does."""
        if self._asking or self._help:
            self._asking = self._help = False
        else:
            act()

    def _yes(self) -> None:
        if self._asking:
            self._asking = False
            self.typed("resign")
        else:
            self._help = False

    def _turn(self, way: Way) -> None:
        self._choose(towards(self._choice, self._table(), way))

    def _next(self, count: int) -> None:
        self._choose(next_one(self._choice, self._table(), count))

    def _escape(self) -> None:
        self._choose(Choice(self._choice.tile))

    def _choose(self, choice: Choice) -> None:
        self._choice = choice
        if self._alert or self._note == notes.WINDOWS:
            self._say(offer(self._game.legal))

    def _enter(self) -> None:
        self._take_entered(entered(self._choice, self._table()))

    def click(self, cell: int, /) -> None:
        """Play the tile, or choose the window."""
        self._asking = self._help = False
        self._take_entered(clicked(self._choice, self._table(), cell))

    def _take_entered(self, done: Entered) -> None:
        self._choice = done.choice
        if done.move is not None:
            self.typed(done.move)
        elif done.choice.window is not None and len(windows_for(done.choice, self._table())) > 1:
            self._say(notes.WINDOWS)
        elif self._game.legal is not None:
            self._say(notes.why_no_tile(self._game), alert=True)

    def _try(self, action: str) -> None:
        """Send a command, or say why that is not possible."""
        reason = notes.why_not(action, self._game)
        if reason is None:
            self.typed(action)
        else:
            self._say(reason, alert=True)

    def _ask(self) -> None:
        if self._game.status.over:
            self._say(notes.OVER, alert=True)
        else:
            self._asking = True

    def _another(self) -> None:
        if self._game.status.over:
            self._finish(ANOTHER)
        else:
            self._say(notes.GOES_ON, alert=True)

    def _show_help(self) -> None:
        self._help = True

    def typed(self, text: str, /) -> None:
        """Send a command, unless one is under way."""
        action = text.strip()
        if action in {"q", "quit"}:
            self._finish(0)
        elif action in {"?", "help"}:
            self._help = True
        elif self._sending is not None and not self._sending.done():
            self._say(notes.WAIT if self._connected else notes.away(self._sent), alert=True)
        elif action == HINT and (warning := self._hinting.warning()):
            self._say(warning, alert=True)
        elif action:
            self._choice = replace(self._choice, window=None)
            self._sent = action
            if not self._connected:
                self._say(notes.away(action), alert=True)
            self._sending = asyncio.create_task(self._send(action))

    async def _send(self, action: str) -> None:
        try:
            if action == HINT:
                await self._hint()
            else:
                await self._game.play(action)
        except Refused as refused:
            self._say(refusal(refused), alert=True)
        except Diverged:
            self._say(_LOST_TAIL, alert=True)
        except PasjansError as error:
            self._fail(error)
        self._refresh()

    async def _hint(self) -> None:
        """Say what a hint says, and choose its move, so that Enter plays it."""
        if self._connected:
            self._say(notes.ASKED)
            self._refresh()
        self._say(await self._hinting.ask())
        if (step := self._hinting.step) is not None:
            self._choice = at_move(self._table(), step)

    async def close(self) -> None:
        """End what is still under way."""
        if self._sending is not None:
            self._sending.cancel()
            await asyncio.gather(self._sending, return_exceptions=True)


def _nothing() -> None:
    """Any other key does nothing but end the help or answer no."""
