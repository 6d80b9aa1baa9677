"""How hard a deal is: by how often an ordinary player wins it, who never takes a move back.

A level takes in the deals whose wins of 64 play-outs lie in its band. Deals between two bands are
of no level, so that the levels are apart. A deal is played 32 times, and 64 times if it came so
near to the edge of a band that one win more or less would matter.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from pasjans_engine.queens import policy
from pasjans_engine.queens.layout import Position
from pasjans_engine.queens.rules import QueensRules

FEW: Final = 32
MANY: Final = 64
"""Play-outs of a deal: at first, and near an edge."""

NEAR: Final = 1
"""Wins of `FEW` play-outs by which a deal may be off an edge and still be near it."""


class Level(StrEnum):
    """How hard a deal is; `any` is a deal that nobody looked at."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Band:
    """The deals of a level.

    Attributes:
        level: the level.
        least: wins of `MANY` play-outs that they have at least.
        most: wins that they have at most.
    """

    level: Level
    least: int
    most: int

    def has(self, wins: int, play_outs: int) -> bool:
        """Whether a deal with so many wins of so many play-outs belongs to the level."""
        return self.least * play_outs <= wins * MANY <= self.most * play_outs


# The seed: "easy about 2/3 won, medium 1/4, hard 1/10".
BANDS: Final = (Band(Level.EASY, 36, MANY), Band(Level.MEDIUM, 12, 20), Band(Level.HARD, 4, 8))


@dataclass(frozen=True, slots=True)
class Grade:
    """What play-outs said of a deal.

    Attributes:
        wins: how many came out.
        play_outs: of how many.
    """

    wins: int
    play_outs: int

    @property
    def level(self) -> Level | None:
        """The level of the deal, if a solver solved it; None between two levels."""
        bands = (band for band in BANDS if band.has(self.wins, self.play_outs))
        return next((band.level for band in bands), None)


def grade(rules: QueensRules, position: Position) -> Grade:
    """What play-outs say of a deal: always the same while `policy.VERSION` stays.

    Args:
        rules: the rules, in their full size.
        position: the deal before the first move.
    """
    wins = policy.wins(rules, position, range(1, FEW + 1))
    if not is_near_edge(wins):
        return Grade(wins, FEW)
    return Grade(wins + policy.wins(rules, position, range(FEW + 1, MANY + 1)), MANY)


def is_near_edge(wins: int) -> bool:
    """Whether so many wins of `FEW` play-outs are near the edge of a level."""
    edges = {edge for band in BANDS for edge in (band.least, band.most)} - {MANY}
    return any(abs(wins * MANY // FEW - edge) <= NEAR * MANY // FEW for edge in edges)
