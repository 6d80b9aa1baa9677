"""The names of boards, in addresses, messages and listings.

    all:polish                      every solve by these rules, whoever dealt the deal
    dealt:polish                    of deals that the server dealt, under a commitment
    daily:polish:2026-11-30         of the deal of that UTC day, solved before the day's end
    deal:polish:n3inchcdznabcdef    of one deal

With `:bots` at the end the solves of bots, with `:assisted` those of people who asked a solver for
a hint; neither stand on any other board. `daily:polish` is the board of today.
"""

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from typing import Final

from pasjans_engine.deal_id import is_deal_id
from pasjans_engine.rules import RULES

PREFIX: Final = "board:"
"""What the keys of all boards' listings begin with."""

_FORMS: Final = (
    "ids of boards look like all:polish, dealt:polish, daily:polish, daily:polish:2026-11-30 or "
    "deal:polish:<deal id>, each perhaps with :assisted or :bots at the end"
)


_CARD_GAMES: Final = {
    "queens": "Topsy-Turvy Queens",
    "queens-3pass": "Topsy-Turvy Queens, three passes",
}
"""What people call rules that are not named after who plays by them."""


class NoSuchBoard(LookupError):
    """No board has this id; the message says what ids look like."""


class Scope(StrEnum):
    """Which solves by its rules a board ranks."""

    ALL = "all"
    DEALT = "dealt"
    DAILY = "daily"
    DEAL = "deal"


class Group(StrEnum):
    """Whose solves stand together, and apart from those of the others."""

    PEOPLE = "people"
    ASSISTED = "assisted"
    BOTS = "bots"


_ENDINGS: Final = (Group.ASSISTED, Group.BOTS)
"""The groups that ids of boards name; without a name they mean people."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board.

    Attributes:
        scope: Which solves it ranks.
        rules: Id of their rules.
        what: The day of a daily board, as `2026-11-30`; the deal's id of a deal's; otherwise None.
        group: Whose solves it ranks.
    """

    scope: Scope
    rules: str
    what: str | None = None
    group: Group = Group.PEOPLE

    @property
    def id(self) -> str:
        """Its name."""
        parts = [self.scope.value, self.rules]
        if self.what is not None:
            parts.append(self.what)
        if self.group in _ENDINGS:
            parts.append(self.group)
        return ":".join(parts)

    @property
    def key(self) -> str:
        """The key of its listing."""
        return PREFIX + self.id

    @property
    def everything(self) -> "Board":
        """The board on which each solve stands that this one ranks."""
        return replace(self, scope=Scope.ALL, what=None)

    @property
    def ends(self) -> datetime | None:
        """When it takes no more solves, in UTC; None for a board without an end."""
        if self.scope is not Scope.DAILY or self.what is None:
            return None
        after = date.fromisoformat(self.what) + timedelta(days=1)
        return datetime.combine(after, datetime.min.time(), UTC)

    @property
    def ends_ms(self) -> int | None:
        """The same in ms since 1970."""
        return None if self.ends is None else int(self.ends.timestamp()) * 1000

    @property
    def title(self) -> str:
        """What it ranks, for people."""
        match self.scope:
            case Scope.ALL:
                ranks = "all deals, all time"
            case Scope.DEALT:
                ranks = "deals of this server, all time"
            case Scope.DAILY:
                ranks = f"deal of {self.what} (UTC)"
            case Scope.DEAL:
                ranks = f"deal {self.what}"
        group = f", {self.group}" if self.group in _ENDINGS else ""
        name = _CARD_GAMES.get(self.rules, f"{self.rules.capitalize()} rules")
        return f"{name}, {ranks}{group}"


def parse_board(text: str, today: date) -> Board:
    """The board of an id.

    Args:
        text: The id.
        today: The day by UTC, whose board an id without a day means.

    Raises:
        NoSuchBoard: No board has this id.
    """
    parts = text.split(":")
    named = parts[-1] in _ENDINGS
    group = Group(parts[-1]) if named else Group.PEOPLE
    match parts[:-1] if named else parts:
        case ["all" | "dealt" as scope, rules]:
            board = Board(Scope(scope), rules, None, group)
        case ["daily", rules]:
            board = Board(Scope.DAILY, rules, today.isoformat(), group)
        case ["daily", rules, day] if _has_come(day, today):
            board = Board(Scope.DAILY, rules, day, group)
        case ["deal", rules, deal] if is_deal_id(deal):
            board = Board(Scope.DEAL, rules, deal, group)
        case _:
            raise NoSuchBoard(f"there is no board {text[:96]!r}: {_FORMS}")
    if board.rules not in RULES:
        raise NoSuchBoard(f"there is no board {text[:96]!r}: the rules are {' and '.join(RULES)}")
    return board


def boards_of_rules(rules: str, today: date) -> tuple[Board, ...]:
    """The boards that there always are for these rules: all, dealt, and today's, of each group."""
    return tuple(
        Board(scope, rules, today.isoformat() if scope is Scope.DAILY else None, group)
        for group in Group
        for scope in (Scope.ALL, Scope.DEALT, Scope.DAILY)
    )


def _has_come(day: str, today: date) -> bool:
    try:
        parsed = date.fromisoformat(day)
    except ValueError:
        return False
    # `fromisoformat` also takes a day of a week, and a day without marks.
    return parsed.isoformat() == day and parsed <= today
