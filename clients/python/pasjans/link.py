"""The connection that comes back by itself: one session after another, over one or several URLs."""

import logging
from collections.abc import Callable
from typing import Final

from pasjans.backoff import Backoff
from pasjans.dial import Unreachable, dial
from pasjans.errors import ClientClosed, Closed, ConnectionLost, PasjansError
from pasjans.options import Options
from pasjans.pulse import Pulse
from pasjans.session import Ending, Session
from pasjans_protocol.close_codes import CloseCode

ELSEWHERE: Final = frozenset(
    {CloseCode.LEAVING, CloseCode.SERVICE_RESTART, CloseCode.TRY_AGAIN_LATER, CloseCode.GOING_AWAY}
)
"""After these the next URL is tried first."""

log = logging.getLogger("pasjans")


class Link:
    """See the module. `run` must be running for `session` to return.

    Args:
        urls: where gateways are; any of them serves any game.
        token: who the player is; None for a new guest. Kept up to date with what welcome says.
        options: how patient to be.
        greet: called with each new session before anybody else gets it.
        bot: whether a program chooses the moves.
    """

    def __init__(
        self,
        urls: tuple[str, ...],
        token: str | None,
        options: Options,
        greet: Callable[[Session], None],
        *,
        bot: bool,
    ) -> None:
        self.token = token
        self._urls = urls
        self._options = options
        self._greet = greet
        self._bot = bot
        self._at = 0
        self._session: Session | None = None
        self._opened = False
        self.failure: PasjansError | None = ClientClosed()
        self._changed = Pulse()
        self._backoff = Backoff(options)
        self._patience_s = options.first_patience_s
        self._fruitless_since = options.now()

    def open(self) -> None:
        """Take note that `run` runs.

        Raises:
            ClientClosed: it has run before.
        """
        if self._opened:
            raise ClientClosed
        self._opened = True
        self._fruitless_since = self._options.now()
        self.failure = None

    @property
    def connected(self) -> bool:
        """Whether there is a session now."""
        return self._session is not None and not self._session.ended

    async def changed(self) -> None:
        """Return when a session came or went, or there will be none any more."""
        await self._changed.wait()

    async def session(self) -> Session:
        """The session there is, or the next one.

        Raises:
            PasjansError: there will be none.
        """
        while self._session is None or self._session.ended:
            if self.failure is not None:
                raise self.failure.with_traceback(None)
            await self._changed.wait()
        return self._session

    async def run(self) -> None:
        """Keep a session until there can be none any more; `failure` says why."""
        try:
            while self.failure is None:
                await self._come_back_after(await self._use(await self._reach()))
        except PasjansError as error:
            self.fail(error)

    def fail(self, error: PasjansError) -> None:
        """There will be no session any more; the first reason counts."""
        if self.failure is None:
            self.failure = error
        self._changed.beat()

    async def close(self) -> None:
        """Say goodbye; whoever waits for a session gets `ClientClosed`."""
        session = self._session
        self.fail(ClientClosed())
        if session is not None:
            await session.close(CloseCode.NORMAL)

    async def _reach(self) -> Session:
        while True:
            last = ""
            for _ in self._urls:
                try:
                    url = self._urls[self._at % len(self._urls)]
                    return await dial(url, self.token, self._options, bot=self._bot)
                except Unreachable as error:
                    last = str(error)
                    self._at += 1
            await self._pause(last)

    async def _come_back_after(self, ending: Ending) -> None:
        if self.failure is not None:
            return
        if not ending.comes_back:
            raise Closed(ending.code, ending.reason)
        log.info("connection lost, coming back: %d %s", ending.code, ending.reason)
        self._patience_s = self._options.patience_s
        if ending.useful:
            self._backoff.reset()
            self._fruitless_since = self._options.now()
        if ending.code in ELSEWHERE:
            self._at += 1
        await self._pause(ending.reason)

    async def _pause(self, last: str) -> None:
        """Wait before the next attempt; raise ConnectionLost when there were enough."""
        tried_s = self._options.now() - self._fruitless_since
        if tried_s > self._patience_s:
            raise ConnectionLost(self._urls, tried_s, last)
        await self._options.sleep(self._backoff.next_s())

    async def _use(self, session: Session) -> Ending:
        self._session = session
        self.token = session.welcome.token
        self._greet(session)
        self._changed.beat()
        try:
            return await session.run()
        finally:
            self._session = None
            self._changed.beat()
