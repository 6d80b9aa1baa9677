"""What the docstrings of the messages say, for documents that are made from the types."""

import inspect
import re

from msgspec import Struct


def summary(kind: type[Struct]) -> str:
    """The first sentence or line."""
    return _parts(kind)[0].partition("\n")[0]


def description(kind: type[Struct]) -> str:
    """All that is said before the fields, a paragraph a line."""
    paragraphs = _parts(kind)[0].split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


def fields(kind: type[Struct]) -> dict[str, str]:
    """What is said of each field, in the order of the fields."""
    entries = re.findall(r"^    (\w+): (.+(?:\n {8}.+)*)", _parts(kind)[1], re.MULTILINE)
    return {name: " ".join(text.split()) for name, text in entries}


def _parts(kind: type[Struct]) -> tuple[str, str]:
    before, _, after = inspect.cleandoc(kind.__doc__ or "").partition("\n\nAttributes:\n")
    return before, after
