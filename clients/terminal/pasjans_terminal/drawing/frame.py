"""A whole screen: title, layout, a sentence, and the keys, in the size that the terminal has."""

from dataclasses import dataclass, field
from textwrap import wrap
from typing import Final, Protocol

from pasjans_terminal.drawing.glyphs import Glyphs
from pasjans_terminal.drawing.styles import Line, Span, Style, cut

_NOTE_ROWS: Final = 2
_KEY_ROWS: Final = 2
_LAST_KEYS: Final = 2
"""Help and leave: on narrow terminals others are left out before them."""

_AROUND: Final = 1 + _NOTE_ROWS + _KEY_ROWS
"""Rows about the layout. They are kept free also when fewer keys do something, so that the
layout does not change its size in the middle of a game."""


class Body(Protocol):
    """The layout of a game, and its figures."""

    def lines(self, columns: int, rows: int, glyphs: Glyphs, /) -> tuple[Line, ...]:
        """The largest drawing that fits, in no more rows than there are."""
        ...


@dataclass(frozen=True, slots=True)
class Key:
    """A key and what it does, in a word."""

    name: str
    does: str


@dataclass(frozen=True, slots=True)
class Scene:
    """All that a screen shows.

    Attributes:
        title: what is shown, and its id.
        body: the layout, and its figures.
        note: what has just happened, or what could be done now.
        alert: whether the note is a refusal or a question.
        connected: whether there is a connection; always, where none is needed.
        keys: the keys that do something now.
        page: text to be read in place of the layout, the help.
    """

    title: str
    body: Body
    note: str = ""
    alert: bool = False
    connected: bool = True
    keys: tuple[Key, ...] = ()
    page: tuple[str, ...] = field(default=())


def frame(scene: Scene, columns: int, rows: int, glyphs: Glyphs) -> tuple[Line, ...]:
    """The lines of a screen, as many as there are rows, none longer than there are columns."""
    note = _note(scene, columns, glyphs)
    keys = _keys(scene.keys, columns, glyphs)
    body = _body(scene, columns, rows - _AROUND, glyphs)
    blank = ((),) * (rows - 1 - len(body) - len(note) - len(keys))
    lines = (_title(scene, glyphs), *body, *blank[:1], *note, *blank[1:], *keys)
    return tuple(cut(line, columns) for line in lines)


def _title(scene: Scene, glyphs: Glyphs) -> Line:
    title = Span(scene.title.replace(" - ", f" {glyphs.dot} "), Style.TITLE)
    if scene.connected:
        return (title,)
    return title, Span("  connection lost, coming back" + "." * 3, Style.ALERT)


def _body(scene: Scene, columns: int, rows: int, glyphs: Glyphs) -> tuple[Line, ...]:
    if scene.page:
        return tuple((Span(line),) for line in scene.page[:rows])
    return scene.body.lines(columns, rows, glyphs)


def _note(scene: Scene, columns: int, glyphs: Glyphs) -> tuple[Line, ...]:
    style = Style.ALERT if scene.alert else Style.NOTE
    wrapped = wrap(glyphs.told(scene.note), columns)[:_NOTE_ROWS]
    padded = [*wrapped, *[""] * (_NOTE_ROWS - len(wrapped))]
    return tuple((Span(text, style),) for text in padded)


def _keys(keys: tuple[Key, ...], columns: int, glyphs: Glyphs) -> tuple[Line, ...]:
    """The keys in two lines at most: those before the last two are left out first."""
    lines = _laid_out(keys, columns, glyphs)
    while len(lines) > _KEY_ROWS and len(keys) > 1 + _LAST_KEYS:
        keys = (*keys[: -_LAST_KEYS - 1], *keys[-_LAST_KEYS:])
        lines = _laid_out(keys, columns, glyphs)
    return lines[:_KEY_ROWS]


def _laid_out(keys: tuple[Key, ...], columns: int, glyphs: Glyphs) -> tuple[Line, ...]:
    lines: list[Line] = []
    line: Line = ()
    length = 0
    for key in keys:
        name = key.name.replace("<arrows>", glyphs.arrows).replace("<sideways>", glyphs.sideways)
        width = len(name) + 1 + len(key.does) + 2
        if line and length + width - 2 > columns:
            lines.append(line)
            line, length = (), 0
        line += (Span(name, Style.KEY), Span(f" {key.does}  "))
        length += width
    return (*lines, line)
