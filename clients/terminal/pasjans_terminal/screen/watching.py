"""Somebody looks on: at a game as it goes, or at any moment of it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import partial
from typing import Final

from pasjans import Game, PasjansError, Refused
from pasjans_terminal.drawing.frame import Key, Scene
from pasjans_terminal.families import family_of
from pasjans_terminal.family import Looked
from pasjans_terminal.film import Film, Moment
from pasjans_terminal.screen.costing import ELSEWHERE, NEVER, Costing
from pasjans_terminal.screen.keyline import LIVE_KEYS, film_keys
from pasjans_terminal.screen.notes import AWAY, FIRST, LAST, LIVE, NOT_LIVE, NOTHING_AFTER
from pasjans_terminal.screen.titles import watching_title
from pasjans_terminal.sentences import refusal

SLOWEST: Final = 25
FASTEST: Final = 6_400
_WAITING_MOST: Final = 64
"""How many keys may wait; more are not taken while a connection is away."""

Begin = Callable[[int], Awaitable[Film]]
Join = Callable[[], Awaitable[Game]]


class Watching:
    """See the module. It is the shell's actor.

    It shows the live game until somebody scrolls back, and then the film, which stays where it is,
    whatever the game does and connections do, until somebody follows the game again.

    Args:
        source: what to show first.
        begin: begins a film at a version, without letting it run; None where there is none.
        join: joins the live game; None where there is none.
        refresh: draws the screen anew.
        finish: ends it with an exit code.

    Attributes:
        costing: what is known of the costs of moves.
        failure: why it could not go on, if so.
    """

    def __init__(
        self,
        source: Game | Film,
        begin: Begin | None,
        join: Join | None,
        refresh: Callable[[], None],
        finish: Callable[[int], None],
    ) -> None:
        self._shown = source
        self._live = source if isinstance(source, Game) else None
        self._begin = begin
        self._join = join
        self._refresh = refresh
        self._finish = finish
        self._steps: asyncio.Queue[Callable[[], Awaitable[None]]] = asyncio.Queue(_WAITING_MOST)
        self._updates = source.updates()
        self._following: list[asyncio.Task[None]] = []
        self._seen = (source.version, source.view)
        self._family = family_of(source.rules)
        self._before: tuple[int, ...] | None = None
        self._note = self._family.ending(source.view)
        self._alert = False
        self._help = False
        self._connected = True
        self.costing = Costing(ELSEWHERE if self._family.has_costs else NEVER)
        self.failure: PasjansError | None = None

    # What is shown

    @property
    def _film(self) -> Film | None:
        return None if isinstance(self._shown, Game) else self._shown

    def scene(self) -> Scene:
        """The game at the moment that is looked at."""
        shown = self._shown
        version = shown.version
        watching = shown.watching if isinstance(shown, Game) else None
        moves = shown.view[self._family.slots.moves]
        looked = Looked(
            shown.rules,
            shown.view,
            shown.legal,
            before=self._before,
            place=self._place(),
            worth=self.costing.worth(version, moves),
            cost=self.costing.cost(version),
            watching=watching,
        )
        costly = "" if self._alert else self.costing.told(version)
        return Scene(
            title=watching_title(shown),
            body=self._family.body(looked),
            note=" ".join(filter(None, (self._note, costly))),
            alert=self._alert,
            connected=self._connected,
            keys=self._keys_now(),
            page=self._family.watching_page if self._help else (),
        )

    def _place(self) -> str:
        ply = self._shown.version - 1
        return f"event {ply} of {self._head() - 1}" if self._film is not None else f"event {ply}"

    def _head(self) -> int:
        """The last version that is known of."""
        live = 1 if self._live is None else self._live.version
        return live if self._film is None else max(live, self._film.head)

    def _keys_now(self) -> tuple[Key, ...]:
        film = self._film
        if film is None:
            return LIVE_KEYS
        return film_keys(
            film,
            live=self._join is not None,
            watched=self._live is not None,
            costly=bool(self.costing.costly),
        )

    def _say(self, note: str) -> None:
        self._note, self._alert = note, False

    def _look(self, moment: Moment) -> None:
        """Take a moment of what is shown for what one looks at."""
        version, view = self._seen
        if (moment.version, moment.view) == self._seen:
            return
        one_on = moment.version == version + 1
        family = self._family
        self._before = view if one_on else None
        self._note = family.happened(view, moment.view) if one_on else family.ending(moment.view)
        self._alert = False
        self._seen = (moment.version, moment.view)

    def _show(self, source: Game | Film) -> None:
        """Show something else."""
        self._shown = source
        self._look(source)

    # What comes in

    async def run(self) -> None:
        """Follow what is shown, and do what keys ask for, one after another."""
        self._follow(self._shown, self._updates)
        while True:
            step = await self._steps.get()
            try:
                await step()
            except Refused as refused:
                self._note, self._alert = refusal(refused), True
            except PasjansError as error:
                self._fail(error)
            self._refresh()

    def _follow(self, source: Game | Film, updates: AsyncIterator[Moment]) -> None:
        self._following.append(asyncio.create_task(self._take(source, updates)))

    async def _take(self, source: Game | Film, updates: AsyncIterator[Moment]) -> None:
        try:
            async for moment in updates:
                if source is self._shown:
                    self._look(moment)
                self._refresh()
        except PasjansError as error:
            if source is self._shown:
                self._fail(error)

    def connection(self, connected: bool) -> None:
        """Take note that the connection went or came."""
        self._connected = connected
        if connected and self._note == AWAY:
            self._note, self._alert = "", False
        self._refresh()

    def _fail(self, error: PasjansError) -> None:
        self.failure = error
        self._finish(1)

    async def close(self) -> None:
        """End what is still under way."""
        for task in self._following:
            task.cancel()
        await asyncio.gather(*self._following, return_exceptions=True)
        if self._film is not None:
            await self._film.leave()

    # What keys do

    def keys(self) -> Mapping[str, Callable[[], object]]:
        """What the keys do."""
        steps: dict[str, Callable[[], Awaitable[None]]] = {
            "left": partial(self._scroll, -1),
            "right": partial(self._scroll, 1),
            "home": partial(self._seek, 1),
            "end": self._to_end,
            "f": self._go_live,
            "c": self._to_costly,
            " ": self._run_or_stop,
            "+": partial(self._hurry, 2.0),
            "=": partial(self._hurry, 2.0),
            "-": partial(self._hurry, 0.5),
        }
        keys: dict[str, Callable[[], object]] = {
            key: partial(self._ask, step) for key, step in steps.items()
        }
        return keys | {
            "?": self._toggle_help,
            "<any>": self._hide_help,
            "q": partial(self._finish, 0),
        }

    def _ask(self, step: Callable[[], Awaitable[None]]) -> None:
        self._help = False
        if not self._connected:
            self._note, self._alert = AWAY, True
        if not self._steps.full():
            self._steps.put_nowait(step)

    def _toggle_help(self) -> None:
        self._help = not self._help

    def _hide_help(self) -> None:
        self._help = False

    def click(self, cell: int, /) -> None:
        """Nothing: who looks on cannot play."""

    def typed(self, text: str, /) -> None:
        """Nothing: who looks on cannot play."""

    async def _scroll(self, count: int) -> None:
        wanted = self._shown.version + count
        if wanted < 1:
            self._say(FIRST)
        elif wanted > self._head():
            self._say(NOTHING_AFTER if self._film is None else LAST)
        else:
            await self._seek(wanted)

    async def _seek(self, version: int) -> None:
        wanted = max(1, min(version, self._head()))
        film = self._film
        if film is None:
            if self._begin is not None and wanted != self._shown.version:
                film = await self._begin(wanted)
                self._follow(film, film.updates())
                self._show(film)
        elif wanted != film.version:
            await film.seek(wanted)

    async def _to_end(self) -> None:
        if self._live is not None:
            await self._go_live()
        else:
            await self._seek(self._head())

    async def _to_costly(self) -> None:
        """Go to the next costly move, from just before it, so that one sees what it was."""
        match self.costing.next_costly(self._shown.version):
            case str() as why:
                self._say(why)
            case version:
                if self._film is not None:
                    await self._film.pause()
                await self._seek(version - 1)
                await self._seek(version)

    async def _go_live(self) -> None:
        if self._join is None:
            self._say(NOT_LIVE)
            return
        if self._live is None:
            self._live = await self._join()
            self._follow(self._live, self._live.updates())
        film = self._film
        self._show(self._live)
        if film is not None:
            await film.leave()

    async def _run_or_stop(self) -> None:
        film = self._film
        if film is None:
            self._say(LIVE)
            return
        if film.playing:
            await film.pause()
            return
        if film.version >= self._head():
            await film.seek(1)
        await film.play()

    async def _hurry(self, factor: float) -> None:
        film = self._film
        if film is None:
            self._say(LIVE)
        else:
            await film.pace(max(SLOWEST, min(round(film.speed * factor), FASTEST)))
