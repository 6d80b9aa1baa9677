"""The games that one client has joined."""

import asyncio
from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

from pasjans.errors import ClientClosed, PasjansError
from pasjans.game import Game
from pasjans.joined import Joined
from pasjans.listener import Listener
from pasjans.place import new_id
from pasjans.requests import Requests
from pasjans.session import Session
from pasjans.tasks import Tasks, outcome
from pasjans_protocol.errors import Code, ProtocolError
from pasjans_protocol.messages import Create, Join, Resumed, Snapshot


class Games:
    """Creates and joins games, and brings them over to each new session.

    Args:
        requests: the client's.
        tasks: the client's.
    """

    def __init__(self, requests: Requests, tasks: Tasks) -> None:
        self._requests = requests
        self._tasks = tasks
        self._joined: dict[str, Joined] = {}
        self._games: dict[str, Game] = {}
        self._joining: dict[str, asyncio.Task[Game]] = {}

    @property
    def by_id(self) -> Mapping[str, Game]:
        """All of them."""
        return MappingProxyType(self._games)

    async def create(self, request: Create) -> Game:
        """A new game.

        Raises:
            PasjansError: see `Client.create`.
        """
        return await outcome(self._tasks.spawn(self._enter(request)))

    async def join(self, game: str, guide: bool) -> Game:
        """A game that exists; the one that is joined already, as it is.

        Raises:
            PasjansError: see `Client.join`.
        """
        if game in self._games:
            return self._games[game]
        task = self._joining.get(game)
        if task is None:
            task = self._tasks.spawn(self._enter(Join(new_id(), game, guide)))
            self._joining[game] = task
            task.add_done_callback(lambda _: self._joining.pop(game))
        return await outcome(task)

    async def _enter(self, request: Create | Join) -> Game:
        seat = partial(partial, self._adopt, request.guide)
        answer = await self._requests.ask(request, seat=seat)
        game = self._games.get(answer.game) if isinstance(answer, Snapshot) else None
        if game is None:
            raise self._requests.link.failure or ClientClosed()
        return game

    def _adopt(self, guide: bool, session: Session, answer: Snapshot | Resumed) -> Listener:
        if isinstance(answer, Resumed):
            raise ProtocolError(Code.UNEXPECTED, "resumed came where nothing was there to resume")
        joined = Joined(
            answer,
            guide=guide,
            options=self._requests.options,
            tasks=self._tasks,
            forget=partial(self._forget, answer.game),
        )
        joined.sit(session, answer.channel)
        self._joined[joined.id] = joined
        self._games[joined.id] = Game(joined)
        return joined

    def _forget(self, game: str) -> None:
        self._joined.pop(game, None)
        self._games.pop(game, None)

    def greet(self, session: Session) -> None:
        """Bring all games over to a new session."""
        for joined in self._joined.values():
            self._tasks.spawn(joined.come_back(session))

    def end(self, error: PasjansError) -> None:
        """Take note that no session will come any more."""
        for joined in tuple(self._joined.values()):
            joined.end(error)
