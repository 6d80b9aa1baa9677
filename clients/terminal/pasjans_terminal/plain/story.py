"""A game told event by event, in lines of text or of JSON."""

from collections.abc import Callable

from pasjans_terminal.counters import status_of
from pasjans_terminal.families import family_of
from pasjans_terminal.film import Moment
from pasjans_terminal.jsonline import json_line
from pasjans_terminal.plain.text import legal_line
from pasjans_terminal.sentences import rules_name


class Story:
    """See the module.

    Args:
        game: the game's id.
        rules: id of its rules.
        say: writes a line.
        as_json: whether lines are JSON.
    """

    def __init__(self, game: str, rules: str, say: Callable[[str], None], *, as_json: bool) -> None:
        self._game = game
        self._rules = rules
        self._family = family_of(rules)
        self._say = say
        self._as_json = as_json
        self._last: tuple[int, tuple[int, ...]] | None = None
        self._begun = False

    def begin_after(self, seen: Moment) -> None:
        """Take note of what comes before that which is told first, so that it tells the change."""
        self._last = (seen.version, seen.view)

    def tell(self, seen: Moment) -> None:
        """Tell how the game stands, and what has changed since it was told last, if anything."""
        now = (seen.version, seen.view)
        if now == self._last:
            return
        change = self._change(seen)
        if self._as_json:
            self._say(json_line(self._fields(seen, change)))
        else:
            self._tell_lines(seen, change)
        self._last = now
        self._begun = True

    def _change(self, seen: Moment) -> str:
        if self._last is not None and seen.version == self._last[0] + 1:
            return self._family.happened(self._last[1], seen.view)
        return self._family.ending(seen.view)

    def _tell_lines(self, seen: Moment, change: str) -> None:
        if not self._begun:
            self._say(f"game {self._game}, {rules_name(self._rules)}")
        self._say(f"event {seen.version - 1}: {change}" if change else f"event {seen.version - 1}")
        for line in self._family.position_lines(seen.view):
            self._say(line)
        self._say(self._family.status_line(seen.view))
        if not status_of(self._family.slots, seen.view).over and seen.legal is not None:
            self._say(legal_line(seen.legal))

    def _fields(self, seen: Moment, change: str) -> dict[str, object]:
        return {
            "game": self._game,
            "rules": self._rules,
            "version": seen.version,
            "ply": seen.version - 1,
            **self._family.fields(seen.view),
            "legal": None if seen.legal is None else list(seen.legal),
            "check": seen.check,
            "change": change,
        }
