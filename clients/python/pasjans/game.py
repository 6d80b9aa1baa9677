"""A game in the hands of its player or of one who watches."""

from pasjans.advice import Advice, advice_of, question
from pasjans.arguments import check_length
from pasjans.joined import Joined
from pasjans.seen import Seen
from pasjans.updates import Updates
from pasjans_protocol.errors import Code
from pasjans_protocol.messages import Question, Role


class Game(Seen):
    """A game that the client has joined; `Client.create` and `Client.join` give it.

    Its attributes are always those of one version. It takes commands when `role` is `player`, and
    follows the game in either role. Used as `async with game:`, it is left at the end.
    """

    def __init__(self, joined: Joined) -> None:
        super().__init__(joined)
        self._joined = joined

    @property
    def role(self) -> Role:
        """What this client may do: `player` or `watcher`."""
        return self._joined.copy.role

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

    async def hint(self, *, ask: str = Question.SOLVER) -> Advice:
        """Ask for help with the position, and return when `view` shows that it was given.

        In a game in progress the solver tells only the player, and what it tells is an event: it
        counts in `hints`, once, and the game is assisted. When the game is over it tells anybody,
        and that is no event; nor is `moves`, nor what the solver does not find out.

        Args:
            ask: `solver` for what a solver knows, `moves` for what looks useful by what is seen.

        Raises:
            Refused: with the code `not_over` in another's game, `conflict` when it went on
                meanwhile, `unsupported` when there is no such advice by these rules, or
                `unavailable` when no solver has answered for as long as the options allow.
            Unsupported: the server gives no hints.
            Diverged: the hint was given, and then the server lost it.
            GameLeft: the game was left.
            Disconnected: there is no connection any more.
            ValueError: no hint asks for that.
        """
        return advice_of(await self._joined.advise(question(ask)))

    def updates(self) -> Updates:
        """What happens from this call on, for `async for`.

        It ends when the game is over or left, or the client is closed. It raises `Disconnected`
        when there is no connection any more, and `Refused` when the game cannot be joined again.
        """
        return self._joined.updates()

    def __repr__(self) -> str:
        return f"<Game {self.id} {self.rules} version {self.version} {self.status}>"
