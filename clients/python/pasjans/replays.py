"""The replays of one client."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from pasjans.errors import ClientClosed, PasjansError
from pasjans.game import Game
from pasjans.listener import Listener
from pasjans.replay import Replay
from pasjans.replaying import Replaying
from pasjans.requests import Requests
from pasjans.session import Session
from pasjans.tasks import Tasks, outcome
from pasjans_protocol import messages
from pasjans_protocol.errors import Code, ProtocolError
from pasjans_protocol.messages import Capability, Resumed, Snapshot


class Replays:
    """Begins replays, and brings them over to each new session.

    Args:
        requests: the client's.
        tasks: the client's.
        join: joins a game, given its id and whether to be guided.
    """

    def __init__(
        self, requests: Requests, tasks: Tasks, join: Callable[[str, bool], Awaitable[Game]]
    ) -> None:
        self._requests = requests
        self._tasks = tasks
        self._join = join
        self._all: dict[str, Replaying] = {}

    async def begin(self, request: messages.Replay) -> Replay:
        """A replay; one that nobody waits for any more is left again.

        Raises:
            PasjansError: see `Client.replay`.
        """
        task = self._tasks.spawn(self._begin(request))
        try:
            return await outcome(task)
        except asyncio.CancelledError:
            task.add_done_callback(self._give_up)
            raise

    async def _begin(self, request: messages.Replay) -> Replay:
        seat = partial(partial, self._adopt, request)
        await self._requests.ask(request, seat=seat, needs=Capability.REPLAY)
        replaying = self._all.get(request.id)
        if replaying is None:
            raise self._requests.link.failure or ClientClosed()
        await replaying.steer()
        return Replay(replaying, self._join)

    def _give_up(self, task: asyncio.Task[Replay]) -> None:
        if not task.cancelled() and task.exception() is None:
            self._tasks.spawn(task.result().leave())

    def _adopt(
        self, request: messages.Replay, session: Session, answer: Snapshot | Resumed
    ) -> Listener:
        if isinstance(answer, Resumed):
            raise ProtocolError(Code.UNEXPECTED, "resumed came for a replay")
        options, forget = self._requests.options, partial(self._all.pop, request.id, None)
        replaying = Replaying(answer, request, options, self._tasks, forget)
        replaying.sit(session, answer.channel)
        self._all[request.id] = replaying
        return replaying

    def greet(self, session: Session) -> None:
        """Bring all replays over to a new session."""
        for replaying in self._all.values():
            self._tasks.spawn(replaying.come_back(session))

    def end(self, error: PasjansError) -> None:
        """Take note that no session will come any more."""
        for replaying in tuple(self._all.values()):
            replaying.end(error)
