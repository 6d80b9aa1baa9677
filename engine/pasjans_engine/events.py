"""What a player may ask for (commands) and what then happened (events)."""

from dataclasses import dataclass, field
from typing import TypeAlias

from pasjans_engine.rules import Move


@dataclass(frozen=True, slots=True)
class Play:
    """Play a move of the game's rules."""

    move: Move


@dataclass(frozen=True, slots=True)
class Undo:
    """Take the last move back."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Play the move again that was taken back last."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the game up."""


@dataclass(frozen=True, slots=True)
class Hint:
    """Be told what a solver knows of the position."""


Command: TypeAlias = Play | Undo | Redo | Resign | Hint


@dataclass(frozen=True, slots=True)
class Dealt:
    """The game began.

    Attributes:
        rules: the id of the rules.
        rules_version: the version of the rules it was dealt under.
        deal: the deal's text, perhaps a secret.
        commitment: the promise made for the deal's seed; None for a given deal.
    """

    rules: str
    rules_version: int
    deal: str = field(repr=False)
    commitment: str | None


@dataclass(frozen=True, slots=True)
class Played:
    """A move was played."""

    move: Move


@dataclass(frozen=True, slots=True)
class Undone:
    """The last move was taken back."""


@dataclass(frozen=True, slots=True)
class Redone:
    """The move that was taken back last was played again."""


@dataclass(frozen=True, slots=True)
class Resigned:
    """The player gave up."""


@dataclass(frozen=True, slots=True)
class Hinted:
    """The player was told what a solver knows of the position."""


Event: TypeAlias = Dealt | Played | Undone | Redone | Resigned | Hinted
