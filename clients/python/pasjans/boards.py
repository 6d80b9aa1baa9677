"""The boards that one client follows."""

import asyncio
from functools import partial

from pasjans.errors import ClientClosed, PasjansError
from pasjans.requests import Requests
from pasjans.session import Session
from pasjans.standings import Standings
from pasjans.subscription import Subscription
from pasjans.tasks import Tasks, outcome
from pasjans_protocol.messages import Capability


class Boards:
    """Subscribes to boards, and again over each new session.

    Args:
        requests: the client's.
        tasks: the client's.
    """

    def __init__(self, requests: Requests, tasks: Tasks) -> None:
        self._requests = requests
        self._tasks = tasks
        self._all: dict[str, Subscription] = {}
        self._asking: dict[str, asyncio.Task[None]] = {}

    async def follow(self, board: str, limit: int) -> Standings:
        """A board; the one that is followed already, as it is.

        Raises:
            PasjansError: see `Client.standings`.
        """
        if board not in self._all:
            forget = partial(self._all.pop, board, None)
            subscription = Subscription(board, limit, self._requests.options, self._tasks, forget)
            self._all[board] = subscription
            task = self._tasks.spawn(self._subscribe(subscription))
            self._asking[board] = task
            task.add_done_callback(partial(self._asked, board))
        subscription = self._all[board]
        if board in self._asking:
            await outcome(self._asking[board])
        return Standings(subscription)

    def _asked(self, board: str, task: asyncio.Task[None]) -> None:
        if self._asking.get(board) is task:
            del self._asking[board]

    async def _subscribe(self, subscription: Subscription) -> None:
        try:
            await self._requests.ask(
                subscription.request(), board=subscription.listener, needs=Capability.BOARDS
            )
        except BaseException:
            subscription.end(None)
            raise

    def greet(self, session: Session) -> None:
        """Bring all boards over to a new session, but those that are being asked for anyway."""
        for subscription in self._all.values():
            if subscription.shown:
                self._tasks.spawn(subscription.come_back(session))

    def end(self, error: PasjansError) -> None:
        """Take note that no session will come any more."""
        shown = None if isinstance(error, ClientClosed) else error
        for subscription in tuple(self._all.values()):
            subscription.end(shown)
