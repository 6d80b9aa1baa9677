"""The client: who one is, and the games that one plays or watches over one connection."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from functools import partial
from types import MappingProxyType, TracebackType
from typing import Self

from pasjans.arguments import check_length, check_urls
from pasjans.backoff import Retries
from pasjans.errors import ClientClosed
from pasjans.game import Game
from pasjans.joined import Joined
from pasjans.link import Link
from pasjans.listener import Listener
from pasjans.options import DEFAULTS, Options
from pasjans.place import new_id
from pasjans.session import Session, SessionLost
from pasjans.tasks import Tasks, outcome
from pasjans_protocol import messages
from pasjans_protocol.errors import Code, ProtocolError
from pasjans_protocol.messages import (
    Claim,
    Claimed,
    Create,
    Join,
    Ping,
    Reply,
    Resumed,
    Snapshot,
    Welcome,
)


def connect(
    *urls: str, token: str | None = None, name: str | None = None, options: Options = DEFAULTS
) -> "Client":
    """A client to be used as `async with pasjans.connect("ws://127.0.0.1:8000/ws") as client:`.

    Args:
        urls: one gateway, or several of the same service: when one is away, the next is used.
        token: who the player is, from `client.token` of an earlier connection; None for a new
            guest.
        name: a name that others see, to be claimed.
        options: how patient to be.

    Raises:
        ValueError: no URL, or one that is not a WebSocket's.
    """
    return Client(urls, token, name, options)


class Client:
    """A connection that comes back by itself, and the games joined over it.

    Make it with `connect`. Opening it raises `ConnectionLost` when nobody answers, `Closed` when
    the server does not want it (a bad token, say), `Unsupported` when client and server have no
    version in common, and `Refused` when the name cannot be had.
    """

    def __init__(
        self, urls: tuple[str, ...], token: str | None, name: str | None, options: Options
    ) -> None:
        check_urls(urls)
        self._wanted_name = name
        self._options = options
        self._link = Link(urls, token, options, self._greet)
        self._tasks = Tasks()
        self._welcome: Welcome | None = None
        self._name: str | None = None
        self._joined: dict[str, Joined] = {}
        self._games: dict[str, Game] = {}
        self._joining: dict[str, asyncio.Task[Game]] = {}

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
        return MappingProxyType(self._games)

    @property
    def _met(self) -> Welcome:
        if self._welcome is None:
            raise ClientClosed
        return self._welcome

    async def create(
        self, rules: str, *, deal: str | None = None, daily: bool = False, guide: bool = True
    ) -> Game:
        """A new game, to be played by this client.

        When this is cancelled, the game may still be made; it is then among `games`.

        Args:
            rules: `polish` or `russian`.
            deal: the deal to play, in notation; None to have one dealt.
            daily: whether to play the deal of the day (UTC).
            guide: whether to be told the legal moves with each position.

        Raises:
            Refused: with the code `unknown_rules`, `bad_deal` or `too_many_games`, for instance.
            Disconnected: there is no connection any more.
            ValueError: both a deal and the daily one are asked for.
        """
        check_length(rules, 32, Code.UNKNOWN_RULES)
        check_length(deal or "", 1024, Code.BAD_DEAL)
        request = Create(new_id(), rules, deal, daily, guide)
        return await outcome(self._tasks.spawn(self._enter(request)))

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
        if game in self._games:
            return self._games[game]
        check_length(game, 64, Code.NO_SUCH_GAME)
        task = self._joining.get(game)
        if task is None:
            task = self._tasks.spawn(self._enter(Join(new_id(), game, guide)))
            self._joining[game] = task
            task.add_done_callback(lambda _: self._joining.pop(game))
        return await outcome(task)

    async def claim(self, name: str) -> str:
        """Take a name that others see, and give it as it is shown.

        Raises:
            Refused: with the code `bad_name` or `name_taken`.
            Disconnected: there is no connection any more.
        """
        check_length(name, 512, Code.BAD_NAME)
        answer = await self._ask(Claim(new_id(), name))
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
        await self._ask(Ping(new_id()))
        return self._options.now() - asked_at

    async def close(self) -> None:
        """Close the connection, and with it all that waits for it; `async with` does it."""
        try:
            await self._link.close()
        finally:
            self._end_games()
            await self._tasks.close()

    async def _run(self) -> None:
        try:
            await self._link.run()
        finally:
            self._link.fail(ClientClosed())
            self._end_games()

    def _end_games(self) -> None:
        for joined in tuple(self._joined.values()):
            joined.end(self._link.failure or ClientClosed())

    def _greet(self, session: Session) -> None:
        self._welcome = session.welcome
        self._name = session.welcome.name
        for joined in self._joined.values():
            self._tasks.spawn(joined.rejoin(session))

    async def _enter(self, request: Create | Join) -> Game:
        answer = await self._ask(request, guide=request.guide)
        game = self._games.get(answer.game) if isinstance(answer, Snapshot) else None
        if game is None:
            raise self._link.failure or ClientClosed()
        return game

    async def _ask(self, request: Create | Join | Claim | Ping, *, guide: bool = False) -> Reply:
        retries = Retries(self._options)
        while True:
            session = await self._link.session()
            try:
                answer = await session.ask(request, partial(self._adopt, session, guide))
            except SessionLost:
                continue
            if not isinstance(answer, messages.Refused):
                return answer
            await retries.wait(answer)

    def _adopt(self, session: Session, guide: bool, answer: Snapshot | Resumed) -> Listener:
        if isinstance(answer, Resumed):
            raise ProtocolError(Code.UNEXPECTED, "resumed came where nothing was there to resume")
        joined = Joined(
            answer, guide=guide, options=self._options, tasks=self._tasks, forget=self._forget
        )
        joined.sit(session, answer.channel)
        self._joined[joined.id] = joined
        self._games[joined.id] = Game(joined)
        return joined

    def _forget(self, game: str) -> None:
        self._joined.pop(game, None)
        self._games.pop(game, None)
