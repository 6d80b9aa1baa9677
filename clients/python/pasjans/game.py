"""A game in the hands of its player or of one who watches."""

from types import TracebackType
from typing import Self

from pasjans.arguments import check_length
from pasjans.deals import position_text
from pasjans.gamecopy import Result
from pasjans.joined import Joined
from pasjans.updates import Updates
from pasjans_engine.status import Status
from pasjans_protocol.errors import Code
from pasjans_protocol.messages import Role


class Game:
    """A game that the client has joined; `Client.create` and `Client.join` give it.

    Its attributes are always those of one version. It takes commands when `role` is `player`, and
    follows the game in either role. Used as `async with game:`, it is left at the end.
    """

    def __init__(self, joined: Joined) -> None:
        self._joined = joined

    @property
    def id(self) -> str:
        """The game's public name, for others to join it."""
        return self._joined.id

    @property
    def rules(self) -> str:
        """Id of the rules it is played by."""
        return self._joined.copy.facts.rules

    @property
    def rules_version(self) -> int:
        """Version of the rules."""
        return self._joined.copy.facts.rules_version

    @property
    def deal_id(self) -> str:
        """Public name of the deal."""
        return self._joined.copy.facts.deal_id

    @property
    def commitment(self) -> str | None:
        """What the server committed to before the first move; None for a deal that was given."""
        return self._joined.copy.facts.commitment

    @property
    def player(self) -> str:
        """Id of the player whose game it is."""
        return self._joined.copy.facts.player

    @property
    def role(self) -> Role:
        """What this client may do: `player` or `watcher`."""
        return self._joined.copy.role

    @property
    def version(self) -> int:
        """Number of events so far; the deal is the first."""
        return self._joined.copy.version

    @property
    def view(self) -> tuple[int, ...]:
        """The position as numbers; `pasjans_engine.view` says which slot is what."""
        return self._joined.copy.view

    @property
    def check(self) -> int:
        """CRC-32 of the view, the same on the server."""
        return self._joined.copy.check

    @property
    def position(self) -> str:
        """The layout in notation, rows from the top with `/` between them."""
        return position_text(self.rules, self.view)

    @property
    def legal(self) -> tuple[str, ...] | None:
        """What may be played now, `open` included; None when joined without guide."""
        return self._joined.copy.legal

    @property
    def status(self) -> Status:
        """Playing, solved, lost or resigned."""
        return self._joined.copy.status

    @property
    def result(self) -> Result | None:
        """How it ended; None while it goes on. A lost game goes on: it can be undone."""
        return self._joined.copy.result

    @property
    def moves(self) -> int:
        """Moves of the net line, exits included."""
        return self._joined.copy.moves

    @property
    def windows(self) -> int:
        """Windows opened so far, 1 to 3."""
        return self._joined.copy.windows

    @property
    def undos(self) -> int:
        """Undos so far."""
        return self._joined.copy.undos

    @property
    def redos(self) -> int:
        """Moves that can be redone now."""
        return self._joined.copy.redos

    @property
    def watching(self) -> int:
        """How many watch, on all servers."""
        return self._joined.copy.watching

    async def play(self, move: str) -> None:
        """Make a move and return when it is acknowledged and `view` shows it.

        Connections may be lost meanwhile: it counts once. Commands of one game go one after
        another. When this is cancelled, the move may still be made, and the next command waits
        until that is settled.

        Args:
            move: in notation, `54@14` for instance.

        Raises:
            Refused: with the code `illegal` (`fits` says what would fit), `invalid`, `game_over`,
                `not_your_game`, or `conflict` when somebody with the same token moved first.
            Diverged: the move was acknowledged, and then the server lost it.
            GameLeft: the game was left.
            Disconnected: there is no connection any more.
        """
        check_length(move, 32, Code.INVALID)
        await self._joined.perform(move)

    async def open(self) -> None:
        """Take an emergency exit; raises as `play` does."""
        await self.play("open")

    async def undo(self) -> None:
        """Take the last move back; raises as `play` does."""
        await self.play("undo")

    async def redo(self) -> None:
        """Make a move again that was taken back; raises as `play` does."""
        await self.play("redo")

    async def resign(self) -> None:
        """Give the game up, for good; raises as `play` does."""
        await self.play("resign")

    def updates(self) -> Updates:
        """What happens from this call on, for `async for`.

        It ends when the game is over or left, or the client is closed. It raises `Disconnected`
        when there is no connection any more, and `Refused` when the game cannot be joined again.
        """
        return self._joined.updates()

    async def leave(self) -> None:
        """Follow it no more. The game goes on, and can be joined again."""
        await self._joined.leave()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.leave()

    def __repr__(self) -> str:
        return f"<Game {self.id} {self.rules} version {self.version} {self.status}>"
