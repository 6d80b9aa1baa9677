"""The contract that each game meets, and the games there are."""

from collections.abc import Hashable, Mapping
from types import MappingProxyType
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from pasjans_engine.domino.rules import POLISH, RUSSIAN
from pasjans_engine.errors import Invalid
from pasjans_engine.queens.rules import QUEENS, QUEENS_3PASS
from pasjans_engine.status import Status

P = TypeVar("P", bound=Hashable)
M = TypeVar("M", bound=Hashable)


class RulesOf(Protocol[P, M]):
    """Pure functions over the immutable positions `P` and moves `M` of one game."""

    @property
    def id(self) -> str:
        """The name of these rules in deals, logs and boards; a variant is a new id."""
        ...

    @property
    def version(self) -> int:
        """Goes up when a decision of these rules changes."""
        ...

    @property
    def family(self) -> str:
        """Games that share notation, positions and moves."""
        ...

    @property
    def hidden(self) -> bool:
        """Whether part of a deal lies face down, so that its text is a secret during the game."""
        ...

    @property
    def has_draws(self) -> bool:
        """Whether there are moves that do not count for the score."""
        ...

    def deal(self, seed: bytes, /) -> str:
        """The deal that a seed of 32 bytes decides."""
        ...

    def start(self, deal: str, /) -> P:
        """The position before the first move; raises Invalid for what is not a deal."""
        ...

    def legal_moves(self, position: P, /) -> tuple[M, ...]:
        """What may be played, in an order that stays the same; nothing when solved."""
        ...

    def check(self, position: P, move: M, /) -> None:
        """Raise Illegal, with what would fit, if the move may not be played."""
        ...

    def play(self, position: P, move: M, /) -> P:
        """The position after a move; raises Illegal, with what would fit."""
        ...

    def scored(self, move: M, /) -> bool:
        """Whether a move counts for the score; cards drawn and piles turned over do not."""
        ...

    def status(self, position: P, /) -> Status:
        """Playing, solved or lost."""
        ...

    def closed(self, position: P, /) -> bool:
        """Whether the game cannot go on without an emergency exit."""
        ...

    def parse_move(self, text: str, /) -> M:
        """The move that a text names; raises Invalid."""
        ...

    def move_name(self, move: M, /) -> str:
        """The text of a move."""
        ...

    def parse_position(self, text: str, windows: int, /) -> P:
        """The position of a text with so many windows opened; raises Invalid."""
        ...

    def position_name(self, position: P, /) -> str:
        """The text of a position."""
        ...

    def board(self, position: P, /) -> tuple[int, ...]:
        """What a player may see, during the game and after, as a fixed number of small integers."""
        ...


Rules: TypeAlias = RulesOf[Any, Any]
"""Rules whose positions and moves are opaque: they come from the rules and go back to them."""

Position: TypeAlias = Hashable
"""A position of some game, known only to its rules."""

Move: TypeAlias = Hashable
"""A move of some game, known only to its rules."""

RULES: Final[Mapping[str, Rules]] = MappingProxyType(
    {rules.id: rules for rules in (POLISH, RUSSIAN, QUEENS, QUEENS_3PASS)}
)
"""All rules by id."""


def rules_named(id: str) -> Rules:  # noqa: A002
    """The rules with this id.

    Raises:
        Invalid: there are none.
    """
    rules = RULES.get(id)
    if rules is None:
        raise Invalid(f"there are no rules {id!r}: expected {' or '.join(RULES)}", id)
    return rules
