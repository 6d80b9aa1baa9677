"""Whole games of Topsy-Turvy Queens, solved."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pasjans_engine.rules import rules_named

FILE: Final = Path(__file__).parents[1] / "data" / "queens-solved.jsonl"


@dataclass(frozen=True, slots=True)
class Solved:
    """A deal, and moves that solve it.

    Attributes:
        rules: Id of the rules.
        seed: What the deal is made from.
        actions: The moves, draws and redeals among them.
    """

    rules: str
    seed: bytes
    actions: tuple[str, ...]

    @property
    def deal(self) -> str:
        """The deal's text."""
        return rules_named(self.rules).deal(self.seed)

    @property
    def draws(self) -> int:
        """Draws and redeals among the moves."""
        return sum(action in {"draw", "redeal"} for action in self.actions)

    @property
    def moves(self) -> int:
        """The other moves: the score."""
        return len(self.actions) - self.draws


def _read() -> dict[str, Solved]:
    games: dict[str, Solved] = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        game = json.loads(line)
        actions = tuple(game["moves"].split())
        games[game["rules"]] = Solved(game["rules"], bytes.fromhex(game["seed"]), actions)
    return games


SOLVED: Final = _read()
"""One game for each of the rules."""
