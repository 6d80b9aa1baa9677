"""A game that is looked at afterwards: what `pasjans.Replay` is, and what a file can be too."""

from collections.abc import AsyncIterator, Sequence
from typing import Protocol


class Moment(Protocol):
    """A game at one version: a `Film`, a `pasjans.Game`, or one update of either."""

    @property
    def version(self) -> int:
        """Number of events up to here; the deal is the first."""
        ...

    @property
    def view(self) -> tuple[int, ...]:
        """The position as numbers."""
        ...

    @property
    def check(self) -> int:
        """CRC-32 of the view."""
        ...

    @property
    def legal(self) -> Sequence[str] | None:
        """What may be played here; None when that is not known."""
        ...


class Film(Moment, Protocol):
    """A game at one version, which goes to others when it is told to, or by itself."""

    @property
    def id(self) -> str:
        """The game's id."""
        ...

    @property
    def rules(self) -> str:
        """Id of the rules."""
        ...

    @property
    def head(self) -> int:
        """The last version that there is."""
        ...

    @property
    def playing(self) -> bool:
        """Whether it goes on by itself."""
        ...

    @property
    def speed(self) -> int:
        """Percent of the pace of the game."""
        ...

    async def seek(self, version: int) -> None:
        """Go to a version."""
        ...

    async def play(self) -> None:
        """Go on by itself."""
        ...

    async def pause(self) -> None:
        """Stay here."""
        ...

    async def pace(self, speed: int) -> None:
        """Go at another speed."""
        ...

    async def leave(self) -> None:
        """Look at it no more."""
        ...

    def updates(self) -> AsyncIterator[Moment]:
        """Each change from now on, until it is left."""
        ...
