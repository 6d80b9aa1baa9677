"""A joined game, kept in step over one session after another, and its commands.

1. Each new session is asked to resume from the version and check that the copy has.
2. A delta or heartbeat that does not fit has the game left and joined again in the same way.
3. Commands go one after another. One that had no answer is sent again with the same id and the
   same expected version: if an earlier attempt did count, the server gives its answer again, so
   that a conflict is always a real one.
4. A command has returned when its event is in the copy.
"""

import asyncio
from collections.abc import Callable
from typing import Final
from weakref import WeakSet

from pasjans.backoff import Retries
from pasjans.errors import ClientClosed, Diverged, GameLeft, Inconsistent, PasjansError, Refused
from pasjans.gamecopy import GameCopy
from pasjans.listener import DEAF, Listener
from pasjans.options import Options
from pasjans.place import Place, leave, new_id
from pasjans.pulse import Pulse
from pasjans.session import Session, SessionLost
from pasjans.tasks import Tasks, outcome
from pasjans.updates import Update, UpdateKind, Updates
from pasjans_protocol import messages
from pasjans_protocol.messages import (
    Ack,
    Command,
    Delta,
    Finished,
    GuidedDelta,
    Join,
    Presence,
    Resumed,
    Snapshot,
)

RESYNCS: Final = 3
"""How often in a row a game is joined again without a step forward, before it is given up."""


class Joined:
    """See the module. It is a `Listener` of each session that has the game.

    Args:
        snapshot: the answer that the game began with.
        guide: whether legal moves are asked for.
        options: how patient to be.
        tasks: the client's.
        forget: called when the game is given up or left.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        *,
        guide: bool,
        options: Options,
        tasks: Tasks,
        forget: Callable[[str], object],
    ) -> None:
        self.id = snapshot.game
        self.copy = GameCopy(snapshot)
        self._guide = guide
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
        """Take note of the channel on which the session has the game."""
        self._place = Place(session, channel)
        self._changed.beat()

    def unseat(self, _session: Session, /) -> None:
        """Take note: the session has ended."""
        self._place = None

    def take(self, message: Delta | GuidedDelta | Presence | Finished | Snapshot, /) -> None:
        """Take a message about the game; raises OutOfSync when it does not fit."""
        if self._ended is not None:
            return
        if isinstance(message, Snapshot):
            self._publish(self.copy.replace(message))
            return
        update = self.copy.take(message)
        self._resyncs = 0
        self._publish(update)

    def compare(self, version: int, check: int, /) -> None:
        """Compare with a heartbeat; raises OutOfSync when it does not agree."""
        self.copy.compare(version, check)

    def out_of_sync(self, session: Session, channel: int, /) -> None:
        """Leave and join again."""
        self._place = None
        self._resyncs += 1
        self._tasks.spawn(self._resync(Place(session, channel)))

    async def _resync(self, place: Place) -> None:
        await leave(place)
        if self._resyncs > RESYNCS:
            self.end(Inconsistent(self.id))
        else:
            await self.rejoin(place.session)

    async def rejoin(self, session: Session) -> None:
        """Resume on a session that does not have the game; the end of the session ends this."""
        retries = Retries(self._options)
        while self._ended is None:
            request = Join(new_id(), self.id, self._guide, self.copy.version, self.copy.check)
            try:
                answer = await session.ask(request, lambda answer: self._resumed(session, answer))
                if not isinstance(answer, messages.Refused):
                    return
                await retries.wait(answer)
            except SessionLost:
                return
            except Refused as error:
                self.end(error)

    def _resumed(self, session: Session, answer: Snapshot | Resumed) -> Listener:
        if self._ended is not None:
            self._tasks.spawn(leave(Place(session, answer.channel)))
            return DEAF
        if isinstance(answer, Resumed):
            self.copy.resume(answer)
        else:
            self._publish(self.copy.replace(answer))
        self.sit(session, answer.channel)
        return self

    # For the player

    async def perform(self, action: str) -> None:
        """Carry out a command on the position that the command before it left.

        It goes on when its caller is cancelled; the next command waits for it.

        Raises:
            PasjansError: see `Game.play`.
        """
        await self._turn.acquire()
        task = self._tasks.spawn(self._carry_out(action))
        task.add_done_callback(lambda _: self._turn.release())
        await outcome(task)

    async def _carry_out(self, action: str) -> None:
        expected, command, retries = self.copy.version, new_id(), Retries(self._options)
        divergences = self.copy.divergences
        while True:
            place = await self._seated()
            self._check_whole(divergences)
            try:
                answer = await place.session.ask(Command(command, place.channel, expected, action))
            except SessionLost:
                continue
            match answer:
                case Ack(version=version):
                    return await self._reach(version, divergences)
                case messages.Refused():
                    self._check_whole(divergences)
                    await retries.wait(answer)
                case _:
                    raise AssertionError(answer)

    async def _seated(self) -> Place:
        while self._place is None:
            self._check_joined()
            await self._changed.wait()
        return self._place

    async def _reach(self, version: int, divergences: int) -> None:
        """Return when the copy has a version, and the result if that ended the game."""
        copy = self.copy
        while copy.version < version or (copy.status.over and copy.result is None):
            self._check_joined()
            self._check_whole(divergences)
            await self._changed.wait()

    def _check_whole(self, divergences: int) -> None:
        if self.copy.divergences != divergences:
            raise Diverged(self.id, self.copy.version)

    def _check_joined(self) -> None:
        if self._ended is not None:
            raise self._ended.with_traceback(None)

    def updates(self) -> Updates:
        """What happens from now on."""
        updates = Updates(self._options.updates_kept)
        if self.copy.result is not None or self._ended is not None:
            updates.end(self._shown_error())
        else:
            self._updates.add(updates)
        return updates

    def _publish(self, update: Update) -> None:
        for updates in tuple(self._updates):
            updates.push(update)
            if update.kind is UpdateKind.FINISHED:
                updates.end(None)
        self._changed.beat()

    # The end

    async def leave(self) -> None:
        """Give the game up here; it goes on for others."""
        place = self._place
        self.end(GameLeft(self.id))
        if place is not None:
            await leave(place)

    def end(self, error: PasjansError) -> None:
        """Take note that the game cannot be followed any more; the first reason counts."""
        if self._ended is None:
            self._ended = error
            self._place = None
            for updates in tuple(self._updates):
                updates.end(self._shown_error())
            self._updates.clear()
            self._forget(self.id)
        self._changed.beat()

    def _shown_error(self) -> PasjansError | None:
        """Why there are no more updates, unless the user wanted it so."""
        return None if isinstance(self._ended, GameLeft | ClientClosed) else self._ended
