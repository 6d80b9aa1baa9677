"""What a game and a replay of one have in common."""

from types import TracebackType
from typing import Self

from pasjans.cards import Cards, cards_of
from pasjans.deals import position_text
from pasjans.followed import Followed
from pasjans.gamecopy import Result
from pasjans_engine.status import Status


class Seen:
    """A game at one version, as numbers and texts, until it is left.

    Used as `async with`, it is left at the end.
    """

    def __init__(self, followed: Followed) -> None:
        self._followed = followed

    @property
    def id(self) -> str:
        """The game's public name, for others to join it."""
        return self._followed.id

    @property
    def rules(self) -> str:
        """Id of the rules it is played by."""
        return self._followed.copy.facts.rules

    @property
    def rules_version(self) -> int:
        """Version of the rules."""
        return self._followed.copy.facts.rules_version

    @property
    def deal_id(self) -> str:
        """Public name of the deal."""
        return self._followed.copy.facts.deal_id

    @property
    def commitment(self) -> str | None:
        """What the server committed to before the first move; None for a deal that was given."""
        return self._followed.copy.facts.commitment

    @property
    def player(self) -> str:
        """Id of the player whose game it is."""
        return self._followed.copy.facts.player

    @property
    def version(self) -> int:
        """Number of events up to here; the deal is the first."""
        return self._followed.copy.version

    @property
    def view(self) -> tuple[int, ...]:
        """The position as numbers; `pasjans_engine.view` says which slot is what."""
        return self._followed.copy.view

    @property
    def check(self) -> int:
        """CRC-32 of the view, the same on the server."""
        return self._followed.copy.check

    @property
    def position(self) -> str:
        """The layout in notation: of dominoes rows from the top, with `/` between them."""
        return position_text(self.rules, self.view)

    @property
    def cards(self) -> Cards:
        """What may be seen of a card game; raises Unsupported in other games."""
        return cards_of(self.rules, self.view)

    @property
    def legal(self) -> tuple[str, ...] | None:
        """What may be played here, `open` included; None when asked for without guide."""
        return self._followed.copy.legal

    @property
    def status(self) -> Status:
        """Playing, solved, lost or resigned."""
        return self._followed.copy.status

    @property
    def result(self) -> Result | None:
        """How it ended; None before that. A lost game goes on: it can be undone."""
        return self._followed.copy.result

    @property
    def moves(self) -> int:
        """Moves of the net line, exits included."""
        return self._followed.copy.moves

    @property
    def windows(self) -> int:
        """Windows opened up to here, 1 to 3; 0 in games that have none."""
        return self._followed.copy.windows

    @property
    def undos(self) -> int:
        """Undos up to here."""
        return self._followed.copy.undos

    @property
    def redos(self) -> int:
        """Moves that can be redone here."""
        return self._followed.copy.redos

    @property
    def draws(self) -> int:
        """Cards drawn and piles turned over on the net line, which are no moves."""
        return self._followed.copy.draws

    @property
    def hints(self) -> int:
        """Hints up to here; a game with any is assisted."""
        return self._followed.copy.hints

    async def leave(self) -> None:
        """Follow it no more. The game goes on, and can be joined again."""
        await self._followed.leave()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.leave()
