"""Who acts on the screen, as the screen sees it."""

from collections.abc import Callable, Mapping
from typing import Protocol

from pasjans_terminal.drawing.frame import Scene


class Actor(Protocol):
    """Decides what is shown and what keys do."""

    def scene(self) -> Scene:
        """What is shown now."""
        ...

    def keys(self) -> Mapping[str, Callable[[], object]]:
        """What each key does, by prompt_toolkit's names of keys; asked for once."""
        ...

    def click(self, cell: int, /) -> None:
        """Take a click on a cell of the triangle."""
        ...

    def typed(self, text: str, /) -> None:
        """Take a line that was typed after a colon."""
        ...
