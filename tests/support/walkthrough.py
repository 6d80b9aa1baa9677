"""The narrated game: a deal, the moves up to "Stop!", and one way to finish it."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_FILE: Final = Path(__file__).parents[1] / "data" / "oracles" / "walkthrough-russian.json"


@dataclass(frozen=True, slots=True)
class Walkthrough:
    """A narrated game.

    Attributes:
        rules: id of the rules.
        deal: the layout.
        moves: the narrated moves, up to the closed position.
        position: the closed position, in notation.
        finish: moves from there to the end, exits included.
    """

    rules: str
    deal: str
    moves: tuple[str, ...]
    position: str
    finish: tuple[str, ...]


def walkthrough() -> Walkthrough:
    """The Russian game of the seed."""
    told = json.loads(_FILE.read_text(encoding="utf-8"))
    return Walkthrough(
        rules=told["rules"],
        deal=told["deal"],
        moves=tuple(told["moves"].split()),
        position=told["position"],
        finish=tuple(told["a_finish"].split()),
    )
