"""A board, followed over one session after another."""

from collections.abc import Callable
from datetime import datetime
from typing import TypeAlias
from weakref import WeakSet

from pasjans.backoff import Retries
from pasjans.errors import PasjansError, Refused
from pasjans.listener import BoardListener
from pasjans.newest import Newest
from pasjans.options import Options
from pasjans.place import new_id
from pasjans.rows import Row, row_of, time_of
from pasjans.session import Session, SessionLost
from pasjans.tasks import Tasks
from pasjans_protocol import messages
from pasjans_protocol.messages import Subscribe, Unsubscribe

Rows: TypeAlias = tuple[Row, ...]


class Subscription:
    """See the module.

    Args:
        board: its id.
        limit: how many rows to be shown.
        options: how patient to be.
        tasks: the client's.
        forget: called when it is given up or left.

    Attributes:
        board: its id.
        shown: whether the server has shown it.
        ends: when it takes no more solves; None for a board without an end.
        size: how many rows it has.
        rows: the first of them.
    """

    def __init__(
        self,
        board: str,
        limit: int,
        options: Options,
        tasks: Tasks,
        forget: Callable[[], object],
    ) -> None:
        self.board = board
        self.shown = False
        self.ends: datetime | None = None
        self.size = 0
        self.rows: Rows = ()
        self._limit = limit
        self._options = options
        self._tasks = tasks
        self._forget = forget
        self._session: Session | None = None
        self._ended = False
        self._error: PasjansError | None = None
        self._readers: WeakSet[Newest[Rows]] = WeakSet()

    def request(self) -> Subscribe:
        """The request for the board."""
        return Subscribe(new_id(), self.board, self._limit)

    def listener(self, session: Session) -> BoardListener:
        """What takes the board over from a session."""
        return lambda standings: self._show(session, standings)

    def _show(self, session: Session, standings: messages.Standings) -> None:
        if self._ended:
            if standings.id is not None:
                self._tasks.spawn(self._unsubscribe(session))
            return
        rows = tuple(row_of(place, row) for place, row in enumerate(standings.rows, start=1))
        ends = None if standings.ends is None else time_of(standings.ends)
        changed = (rows, standings.size, ends) != (self.rows, self.size, self.ends)
        self._session, self.shown = session, True
        self.rows, self.size, self.ends = rows, standings.size, ends
        if changed:
            for reader in tuple(self._readers):
                reader.push(rows)

    async def come_back(self, session: Session) -> None:
        """Subscribe over a session that does not have the board."""
        retries = Retries(self._options)
        while not self._ended:
            try:
                answer = await session.ask(self.request(), board=self.listener(session))
                if not isinstance(answer, messages.Refused):
                    return
                await retries.wait(answer)
            except SessionLost:
                return
            except Refused as error:
                self.end(error)

    def updates(self) -> Newest[Rows]:
        """The rows, whenever they have changed from now on."""
        reader: Newest[Rows] = Newest()
        if self._ended:
            reader.end(self._error)
        else:
            self._readers.add(reader)
        return reader

    async def leave(self) -> None:
        """Give the board up."""
        session = self._session
        self.end(None)
        if session is not None:
            await self._unsubscribe(session)

    async def _unsubscribe(self, session: Session) -> None:
        retries = Retries(self._options)
        try:
            while True:
                answer = await session.ask(Unsubscribe(new_id(), self.board))
                if not isinstance(answer, messages.Refused):
                    return
                await retries.wait(answer)
        except (SessionLost, Refused):
            return

    def end(self, error: PasjansError | None) -> None:
        """Take note that it is followed no more; an error is raised by what `updates` gave."""
        if self._ended:
            return
        self._ended, self._error = True, error
        for reader in tuple(self._readers):
            reader.end(error)
        self._readers.clear()
        self._forget()
