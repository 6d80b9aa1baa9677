"""What differs from one family of games to another: what is shown, said and done."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from pasjans import Game
from pasjans.slots import Slots
from pasjans_terminal.counsel import Counsel
from pasjans_terminal.drawing.frame import Body, Key


@dataclass(frozen=True, slots=True)
class Looked:
    """A game as somebody who does not play sees it.

    Attributes:
        rules: id of the rules.
        view: the position.
        legal: what may be played; None when that is not known.
        before: the position before the last event; None when that is not known.
        place: where in the game this is.
        worth: how far this is from the end, or why that is not known; empty when nobody asks.
        cost: what the last move cost, in a word; empty when that is not known.
        watching: how many follow it, the player among them; None when that is not known.
    """

    rules: str
    view: Sequence[int]
    legal: Sequence[str] | None
    before: Sequence[int] | None = None
    place: str = ""
    worth: str = ""
    cost: str = ""
    watching: int | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """What comes of a key or a click.

    Attributes:
        move: the move to be played; None when there is none.
        note: what is said; empty for nothing.
        alert: whether that is a refusal.
    """

    move: str | None = None
    note: str = ""
    alert: bool = False


class Hand(Protocol):
    """What the player of a game looks at, and what keys do with it."""

    def body(self) -> Body:
        """The game as it stands, with what is chosen."""
        ...

    def look(self, before: Sequence[int] | None, /) -> None:
        """Take note that the game has changed: from a view, or from what is not known."""
        ...

    def keys(self) -> Mapping[str, Callable[[], Done]]:
        """What each key does, by prompt_toolkit's names of keys."""
        ...

    def shown_keys(self) -> tuple[Key, ...]:
        """The keys that do something now."""
        ...

    def click(self, cell: int, /) -> Done:
        """What a click on a slot of the view does."""
        ...

    def counsels(self) -> Mapping[str, Counsel]:
        """How help is asked for, by the words for it."""
        ...

    def counsel_keys(self) -> Mapping[str, str]:
        """The words for help, by key."""
        ...


class Family(Protocol):
    """Games that share positions and moves. Views are those of its games."""

    @property
    def slots(self) -> Slots:
        """Where the counters of a view are."""
        ...

    @property
    def has_costs(self) -> bool:
        """Whether servers tell what moves cost."""
        ...

    @property
    def commands(self) -> str:
        """What can be typed, for lines."""
        ...

    @property
    def playing_page(self) -> tuple[str, ...]:
        """The help of who plays."""
        ...

    @property
    def watching_page(self) -> tuple[str, ...]:
        """The help of who looks on."""
        ...

    def hand(self, game: Game, /, *, bot: bool) -> Hand:
        """The hand of a game's player; a program's is told of no boards."""
        ...

    def counsels(self, game: Game, /, *, bot: bool) -> Mapping[str, Counsel]:
        """How help is asked for in lines, by the words for it."""
        ...

    def body(self, looked: Looked, /) -> Body:
        """A game that is looked at."""
        ...

    def happened(self, before: Sequence[int], after: Sequence[int], /) -> str:
        """What one event has changed, as sentences; empty when nothing is to be seen."""
        ...

    def ending(self, view: Sequence[int], /) -> str:
        """How a game has ended, or stands; empty while it is played."""
        ...

    def offer(self, legal: Sequence[str] | None, /) -> str:
        """What can be said about the moves there are; empty when there is nothing special."""
        ...

    def position_lines(self, view: Sequence[int], /) -> tuple[str, ...]:
        """The layout in lines."""
        ...

    def status_line(self, view: Sequence[int], /) -> str:
        """How it stands, and what is counted."""
        ...

    def fields(self, view: Sequence[int], /) -> dict[str, object]:
        """The position and its counters, for JSON."""
        ...
