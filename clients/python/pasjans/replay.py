"""A replay in the hands of one who looks on."""

from collections.abc import Awaitable, Callable

from pasjans.advice import Advice, advice_of, question
from pasjans.arguments import check_speed, check_version
from pasjans.game import Game
from pasjans.replaying import Replaying
from pasjans.seen import Seen
from pasjans.updates import Updates
from pasjans_protocol.messages import Question


class Replay(Seen):
    """A game that is seen again, at the version where the replay stands; see `Client.replay`.

    It stays there when connections are lost. It is a game of the past: what happens in it now is
    seen after `follow`.
    """

    def __init__(self, replaying: Replaying, join: Callable[[str, bool], Awaitable[Game]]) -> None:
        super().__init__(replaying)
        self._replaying = replaying
        self._join = join

    @property
    def head(self) -> int:
        """The version up to which the replay goes."""
        return self._replaying.head

    @property
    def playing(self) -> bool:
        """Whether it goes on by itself; at `head` it stops."""
        return self._replaying.playing

    @property
    def speed(self) -> int:
        """Percent of the pace at which the game was played."""
        return self._replaying.speed

    async def seek(self, version: int) -> None:
        """Go to a version, forwards or backwards, and return when `view` shows it.

        Raises:
            Refused: with the code `no_such_version`; the replay stays where it is.
            GameLeft: the replay was left.
            Disconnected: there is no connection any more.
        """
        check_version(version)
        await self._replaying.steer(version=version)

    async def play(self) -> None:
        """Go on from here, up to the last event that the game has now; raises as `seek` does."""
        await self._replaying.steer(playing=True)

    async def pause(self) -> None:
        """Stay here; raises as `seek` does."""
        await self._replaying.steer(playing=False)

    async def pace(self, speed: int) -> None:
        """Go at another speed; raises as `seek` does.

        Args:
            speed: percent of the pace of the game, 1 to 100,000.

        Raises:
            ValueError: there is no such speed.
        """
        check_speed(speed)
        await self._replaying.steer(speed=speed)

    async def hint(self, *, ask: str = Question.SOLVER) -> Advice:
        """What is known of the position at the version where the replay stands.

        The game must be over. It is no event, and may be asked for as often as one likes.

        Args:
            ask: `solver` for what a solver knows, `moves` for what looks useful by what is seen.

        Raises:
            Refused: with the code `not_over` while the game is played, `unsupported` when there is
                no such advice by these rules, or `unavailable` when no solver has answered for as
                long as the options allow.
            Unsupported: the server gives no hints.
            GameLeft: the replay was left.
            Disconnected: there is no connection any more.
            ValueError: no hint asks for that.
        """
        return advice_of(await self._replaying.advise(question(ask)))

    async def follow(self) -> Game:
        """Leave the replay and see the game live: to watch it, or to play on if it is one's own.

        Raises:
            Refused: the game cannot be joined; the replay stays.
            Disconnected: there is no connection any more.
        """
        game = await self._join(self.id, self._replaying.guide)
        await self.leave()
        return game

    def updates(self) -> Updates:
        """What happens in the replay from this call on, for `async for`.

        It ends when the replay is left or the client is closed; at its end a replay only stops, for
        it can go back. It raises `Disconnected` when there is no connection any more, and `Refused`
        when the game is not there any more.
        """
        return self._replaying.updates()

    def __repr__(self) -> str:
        return f"<Replay {self.id} {self.rules} version {self.version} of {self.head}>"
