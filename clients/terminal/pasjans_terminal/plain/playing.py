"""Playing with a command a line."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress

from pasjans import Diverged, Game, Refused, UpdateKind
from pasjans_terminal.counters import without_hints
from pasjans_terminal.families import family_of
from pasjans_terminal.plain.text import legal_line
from pasjans_terminal.sentences import refusal, rules_name


class PlainPlaying:
    """See the module.

    Args:
        game: the game, with guide.
        say: writes a line.
        bot: whether the player is a program.
    """

    def __init__(self, game: Game, say: Callable[[str], None], *, bot: bool = False) -> None:
        self._game = game
        self._say = say
        self._family = family_of(game.rules)
        self._counsels = self._family.counsels(game, bot=bot)
        self._shown = game.version
        self._view = game.view
        self._refused = False

    async def run(self, lines: AsyncIterator[str]) -> int:
        """Carry out each line until the last, `quit`, or the end of the game.

        Returns:
            The exit code: 0, or 1 when something was refused.

        Raises:
            PasjansError: the game could not go on.
        """
        game = self._game
        self._say(f"game {game.id}, {rules_name(game.rules)}; type help for the commands")
        self._show()
        following = asyncio.create_task(self._follow())
        try:
            while (line := await _next(lines, following)) is not None:
                if line == "quit" or not await self._obey(line):
                    break
        finally:
            following.cancel()
            with suppress(asyncio.CancelledError):
                await following
        return int(self._refused)

    async def _follow(self) -> None:
        """Show what others do: the same player, elsewhere."""
        async for update in self._game.updates():
            if update.kind is not UpdateKind.PRESENCE:
                self._show_news()

    async def _obey(self, line: str) -> bool:
        """Carry out a line; False ends it."""
        match line:
            case "":
                pass
            case "help" | "?":
                self._say(self._family.commands.rstrip())
            case "position":
                self._show()
            case "legal":
                self._say(legal_line(self._game.legal))
            case _:
                await self._play(line)
        return not self._game.status.over

    async def _play(self, action: str) -> None:
        try:
            if (counsel := self._counsels.get(action)) is not None:
                self._say(counsel.warning() or await counsel.ask())
            else:
                await self._game.play(action)
        except Refused as refused:
            self._refused = True
            self._say(f"refused, {refused.code}: {refusal(refused)}")
        except Diverged as error:
            self._refused = True
            self._say(str(error))
        self._show_news()

    def _show_news(self) -> None:
        game = self._game
        if (game.version, game.view) == (self._shown, self._view):
            return
        slots = self._family.slots
        if without_hints(slots, game.view) == without_hints(slots, self._view):
            self._shown, self._view = game.version, game.view
            self._say(self._family.status_line(game.view))
            return
        story = self._family.happened(self._view, game.view)
        if story:
            self._say(story)
        self._show()

    def _show(self) -> None:
        game = self._game
        self._shown, self._view = game.version, game.view
        for line in self._family.position_lines(game.view):
            self._say(line)
        self._say(self._family.status_line(game.view))
        if not game.status.over:
            self._say(legal_line(game.legal))
        if special := self._family.offer(game.legal):
            self._say(special)


async def _next(lines: AsyncIterator[str], following: asyncio.Task[None]) -> str | None:
    """The next line; None when there is none, or the game cannot be followed any more."""
    reading = asyncio.ensure_future(anext(lines, None))
    try:
        await asyncio.wait({reading, following}, return_when=asyncio.FIRST_COMPLETED)
        line = reading.result() if reading.done() else None
        return None if line is None else line.strip()
    finally:
        reading.cancel()
