"""A solve that was verified, and the boards that it stands on."""

import re
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from pasjans_services.games.deals import DAILY_PREFIX, LEVEL_PREFIX
from pasjans_services.leaderboard.ids import Board, Group, Scope
from pasjans_services.leaderboard.rows import Row

GIVEN: Final = "given"
"""The source of a deal that somebody wrote down."""

RANDOM: Final = "random"
"""The source of a deal that came out of the system's randomness."""

_LEVEL: Final = re.compile(rf"{LEVEL_PREFIX}[a-z]{{1,16}}", re.ASCII)
_DAILY: Final = re.compile(rf"{DAILY_PREFIX}(\d{{4}}-\d\d-\d\d)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Origin:
    """What decides, with the time of its end, which boards a solve stands on.

    Attributes:
        rules: Id of the rules.
        deal_id: The deal's public name.
        source: Where the deal came from: `random`, `given`, `daily:` and the date, or `level:` and
            the level's name.
        group: Whose solve it is.
    """

    rules: str
    deal_id: str
    source: str
    group: Group

    @property
    def everything(self) -> Board:
        """The board that each solve by these rules stands on."""
        return Board(Scope.ALL, self.rules, None, self.group)

    @property
    def groups(self) -> tuple["Origin", ...]:
        """What it may have been before its log changed: whether it is a bot's never changes."""
        if self.group is Group.BOTS:
            return (self,)
        return tuple(replace(self, group=one) for one in (Group.PEOPLE, Group.ASSISTED))

    def boards(self, finished_ms: int) -> tuple[Board, ...]:
        """The boards of a solve that ended at a time."""
        boards = [Board(Scope.DEAL, self.rules, self.deal_id, self.group)]
        if self.source != GIVEN:
            boards.append(Board(Scope.DEALT, self.rules, None, self.group))
        if (day := day_of(self.source)) is not None:
            daily = Board(Scope.DAILY, self.rules, day, self.group)
            if daily.ends_ms is not None and finished_ms < daily.ends_ms:
                boards.append(daily)
        return (*boards, self.everything)


@dataclass(frozen=True, slots=True)
class Solve:
    """A verified solve: what its log says of it, and nothing else.

    Attributes:
        row: Its row, the same on each board.
        origin: What decides about its boards.
    """

    row: Row
    origin: Origin

    @property
    def boards(self) -> tuple[Board, ...]:
        """The boards that it stands on."""
        return self.origin.boards(self.row.finished_ms)


def group_of(*, bot: bool, hints: int) -> Group:
    """Whose solve it is, if a bot chose the moves, or so many hints were taken."""
    if bot:
        return Group.BOTS
    return Group.ASSISTED if hints else Group.PEOPLE


def is_dealt(source: str) -> bool:
    """Whether a source is one of deals that a server deals, from seeds."""
    known = source == RANDOM or _LEVEL.fullmatch(source) is not None
    return known or day_of(source) is not None


def day_of(source: str) -> str | None:
    """The day of a deal of the day, as `2026-11-30`; None for another source."""
    found = _DAILY.fullmatch(source)
    if found is None:
        return None
    try:
        return date.fromisoformat(found[1]).isoformat()
    except ValueError:
        return None
