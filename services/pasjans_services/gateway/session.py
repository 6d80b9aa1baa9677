"""One socket's conversation: requests are carried out in order, and each gets its one answer.

A hint may take a solver seconds: the rest goes on meanwhile.

The session knows no sockets: frames come in through `take`, answers go out through an outbox.
"""

from collections.abc import Awaitable
from typing import Final, assert_never, get_args

import structlog

from pasjans_protocol.close_codes import CloseCode
from pasjans_protocol.codec import ServerCodec
from pasjans_protocol.connection import ServerConnection
from pasjans_protocol.errors import Code, ProtocolError
from pasjans_protocol.messages import (
    Advised,
    Capability,
    Claim,
    Claimed,
    Command,
    Create,
    Heartbeat,
    Hello,
    Hint,
    Join,
    Leave,
    Left,
    Ping,
    Pong,
    Refused,
    Replay,
    Request,
    Role,
    ServerMessage,
    SnapshotReason,
    Steer,
    Subscribe,
    Unsubscribe,
    name_of,
)
from pasjans_services import telemetry
from pasjans_services.config import Part
from pasjans_services.desk import NotGranted
from pasjans_services.eventstore.base import StoreUnavailable
from pasjans_services.gateway import entrance
from pasjans_services.gateway.commands import RETRY_AFTER_MS, STORE_AWAY
from pasjans_services.gateway.desks import Desks
from pasjans_services.gateway.gateway import Gateway
from pasjans_services.gateway.outbox import Outbox
from pasjans_services.gateway.pace import Pace
from pasjans_services.gateway.room import Room
from pasjans_services.gateway.seat import Seat
from pasjans_services.players import BadToken, Player

HINTS_AT_A_TIME: Final = 4
"""Hints of a socket that may wait for their answers."""

SEEN: Final = "seen"
FAILED: Final = "this failed here, and whether it was done is not known: send it again, same id"

log = structlog.get_logger(__name__)

_COUNTED: Final = {kind: telemetry.REQUESTS.labels(name_of(kind)) for kind in get_args(Request)}


class Session:
    """See the module.

    Args:
        gateway: The process that it belongs to.
        codec: The socket's encoding.
        outbox: The socket's way out.
        address: Where the peer is, for limits that are by address.
    """

    def __init__(self, gateway: Gateway, codec: ServerCodec, outbox: Outbox, address: str) -> None:
        self.gateway = gateway
        self.codec = codec
        self.outbox = outbox
        self.address = address
        self.player: Player | None = None
        self.takes_hints = False
        self.seats: dict[int, Seat] = {}
        self.connection = ServerConnection(codec, max_games=gateway.limits.games_per_socket)
        self._desks = Desks(gateway.desks, self)
        self._pace = Pace(gateway, address)
        self._hints = 0
        self.ended = False

    # Frames in

    async def take(self, frame: bytes | str) -> CloseCode | None:
        """Carry out one frame; the result is the code that the socket is to be closed with."""
        if self.ended:
            return None
        try:
            message = self.connection.receive(frame)
        except ProtocolError as error:
            return self._broken(error)
        if isinstance(message, Hello):
            return await self._hello(message)
        if (wait_ms := self._pace.wait_ms(message)) > 0:
            text = f"too many requests; send this one again in {wait_ms} ms"
            self.send(Refused(message.id, Code.RATE_LIMITED, text, retry_after_ms=wait_ms))
        else:
            await self._whatever_happens(message, self._answer(message))
        return None

    async def _whatever_happens(self, request: Request, answering: Awaitable[None]) -> None:
        """Answer a request, or say that this failed."""
        try:
            await answering
        except Exception:
            log.exception("request_failed", kind=name_of(type(request)), request=request.id)
            if request.id in self.connection.pending:
                self.send(
                    Refused(request.id, Code.UNAVAILABLE, FAILED, retry_after_ms=RETRY_AFTER_MS)
                )

    def _broken(self, error: ProtocolError) -> CloseCode | None:
        refused = Refused(error.id, error.code, error.message)
        self.outbox.push(self.connection.refuse(refused))
        telemetry.REFUSALS.labels(error.code).inc()
        if self.player is None:
            return CloseCode.PROTOCOL_ERROR
        return CloseCode.FLOODING if self._pace.too_many_mistakes() else None

    # Hello

    @property
    def ready(self) -> bool:
        """Whether hello was said."""
        return self.player is not None

    @property
    def known_player(self) -> Player:
        """Who said hello; the connection lets no request through before that."""
        if self.player is None:
            raise RuntimeError("a request came before hello")
        return self.player

    async def _hello(self, hello: Hello) -> CloseCode | None:
        try:
            player, welcome = await entrance.hello(self.gateway, hello)
        except BadToken as error:
            self.send(Refused(None, Code.BAD_TOKEN, str(error)))
            return CloseCode.BAD_TOKEN
        except StoreUnavailable as error:
            log.warning("store_unavailable", error=str(error))
            self.send(Refused(None, Code.UNAVAILABLE, STORE_AWAY, None, RETRY_AFTER_MS))
            return CloseCode.TRY_AGAIN_LATER
        self.player = player
        self.takes_hints = Capability.HINTS in hello.capabilities
        self.send(welcome)
        return None

    # Requests

    async def _answer(self, request: Request) -> None:
        _COUNTED[type(request)].inc()
        match request:
            case Command():
                seat = self.seats[request.channel]
                self.send(await self.gateway.commands.execute(seat, request))
            case Leave():
                self._leave(request.channel)
                self.send(Left(request.id))
            case Ping():
                self.send(Pong(request.id))
            case Hint():
                self._begin_hint(request)
            case Create() | Join() | Claim() | Replay() | Steer() | Subscribe() | Unsubscribe():
                await self._try(request, self._carry_out(request))
            case _:
                assert_never(request)

    def _leave(self, channel: int) -> None:
        seat = self.seats.pop(channel, None)
        if seat is not None:
            self._unseat(seat)
        else:
            self._desks.of(Part.REPLAY).leave(channel)

    async def _carry_out(
        self, request: Create | Join | Claim | Replay | Steer | Subscribe | Unsubscribe
    ) -> None:
        match request:
            case Create():
                await self._create(request)
            case Join():
                await self._join(request)
            case Claim():
                await self._claim(request)
            case Replay() | Steer():
                await self._desks.of(Part.REPLAY).answer(request)
            case Subscribe() | Unsubscribe():
                await self._desks.of(Part.LEADERBOARD).answer(request)

    async def _try(self, request: Request, carrying_out: Awaitable[None]) -> None:
        """Carry out a request, or say why not."""
        try:
            await carrying_out
        except NotGranted as refusal:
            version, retry_after_ms = refusal.version, refusal.retry_after_ms
            self.send(Refused(request.id, refusal.code, str(refusal), version, retry_after_ms))
        except StoreUnavailable as error:
            log.warning("store_unavailable", request=request.id, error=str(error))
            self.send(
                Refused(request.id, Code.UNAVAILABLE, STORE_AWAY, retry_after_ms=RETRY_AFTER_MS)
            )

    async def _create(self, request: Create) -> None:
        room = await entrance.create(self.gateway, self.known_player, request)
        if (channel := self.connection.games.get(room.id)) is not None:
            message = f"this request made game {room.id}, which has channel {channel} here"
            raise NotGranted(Code.ALREADY_JOINED, message)
        seat = self._take_seat(room, guide=request.guide)
        seat.send_snapshot(request.id, SnapshotReason.CREATED)

    async def _join(self, request: Join) -> None:
        room, deltas = await entrance.join(self.gateway, request)
        seat = self._take_seat(room, guide=request.guide)
        if request.version is None:
            seat.send_snapshot(request.id, SnapshotReason.JOINED)
        elif deltas is None:
            seat.send_snapshot(request.id, SnapshotReason.DIVERGED)
        elif room.adds_slot(deltas) and not self.takes_hints:
            seat.send_snapshot(request.id, SnapshotReason.JOINED)
        else:
            seat.send_missing(request.id, request.version, deltas)

    async def _claim(self, request: Claim) -> None:
        name = await entrance.claim(self.gateway, self.known_player, request)
        for seat in self.seats.values():
            if seat.role is Role.PLAYER:
                seat.room.name = name
        self.send(Claimed(request.id, name))

    def _begin_hint(self, request: Hint) -> None:
        if self._hints == HINTS_AT_A_TIME:
            message = f"{HINTS_AT_A_TIME} hints wait here; ask again when one is answered"
            retry_after_ms = RETRY_AFTER_MS
            self.send(
                Refused(request.id, Code.RATE_LIMITED, message, retry_after_ms=retry_after_ms)
            )
        else:
            self._hints += 1
            # The channel may have another game when it is the hint's turn.
            seat, game = self.seats.get(request.channel), self.connection.game_on(request.channel)
            self.gateway.lobby.spawn(self._hint_meanwhile(request, seat, game))

    async def _hint_meanwhile(self, request: Hint, seat: Seat | None, game: str | None) -> None:
        try:
            hinting = self._try(request, self._hint(request, seat, game))
            await self._whatever_happens(request, hinting)
        finally:
            self._hints -= 1

    async def _hint(self, request: Hint, seat: Seat | None, game: str | None) -> None:
        if seat is not None:
            self.send(await self.gateway.hints.answer(seat, request, self.address))
        elif self.connection.game_on(request.channel) == game:
            await self._desks.of(Part.REPLAY).answer(request)
        else:
            raise NotGranted(Code.NOT_JOINED, f"channel {request.channel} was left")

    def _take_seat(self, room: Room, *, guide: bool) -> Seat:
        """A place at a game; the caller sends its snapshot or deltas before it awaits anything."""
        if self.ended:
            raise NotGranted(Code.UNEXPECTED, "the socket has ended")
        mine = room.header.player == self.known_player.id
        role = Role.PLAYER if mine else Role.WATCHER
        channel = self.connection.free_channel()
        seat = Seat(self, room, channel, role, guide=guide, takes_hints=self.takes_hints)
        self.seats[channel] = seat
        self.gateway.lobby.seat(seat, room)
        return seat

    # Frames out

    @property
    def waiting_bytes(self) -> int:
        """Bytes that wait for the peer to read."""
        return self.outbox.waiting_bytes

    def send(self, message: ServerMessage, *, unbounded: bool = False) -> None:
        """Send one message; nothing once the session has ended.

        Args:
            message: Allowed by the connection's state now.
            unbounded: As for `Outbox.push`.
        """
        if isinstance(message, Refused):
            telemetry.REFUSALS.labels(message.code).inc()
        elif isinstance(message, Advised):
            telemetry.HINTS.labels(message.verdict or SEEN).inc()
        if not self.ended:
            self.outbox.push(self.connection.send(message), unbounded=unbounded)

    def heartbeat(self) -> None:
        """Tell the version and check of each game, so that a lost frame is noticed."""
        if self.ready and not self.ended:
            games = tuple(
                (channel, seat.room.version, seat.room.check)
                for channel, seat in self.seats.items()
            )
            self.send(Heartbeat(games))

    def end(self) -> None:
        """Leave all games; nothing is sent from now on."""
        self.ended = True
        self.connection.close()
        seats, self.seats = self.seats, {}
        for seat in seats.values():
            self._unseat(seat)
        self._desks.end()

    def _unseat(self, seat: Seat) -> None:
        self.gateway.lobby.unseat(seat, seat.room)
