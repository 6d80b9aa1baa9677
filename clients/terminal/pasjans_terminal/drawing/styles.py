"""Text with a style, and with the cell that it belongs to."""

from dataclasses import dataclass
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
    TAKES = "takes"
    STATUS = "status"
    NOTE = "note"
    ALERT = "alert"
    KEY = "key"


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of one line.

    Attributes:
        text: without line ends.
        style: what it is.
        cell: the cell of the triangle that it shows, 0 to 27, for the mouse; None elsewhere.
    """

    text: str
    style: Style = Style.PLAIN
    cell: int | None = None


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
            spans.append(Span(text, span.style, span.cell))
    return tuple(spans)
