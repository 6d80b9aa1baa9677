"""How styles look. What a colour says, the drawing says with a sign too."""

from typing import Final

from prompt_toolkit.styles import Style as Sheet

from pasjans_terminal.drawing.styles import Ink, Span, Style

_LOOKS: Final = {
    Style.PLAIN: "",
    Style.TITLE: "bold",
    Style.BORDER: "#808080",
    Style.LABEL: "#808080",
    Style.TILE: "bg:#f3ecd8 #1c1c1c",
    Style.MOVABLE: "bg:#c8e6b0 #1c1c1c bold",
    Style.MOVED: "bg:#c6dcf5 #1c1c1c",
    Style.CHOSEN: "bg:#ffd75f #000000 bold",
    Style.ADVISED: "bg:#e3c8f0 #1c1c1c bold",
    Style.FRAME: "#ffaf00 bold",
    Style.WINDOW: "#808080",
    Style.TARGET: "bg:#ffe9b8 #1c1c1c bold",
    Style.BACK: "bg:#44618c #d7e3f4",
    Style.OPENED: "bg:#ffffff #1c1c1c bold underline",
    Style.TAKES: "#ffaf00 bold",
    Style.STATUS: "bold",
    Style.NOTE: "",
    Style.ALERT: "#ff5f5f bold",
    Style.KEY: "bold underline",
}

_INKS: Final = {Ink.DARK: "", Ink.RED: "#b00020"}

SHEET: Final = Sheet([(str(name), look) for name, look in (*_LOOKS.items(), *_INKS.items())])
"""The looks, as prompt_toolkit wants them. NO_COLOR leaves bold and underlined of it."""


def class_of(style: Style) -> str:
    """The name by which a style asks for its look."""
    return f"class:{style}"


def classes_of(span: Span) -> str:
    """The names by which a piece of text asks for its look, that of its ink included."""
    name = class_of(span.style)
    return name if span.ink is None else f"{name} class:{span.ink}"
