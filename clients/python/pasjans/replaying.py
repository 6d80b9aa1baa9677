"""A replay, kept where it stands over one session after another, and its steering.

1. Each new session is asked for a replay from the version at which the copy stands, with the pace
   that was wished last, and playing only if it was: who scrolled back stays there.
2. Steering goes one request after another. One that had no answer is sent again: it says where to
   go, not how far, and so may count twice.
3. A log that lost its end is replayed from the end that it has.
"""

import math
from collections.abc import Callable
from typing import Final

import msgspec

from pasjans.backoff import Retries
from pasjans.followed import Followed
from pasjans.listener import News
from pasjans.options import Options
from pasjans.place import Place, new_id
from pasjans.requests import require
from pasjans.session import SessionLost
from pasjans.tasks import Tasks
from pasjans.updates import UpdateKind
from pasjans_protocol import messages
from pasjans_protocol.errors import Code, OutOfSync, ProtocolError
from pasjans_protocol.messages import (
    Advised,
    Capability,
    Finished,
    Hint,
    Question,
    Replay,
    Reply,
    Resumed,
    Snapshot,
    Steer,
    Steered,
)

NOTHING: Final = Steer("", 1)
"""A steer that wishes nothing."""


class Replaying(Followed):
    """See the module.

    Args:
        snapshot: the answer that it began with.
        request: what was answered.
        options: how patient to be.
        tasks: the client's.
        forget: called when it is given up or left.

    Attributes:
        head: the version up to which it goes.
        playing: whether it goes on by itself.
        speed: percent of the pace of the game.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        request: Replay,
        options: Options,
        tasks: Tasks,
        forget: Callable[[], object],
    ) -> None:
        super().__init__(snapshot, guide=request.guide, options=options, tasks=tasks, forget=forget)
        self.head = snapshot.version
        self.playing = request.playing
        self.speed = request.speed
        self._asked = request
        self._wish = NOTHING
        self._last: int | None = None

    def _take(self, message: News, /) -> None:
        match message:
            case Snapshot():
                self._publish(self.copy.replace(message))
            case Steered():
                self._note(message)
            case Finished() if self.copy.result is not None:
                pass  # told again, after a return
            case _:
                update = self.copy.take(message)
                self.head = max(self.head, update.version)
                self._resyncs = 0
                self._publish(update)

    def _note(self, steered: Steered) -> None:
        wished = steered.id is not None and self._wish.playing is True
        stopped = (self.playing or wished) and not steered.playing
        self.head, self.playing, self.speed = steered.head, steered.playing, steered.speed
        if steered.version != self.copy.version:
            text = f"the replay is at version {steered.version}, the copy at {self.copy.version}"
            raise OutOfSync(text, self.copy.version, self.copy.check)
        if stopped:
            if self._wish.playing is True:  # it was granted, and the end is reached
                self._wish = msgspec.structs.replace(self._wish, playing=None)
            self._publish(self.copy.update(UpdateKind.STOPPED))

    def _again(self) -> Replay:
        version = self.copy.version if self._last is None else self._last
        playing = self.playing if self._wish.playing is None else self._wish.playing
        speed = self.speed if self._wish.speed is None else self._wish.speed
        self._asked = Replay(new_id(), self.id, version, playing, speed, self.guide)
        return self._asked

    async def _refused(self, refused: messages.Refused, retries: Retries) -> None:
        last = refused.version
        shorter = last is not None and 0 < last < self._asked.version
        if refused.code is Code.NO_SUCH_VERSION and shorter:
            self._last = last
        else:
            await super()._refused(refused, retries)

    def _go_on(self, answer: Snapshot | Resumed) -> None:
        if isinstance(answer, Resumed):
            raise ProtocolError(Code.UNEXPECTED, "resumed came for a replay")
        self._last = None
        self.playing, self.speed = self._asked.playing, self._asked.speed
        before = (self.copy.version, self.copy.check)
        result = self.copy.result
        update = self.copy.replace(answer)
        if (update.version, update.check) == before:
            self.copy.result = result
        else:
            self._publish(update)
        self._tasks.spawn(self.steer())

    async def steer(
        self,
        *,
        version: int | None = None,
        playing: bool | None = None,
        speed: int | None = None,
    ) -> None:
        """Change what is not None, and bring `head`, `playing` and `speed` up to date.

        Raises:
            PasjansError: see `Replay.seek`.
        """
        async with self._turn:
            self._wish = Steer(new_id(), 1, version, playing, speed)
            try:
                await self._ask(self._wished)
            finally:
                self._wish = NOTHING

    def _wished(self, place: Place) -> Steer:
        wish = self._wish
        return Steer(new_id(), place.channel, wish.version, wish.playing, wish.speed)

    async def advise(self, question: Question) -> Advised:
        """The answer to a hint about the version at which it stands.

        Raises:
            PasjansError: see `Replay.hint`.
        """
        version = self.copy.version

        def hint(place: Place) -> Hint:
            require(place.session, Capability.HINTS)
            return Hint(new_id(), place.channel, version, question)

        match await self._ask(hint, self._options.hint_s):
            case Advised() as advised:
                return advised
            case other:
                raise AssertionError(other)  # the connection lets none pass

    async def _ask(
        self, request: Callable[[Place], Steer | Hint], longest_s: float = math.inf
    ) -> Reply:
        """The answer, which is no refusal; asked for again where there was none."""
        retries = Retries(self._options, longest_s)
        while True:
            place = await self._seated()
            try:
                answer = await place.session.ask(request(place))
            except SessionLost:
                continue
            if not isinstance(answer, messages.Refused):
                return answer
            await retries.wait(answer)
