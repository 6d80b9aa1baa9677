"""The client: who one is, and the games and boards that one follows over one connection."""

from collections.abc import AsyncIterator, Mapping
from types import TracebackType
from typing import Self

from pasjans.arguments import (
    check_board,
    check_length,
    check_limit,
    check_speed,
    check_urls,
    check_version,
)
from pasjans.boards import Boards
from pasjans.errors import ClientClosed
from pasjans.game import Game
from pasjans.games import Games
from pasjans.link import Link
from pasjans.options import DEFAULTS, Options
from pasjans.place import new_id
from pasjans.replay import Replay
from pasjans.replays import Replays
from pasjans.requests import Requests
from pasjans.session import Session
from pasjans.standings import Standings
from pasjans.tasks import Tasks
from pasjans_protocol import messages
from pasjans_protocol.errors import Code
from pasjans_protocol.messages import (
    Claim,
    Claimed,
    Create,
    Ping,
    Welcome,
)


def connect(
    *urls: str,
    token: str | None = None,
    name: str | None = None,
    bot: bool = False,
    options: Options = DEFAULTS,
) -> "Client":
    """A client to be used as `async with pasjans.connect("ws://127.0.0.1:8000/ws") as client:`.

    Args:
        urls: one gateway, or several of the same service: when one is away, the next is used.
        token: who the player is, from `client.token` of an earlier connection; None for a new
            guest.
        name: a name that others see, to be claimed.
        bot: whether a program chooses the moves. The player is a bot from then on, and solves
            stand on the boards of bots.
        options: how patient to be.

    Raises:
        ValueError: no URL, or one that is not a WebSocket's.
    """
    return Client(urls, token, name, options, bot=bot)


class Client:
    """A connection that comes back by itself, and the games and boards followed over it.

    Make it with `connect`. Opening it raises `ConnectionLost` when nobody answers, `Closed` when
    the server does not want it (a bad token, say), `Unsupported` when client and server have no
    version in common, and `Refused` when the name cannot be had.
    """

    def __init__(
        self,
        urls: tuple[str, ...],
        token: str | None,
        name: str | None,
        options: Options,
        *,
        bot: bool,
    ) -> None:
        check_urls(urls)
        self._wanted_name = name
        self._options = options
        self._link = Link(urls, token, options, self._greet, bot=bot)
        self._requests = Requests(self._link, options)
        self._tasks = Tasks()
        self._games = Games(self._requests, self._tasks)
        self._replays = Replays(self._requests, self._tasks, self._games.join)
        self._boards = Boards(self._requests, self._tasks)
        self._welcome: Welcome | None = None
        self._name: str | None = None

    async def __aenter__(self) -> Self:
        self._link.open()
        self._tasks.spawn(self._run())
        try:
            await self._link.session()
            if self._wanted_name is not None and self._wanted_name != self._name:
                await self.claim(self._wanted_name)
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    @property
    def token(self) -> str | None:
        """Proves who the player is: keep it, and give it to `connect` the next time."""
        return self._link.token

    @property
    def player(self) -> str:
        """The player's public id."""
        return self._met.player

    @property
    def name(self) -> str | None:
        """The player's claimed name."""
        return self._name

    @property
    def server(self) -> str:
        """Name and version of the server's program."""
        return self._met.server

    @property
    def games(self) -> Mapping[str, Game]:
        """The games that this client has joined, by id."""
        return self._games.by_id

    @property
    def _met(self) -> Welcome:
        if self._welcome is None:
            raise ClientClosed
        return self._welcome

    async def create(
        self,
        rules: str,
        *,
        deal: str | None = None,
        daily: bool = False,
        level: str | None = None,
        guide: bool = True,
    ) -> Game:
        """A new game, to be played by this client.

        When this is cancelled, the game may still be made; it is then among `games`.

        Args:
            rules: `polish`, `russian`, `queens` or `queens-3pass`.
            deal: the deal to play, in notation; None to have one dealt.
            daily: whether to play the deal of the day (UTC).
            level: how hard a deal to play: `easy`, `medium`, `hard` or `any`.
            guide: whether to be told the legal moves with each position.

        Raises:
            Refused: with the code `unknown_rules`, `bad_deal`, `no_such_level` or `too_many_games`,
                for instance.
            Disconnected: there is no connection any more.
            ValueError: more than one of a deal, the daily one and a level is asked for.
        """
        check_length(rules, 32, Code.UNKNOWN_RULES)
        check_length(deal or "", 1024, Code.BAD_DEAL)
        check_length(level or "", 32, Code.NO_SUCH_LEVEL)
        return await self._games.create(Create(new_id(), rules, deal, daily, guide, level))

    async def join(self, game: str, *, guide: bool = True) -> Game:
        """A game that exists: to play on when it is this player's, to watch when it is not.

        One that this client has joined already is given as it is.

        Args:
            game: its id.
            guide: whether to be told the legal moves with each position.

        Raises:
            Refused: with the code `no_such_game` or `too_many_games`, for instance.
            Disconnected: there is no connection any more.
        """
        check_length(game, 64, Code.NO_SUCH_GAME)
        return await self._games.join(game, guide)

    async def replay(
        self,
        game: str,
        *,
        version: int = 1,
        playing: bool = True,
        speed: int = 100,
        guide: bool = True,
    ) -> Replay:
        """A game that is seen again, from any version and at any pace.

        It may be any game, finished or not; what is still played is replayed up to where it is now.

        Args:
            game: its id.
            version: where to begin; 1 is the deal.
            playing: whether to go on from there by itself.
            speed: percent of the pace at which the game was played, 1 to 100,000.
            guide: whether to be told the legal moves with each position.

        Raises:
            Refused: with the code `no_such_game`, `no_such_version` or `too_many_games`, say.
            Unsupported: the server has no replays.
            Disconnected: there is no connection any more.
            ValueError: there is no such speed.
        """
        check_length(game, 64, Code.NO_SUCH_GAME)
        check_version(version)
        check_speed(speed)
        request = messages.Replay(new_id(), game, version, playing, speed, guide)
        return await self._replays.begin(request)

    async def standings(self, board: str, *, limit: int = 10) -> Standings:
        """The first rows of a board, kept up to date.

        One that this client follows already is given as it is, with the limit that it has.

        Args:
            board: its id, `all:polish` or `daily:russian` for instance.
            limit: how many rows, 1 to 50.

        Raises:
            Refused: with the code `no_such_board`, for instance.
            Unsupported: the server has no boards.
            Disconnected: there is no connection any more.
            ValueError: so many rows cannot be had.
        """
        check_board(board)
        check_limit(limit)
        return await self._boards.follow(board, limit)

    async def claim(self, name: str) -> str:
        """Take a name that others see, and give it as it is shown.

        Raises:
            Refused: with the code `bad_name` or `name_taken`.
            Disconnected: there is no connection any more.
        """
        check_length(name, 512, Code.BAD_NAME)
        answer = await self._requests.ask(Claim(new_id(), name))
        if isinstance(answer, Claimed):
            self._name = answer.name
        return self._name or name

    async def connections(self) -> AsyncIterator[bool]:
        """Whether there is a connection, now and whenever it went or came back.

        It ends when the client is closed or gives up.
        """
        shown: bool | None = None
        while self._link.failure is None:
            connected = self._link.connected
            if connected is shown:
                await self._link.changed()
            else:
                shown = connected
                yield connected

    async def ping(self) -> float:
        """The seconds that the server takes to answer.

        Raises:
            Disconnected: there is no connection any more.
        """
        asked_at = self._options.now()
        await self._requests.ask(Ping(new_id()))
        return self._options.now() - asked_at

    async def close(self) -> None:
        """Close the connection, and with it all that waits for it; `async with` does it."""
        try:
            await self._link.close()
        finally:
            self._end_all()
            await self._tasks.close()

    async def _run(self) -> None:
        try:
            await self._link.run()
        finally:
            self._link.fail(ClientClosed())
            self._end_all()

    def _end_all(self) -> None:
        error = self._link.failure or ClientClosed()
        self._games.end(error)
        self._replays.end(error)
        self._boards.end(error)

    def _greet(self, session: Session) -> None:
        self._welcome = session.welcome
        self._name = session.welcome.name
        self._games.greet(session)
        self._replays.greet(session)
        self._boards.greet(session)
