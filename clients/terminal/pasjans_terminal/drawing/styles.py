"""Text with a style, and with the cell that it belongs to."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias


class Style(StrEnum):
    """What a piece of text is. Whatever a style says is said by a sign as well."""

    PLAIN = "plain"
    TITLE = "title"
    BORDER = "border"
    LABEL = "label"
    TILE = "tile"
    MOVABLE = "movable"
    MOVED = "moved"
    CHOSEN = "chosen"
    ADVISED = "advised"
    FRAME = "frame"
    WINDOW = "window"
    TARGET = "target"
    BACK = "back"
    OPENED = "opened"
    TAKES = "takes"
    STATUS = "status"
    NOTE = "note"
    ALERT = "alert"
    KEY = "key"


class Ink(StrEnum):
    """The colour of a suit, on whatever the style is. The suit itself is always written too."""

    DARK = "dark"
    RED = "red"


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of one line.

    Attributes:
        text: without line ends.
        style: what it is.
        cell: the slot of the view that it shows, for the mouse; None elsewhere.
        ink: the colour of its suit, where it shows a card.
    """

    text: str
    style: Style = Style.PLAIN
    cell: int | None = None
    ink: Ink | None = None


Line: TypeAlias = tuple[Span, ...]


def text_of(line: Line) -> str:
    """A line without its styles."""
    return "".join(span.text for span in line)


def cut(line: Line, width: int) -> Line:
    """The part of a line that fits into a width."""
    spans: list[Span] = []
    for span in line:
        text = span.text[: max(0, width)]
        width -= len(text)
        if text:
            spans.append(replace(span, text=text))
    return tuple(spans)
