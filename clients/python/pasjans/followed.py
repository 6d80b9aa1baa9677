"""A game that is followed over one session after another, joined or replayed.

1. Each new session is asked for it again, from where the copy stands.
2. What does not fit the copy has it left and asked for again in the same way.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Final
from weakref import WeakSet

from pasjans.backoff import Retries
from pasjans.errors import ClientClosed, GameLeft, Inconsistent, PasjansError, Refused
from pasjans.gamecopy import GameCopy
from pasjans.listener import DEAF, Listener, News
from pasjans.options import Options
from pasjans.place import Place, leave
from pasjans.pulse import Pulse
from pasjans.session import Session, SessionLost
from pasjans.tasks import Tasks
from pasjans.updates import Update, Updates
from pasjans_protocol import messages
from pasjans_protocol.messages import Join, Replay, Resumed, Snapshot

RESYNCS: Final = 3
"""How often in a row a game is asked for again without a step forward, before it is given up."""


class Followed(ABC):
    """See the module. It is a `Listener` of each session that has the game.

    Args:
        snapshot: the answer that it began with.
        guide: whether legal moves are asked for.
        options: how patient to be.
        tasks: the client's.
        forget: called when it is given up or left.

    Attributes:
        id: of the game.
        copy: the game as it is known.
        guide: whether legal moves are asked for.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        *,
        guide: bool,
        options: Options,
        tasks: Tasks,
        forget: Callable[[], object],
    ) -> None:
        self.id = snapshot.game
        self.copy = GameCopy(snapshot)
        self.guide = guide
        self._options = options
        self._tasks = tasks
        self._forget = forget
        self._place: Place | None = None
        self._ended: PasjansError | None = None
        self._updates: WeakSet[Updates] = WeakSet()
        self._changed = Pulse()
        self._turn = asyncio.Lock()
        self._resyncs = 0

    # As a session's listener

    def sit(self, session: Session, channel: int) -> None:
        """Take note of the channel on which the session has it."""
        self._place = Place(session, channel)
        self._changed.beat()

    def unseat(self, _session: Session, /) -> None:
        """Take note: the session has ended."""
        self._place = None

    def take(self, message: News, /) -> None:
        """Take a message about it; raises OutOfSync when it does not fit."""
        if self._ended is None:
            self._take(message)

    @abstractmethod
    def _take(self, message: News, /) -> None: ...

    def compare(self, version: int, check: int, /) -> None:
        """Compare with a heartbeat; raises OutOfSync when it does not agree."""
        self.copy.compare(version, check)

    def out_of_sync(self, session: Session, channel: int, /) -> None:
        """Leave and ask for it again."""
        self._place = None
        self._resyncs += 1
        self._tasks.spawn(self._resync(Place(session, channel)))

    async def _resync(self, place: Place) -> None:
        await leave(place)
        if self._resyncs > RESYNCS:
            self.end(Inconsistent(self.id))
        else:
            await self.come_back(place.session)

    async def come_back(self, session: Session) -> None:
        """Go on over a session that does not have it; the end of the session ends this."""
        retries = Retries(self._options)
        while self._ended is None:
            try:
                answer = await session.ask(self._again(), partial(self._back, session))
                if not isinstance(answer, messages.Refused):
                    return
                await self._refused(answer, retries)
            except SessionLost:
                return
            except Refused as error:
                self.end(error)

    @abstractmethod
    def _again(self) -> Join | Replay:
        """The request for it from where the copy stands."""

    async def _refused(self, refused: messages.Refused, retries: Retries) -> None:
        """Return when it may be asked for again; raises Refused when that would not help."""
        await retries.wait(refused)

    def _back(self, session: Session, answer: Snapshot | Resumed) -> Listener:
        if self._ended is not None:
            self._tasks.spawn(leave(Place(session, answer.channel)))
            return DEAF
        self._go_on(answer)
        self.sit(session, answer.channel)
        return self

    @abstractmethod
    def _go_on(self, answer: Snapshot | Resumed) -> None:
        """Bring the copy in step with the answer to `_again`."""

    # For those who look on

    def updates(self) -> Updates:
        """What happens from now on."""
        updates = Updates(self._options.updates_kept)
        if self._ended is not None:
            updates.end(self._shown_error())
        else:
            self._updates.add(updates)
        return updates

    def _publish(self, update: Update) -> None:
        for updates in tuple(self._updates):
            updates.push(update)
        self._changed.beat()

    async def _seated(self) -> Place:
        while self._place is None:
            self._check_followed()
            await self._changed.wait()
        return self._place

    def _check_followed(self) -> None:
        if self._ended is not None:
            raise self._ended.with_traceback(None)

    # The end

    async def leave(self) -> None:
        """Give it up here; the game goes on for others."""
        place = self._place
        self.end(GameLeft(self.id))
        if place is not None:
            await leave(place)

    def end(self, error: PasjansError) -> None:
        """Take note that it cannot be followed any more; the first reason counts."""
        if self._ended is None:
            self._ended = error
            self._place = None
            for updates in tuple(self._updates):
                updates.end(self._shown_error())
            self._updates.clear()
            self._forget()
        self._changed.beat()

    def _shown_error(self) -> PasjansError | None:
        """Why there are no more updates, unless the user wanted it so."""
        return None if isinstance(self._ended, GameLeft | ClientClosed) else self._ended
