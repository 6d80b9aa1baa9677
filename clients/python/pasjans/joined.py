"""A joined game, kept in step over one session after another, and its commands.

1. Each new session is asked to resume from the version and check that the copy has.
2. Commands go one after another. One that had no answer is sent again with the same id and the
   same expected version: if an earlier attempt did count, the server gives its answer again, so
   that a conflict is always a real one.
3. A command has returned when its event is in the copy. A hint is asked for in the same way: in a
   game in progress it is an event, and its id makes it count once.
"""

import math
from collections.abc import Callable
from typing import TypeAlias

import msgspec

from pasjans.backoff import Retries
from pasjans.errors import Diverged
from pasjans.followed import Followed
from pasjans.listener import News
from pasjans.place import new_id
from pasjans.requests import require
from pasjans.session import SessionLost
from pasjans.tasks import outcome
from pasjans.updates import Update, UpdateKind, Updates
from pasjans_protocol import messages
from pasjans_protocol.messages import (
    Ack,
    Advised,
    Capability,
    Command,
    Hint,
    Join,
    Question,
    Resumed,
    Snapshot,
    Steered,
)

Act: TypeAlias = Command | Hint
"""What is done once, at a version; on which channel is filled in."""


class Joined(Followed):
    """See the module."""

    def _take(self, message: News, /) -> None:
        match message:
            case Snapshot():
                self._publish(self.copy.replace(message))
            case Steered():
                raise AssertionError(message)  # the connection lets none pass
            case _:
                update = self.copy.take(message)
                self._resyncs = 0
                self._publish(update)

    def _again(self) -> Join:
        return Join(new_id(), self.id, self.guide, self.copy.version, self.copy.check)

    def _go_on(self, answer: Snapshot | Resumed) -> None:
        if isinstance(answer, Resumed):
            self.copy.resume(answer)
        else:
            self._publish(self.copy.replace(answer))

    def updates(self) -> Updates:
        """What happens from now on; nothing when the game is over."""
        updates = super().updates()
        if self.copy.result is not None and self._ended is None:
            updates.end(None)
        return updates

    def _publish(self, update: Update) -> None:
        super()._publish(update)
        if update.kind is UpdateKind.FINISHED:
            for updates in tuple(self._updates):
                updates.end(None)

    # For the player

    async def perform(self, action: str) -> None:
        """Carry out a command on the position that the command before it left.

        It goes on when its caller is cancelled; the next command waits for it.

        Raises:
            PasjansError: see `Game.play`.
        """
        await self._in_turn(lambda request, version: Command(request, 1, version, action))

    async def advise(self, question: Question) -> Advised:
        """The answer to a hint about that position; as `perform`.

        Raises:
            PasjansError: see `Game.hint`.
        """
        match await self._in_turn(lambda request, version: Hint(request, 1, version, question)):
            case Advised() as advised:
                return advised
            case other:
                raise AssertionError(other)  # the connection lets none pass

    async def _in_turn(self, act: Callable[[str, int], Act]) -> Ack | Advised:
        await self._turn.acquire()
        task = self._tasks.spawn(self._carry_out(act))
        task.add_done_callback(lambda _: self._turn.release())
        return await outcome(task)

    async def _carry_out(self, act: Callable[[str, int], Act]) -> Ack | Advised:
        request = act(new_id(), self.copy.version)
        longest_s = self._options.hint_s if isinstance(request, Hint) else math.inf
        retries = Retries(self._options, longest_s)
        divergences = self.copy.divergences
        while True:
            place = await self._seated()
            self._check_whole(divergences)
            if isinstance(request, Hint):
                require(place.session, Capability.HINTS)
            request = msgspec.structs.replace(request, channel=place.channel)
            try:
                answer = await place.session.ask(request)
            except SessionLost:
                continue
            match answer:
                case Ack(version=version) | Advised(version=version):
                    await self._reach(version, divergences)
                    return answer
                case messages.Refused():
                    self._check_whole(divergences)
                    await retries.wait(answer)
                case _:
                    raise AssertionError(answer)

    async def _reach(self, version: int, divergences: int) -> None:
        """Return when the copy has a version, and the result if that ended the game."""
        copy = self.copy
        while copy.version < version or (copy.status.over and copy.result is None):
            self._check_followed()
            self._check_whole(divergences)
            await self._changed.wait()

    def _check_whole(self, divergences: int) -> None:
        if self.copy.divergences != divergences:
            raise Diverged(self.id, self.copy.version)
