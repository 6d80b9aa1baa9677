"""One connection to a gateway, from welcome to its end: requests and answers, channels and boards.

It is a shell around `pasjans_protocol.connection`, which says what may be sent and received when.
A session never reconnects; its end is final, and each request that had no answer then raises
`SessionLost`.
"""

import asyncio
import logging
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from websockets.asyncio.client import ClientConnection as Socket
from websockets.exceptions import ConnectionClosed

from pasjans.errors import Refused
from pasjans.listener import DEAF, BoardListener, Listener, Seat
from pasjans_protocol import messages
from pasjans_protocol.close_codes import CloseCode, reconnects
from pasjans_protocol.connection import ClientConnection
from pasjans_protocol.errors import Code, LocalProtocolError, OutOfSync, ProtocolError
from pasjans_protocol.messages import (
    Delta,
    Finished,
    GuidedDelta,
    Heartbeat,
    Leave,
    Left,
    Presence,
    Reply,
    Request,
    Resumed,
    ServerMessage,
    Snapshot,
    Standings,
    Steered,
    Subscribe,
    Unsubscribe,
    Welcome,
)

SILENT_HEARTBEATS: Final = 3
CLOSE_S: Final = 1.0

log = logging.getLogger("pasjans")


class SessionLost(Exception):
    """The session ended before the answer came: whether the request was carried out is unknown."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a session ended.

    Attributes:
        code: the close code; 1006 when there was none.
        reason: for people.
        comes_back: whether a client connects again after it.
        useful: whether anything came after welcome that could be used.
    """

    code: int
    reason: str
    comes_back: bool
    useful: bool


@dataclass(slots=True)
class _Waiting:
    request: Request
    answer: "asyncio.Future[Reply | None]"
    seat: Seat | None


class Session:
    """See the module.

    After making it you must await `run`, whatever happens, once.

    Args:
        socket: an open connection.
        connection: its state, after welcome.
        welcome: what the server said.
        answer_s: how long an answer may take.

    Attributes:
        welcome: what the server said.
        ended: whether nothing can be asked any more.
    """

    def __init__(
        self, socket: Socket, connection: ClientConnection, welcome: Welcome, answer_s: float
    ) -> None:
        self.welcome = welcome
        self._socket = socket
        self._connection = connection
        self._answer_s = answer_s
        self._silence_s = welcome.heartbeat_ms / 1000 * SILENT_HEARTBEATS
        self._waiting: dict[str, _Waiting] = {}
        self._listeners: dict[int, Listener] = {}
        self._boards: dict[str, BoardListener] = {}
        self._useful = False
        self.ended = False

    async def ask(
        self, request: Request, seat: Seat | None = None, board: BoardListener | None = None
    ) -> Reply:
        """The one answer to a request.

        Args:
            request: with an id that is not in use.
            seat: for create, join and replay.
            board: for subscribe.

        Raises:
            Refused: the server need not be asked: it would refuse.
            SessionLost: the session has ended, or the answer takes too long, which ends it.
        """
        if self.ended:
            raise SessionLost
        try:
            frame = self._connection.send(request)
        except LocalProtocolError as error:
            raise Refused.by_client(error) from None
        waiting = _Waiting(request, asyncio.get_running_loop().create_future(), seat)
        self._waiting[request.id] = waiting
        if isinstance(request, Subscribe) and board is not None:
            self._boards[request.board] = board
        try:
            async with asyncio.timeout(self._answer_s):
                await self._socket.send(frame)
                answer = await waiting.answer
        except (ConnectionClosed, TimeoutError):
            self.cut()
            raise SessionLost from None
        if answer is None:
            raise SessionLost
        return answer

    async def run(self) -> Ending:
        """Take what the server sends, until the session ends, and say how it did."""
        try:
            while True:
                async with asyncio.timeout(self._silence_s):
                    frame = await self._socket.recv()
                if not self.ended:
                    self._receive(frame)
        except TimeoutError:
            self.cut()
            return self._ending(CloseCode.LOST, f"no sign of life for {self._silence_s:g} s")
        except ConnectionClosed as error:
            received = error.rcvd
            if received is None:
                return self._ending(CloseCode.LOST, str(error))
            return self._ending(received.code, received.reason)
        except ProtocolError as error:
            self._useful = False
            reason = f"the server sent what this client does not understand: {error}"
            await self.close(CloseCode.PROTOCOL_ERROR)
            return self._ending(CloseCode.LOST, reason)
        finally:
            self.cut()

    async def close(self, code: CloseCode) -> None:
        """Say goodbye; `run` returns then."""
        self._end()
        try:
            async with asyncio.timeout(CLOSE_S):
                await self._socket.close(code, code.reason)
        except TimeoutError:
            self.cut()

    def cut(self) -> None:
        """End a session whose other side does not answer; `run` returns then."""
        self._end()
        self._socket.transport.abort()

    def _ending(self, code: int, reason: str) -> Ending:
        return Ending(code, reason, reconnects(code), self._useful)

    def _end(self) -> None:
        if self.ended:
            return
        self.ended = True
        self._connection.close()
        for listener in self._listeners.values():
            listener.unseat(self)
        for waiting in self._waiting.values():
            if not waiting.answer.done():
                waiting.answer.set_result(None)

    # What comes in

    def _receive(self, frame: bytes | str) -> None:
        try:
            message = self._connection.receive(frame)
        except ProtocolError as error:
            if error.code is not Code.UNKNOWN_TYPE:
                raise
            log.info("passed over a message of a later version: %s", error)
            return
        self._take(message)
        self._useful = True

    def _take(self, message: ServerMessage) -> None:
        match message:
            case Delta() | GuidedDelta() | Presence() | Finished() | Snapshot(id=None):
                with self._in_step(message.channel) as listener:
                    listener.take(message)
            case Steered():
                with self._in_step(message.channel) as listener:
                    listener.take(message)
                if message.id is not None:
                    self._answer(message)
            case Standings():
                self._boards[message.board](message)
                if message.id is not None:
                    self._answer(message)
            case Heartbeat():
                for channel, version, check in message.games:
                    with self._in_step(channel) as listener:
                        listener.compare(version, check)
            case messages.Refused(id=None):
                log.warning("the server could not read a request: %s", message.message)
            case Welcome():
                raise ProtocolError(Code.UNEXPECTED, "a second welcome")
            case _:
                self._answer(message)

    @contextmanager
    def _in_step(self, channel: int) -> Generator[Listener]:
        """The listener of a channel; a deaf one once something did not fit."""
        listener = self._listeners[channel]
        try:
            yield listener
        except OutOfSync as error:
            log.info("out of sync, joining again: %s", error)
            self._listeners[channel] = DEAF
            listener.out_of_sync(self, channel)

    def _answer(self, answer: Reply) -> None:
        waiting = self._waiting[answer.id or ""]
        request = waiting.request
        if isinstance(answer, Snapshot | Resumed) and waiting.seat is not None:
            self._listeners[answer.channel] = waiting.seat(answer)
        elif isinstance(request, Leave):
            if isinstance(answer, Left):
                del self._listeners[request.channel]
            else:
                raise ProtocolError(Code.UNEXPECTED, f"a game could not be left: {answer}")
        elif isinstance(request, Subscribe | Unsubscribe):
            self._end_board(request, answer)
        del self._waiting[request.id]
        if not waiting.answer.done():
            waiting.answer.set_result(answer)

    def _end_board(self, request: Subscribe | Unsubscribe, answer: Reply) -> None:
        if isinstance(answer, messages.Refused) is isinstance(request, Subscribe):
            del self._boards[request.board]
