"""A player at the screen: sends moves, sees what comes back. The hand chooses what to move."""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from pasjans import Diverged, Game, PasjansError, Refused, Update, UpdateKind
from pasjans_terminal.counsel import Counsel
from pasjans_terminal.counters import without_hints
from pasjans_terminal.drawing.frame import Key, Scene
from pasjans_terminal.families import family_of
from pasjans_terminal.family import Done
from pasjans_terminal.screen import notes
from pasjans_terminal.screen.keyline import playing_keys
from pasjans_terminal.screen.titles import playing_title
from pasjans_terminal.sentences import refusal

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
        self._family = family_of(game.rules)
        self._hand = self._family.hand(game, bot=bot)
        self._counsels = self._hand.counsels()
        self._refresh = refresh
        self._finish = finish
        self._updates = game.updates()
        self._view = game.view
        self._note = ""
        self._of_hand = False
        self._alert = False
        self._asking = False
        self._help = False
        self._connected = True
        self._sending: asyncio.Task[None] | None = None
        self._sent = ""
        self.failure: PasjansError | None = None
        family = self._family
        self._say(" ".join(filter(None, (family.ending(game.view), family.offer(game.legal)))))

    # What is shown

    def scene(self) -> Scene:
        """The game as it stands."""
        game = self._game
        return Scene(
            title=playing_title(game),
            body=self._hand.body(),
            note=_RESIGN if self._asking else self._note,
            alert=self._asking or self._alert,
            connected=self._connected,
            keys=playing_keys(game, self._hand.shown_keys(), self._counsel_keys()),
            page=self._family.playing_page if self._help else (),
        )

    def _counsel_keys(self) -> tuple[Key, ...]:
        keys = self._hand.counsel_keys()
        return tuple(Key(key, self._counsels[word].does) for key, word in keys.items())

    def _say(self, note: str, *, alert: bool = False) -> None:
        self._note = note
        self._alert = alert
        self._of_hand = False

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
                before, self._view = self._view, update.view
                self._see(before, update)
            case UpdateKind.DIVERGED:
                self._say(_LOST_TAIL, alert=True)
                self._view = update.view
                self._hand.look(None)
            case _:
                pass

    def _see(self, before: tuple[int, ...], update: Update) -> None:
        """Say what has changed, unless that is only the number of hints."""
        family = self._family
        if without_hints(family.slots, update.view) == without_hints(family.slots, before):
            return
        story = family.happened(before, update.view)
        self._say(" ".join(filter(None, (story, family.offer(update.legal)))))
        self._hand.look(before)

    def _fail(self, error: PasjansError) -> None:
        self.failure = error
        self._finish(1)

    # What the player does

    def keys(self) -> Mapping[str, Callable[[], object]]:
        """What the keys do."""
        keys: dict[str, Callable[[], object]] = {
            **{key: partial(self._use, act) for key, act in self._hand.keys().items()},
            **{key: partial(self._try, word) for key, word in self._hand.counsel_keys().items()},
            "u": partial(self._try, "undo"),
            "r": partial(self._try, "redo"),
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

    def click(self, cell: int, /) -> None:
        """Do what a click on a slot of the view does."""
        self._asking = self._help = False
        self._act(self._hand.click(cell))

    def _use(self, act: Callable[[], Done]) -> None:
        self._act(act())

    def _act(self, done: Done) -> None:
        """Do what comes of a key or a click; what was said of an earlier one is past."""
        if self._game.status.over and (done.move is not None or done.alert):
            self._say(notes.OVER, alert=True)
        elif done.move is not None:
            self.typed(done.move)
        elif done.note:
            self._say(done.note, alert=done.alert)
            self._of_hand = True
        elif self._alert or self._of_hand:
            self._say(self._family.offer(self._game.legal))

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
        elif (counsel := self._counsels.get(action)) and (warning := counsel.warning()):
            self._say(warning, alert=True)
        elif action:
            self._sent = action
            if not self._connected:
                self._say(notes.away(action), alert=True)
            self._sending = asyncio.create_task(self._send(action))

    async def _send(self, action: str) -> None:
        try:
            if (counsel := self._counsels.get(action)) is not None:
                await self._consult(counsel)
            else:
                await self._game.play(action)
        except Refused as refused:
            self._say(refusal(refused), alert=True)
        except Diverged:
            self._say(_LOST_TAIL, alert=True)
        except PasjansError as error:
            self._fail(error)
        self._refresh()

    async def _consult(self, counsel: Counsel) -> None:
        """Say what comes of asking for help."""
        if self._connected:
            self._say(counsel.asked)
            self._refresh()
        self._say(await counsel.ask())

    async def close(self) -> None:
        """End what is still under way."""
        if self._sending is not None:
            self._sending.cancel()
            await asyncio.gather(self._sending, return_exceptions=True)


def _nothing() -> None:
    """Any other key does nothing but end the help or answer no."""
