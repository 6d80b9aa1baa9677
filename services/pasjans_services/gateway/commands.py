"""Life of one command: decided by the engine, appended by the store, shown, then answered.

1. A repeated command id gets its first answer, whatever the command now says and wherever the
   game now stands; nothing is appended.
2. Nothing is acknowledged before the store has it.
3. Each command gets exactly one answer. When an acknowledgement is sent, the deltas up to its
   version were sent before it.
"""

from typing import Final

import structlog

from pasjans_engine.errors import Illegal, Invalid, Reason
from pasjans_engine.game import Event, Hint, Resign, decide
from pasjans_engine.notation import parse_command
from pasjans_protocol.errors import Code
from pasjans_protocol.messages import Ack, Command, Refused, Role
from pasjans_services.eventstore.base import (
    Appended,
    GameFinished,
    Repeated,
    Stale,
    StoreUnavailable,
)
from pasjans_services.games.gamelog import NoSuchGame
from pasjans_services.gateway.lobby import Lobby
from pasjans_services.gateway.room import Room
from pasjans_services.gateway.seat import Seat
from pasjans_services.gateway.writer import Writer

RETRY_AFTER_MS: Final = 1_000
STORE_AWAY: Final = (
    "the store does not answer, and whether this was done is not known: "
    "send it again with the same id, which counts once"
)

log = structlog.get_logger(__name__)


class Commands:
    """Carries out commands of players.

    Args:
        lobby: The rooms.
        writer: Appends what was decided.
        max_events: Events after which a game takes only `resign`.
    """

    def __init__(self, lobby: Lobby, writer: Writer, max_events: int) -> None:
        self._lobby = lobby
        self._writer = writer
        self._max_events = max_events

    async def execute(self, seat: Seat, command: Command) -> Ack | Refused:
        """The one answer to a command."""
        room = seat.room
        if seat.role is not Role.PLAYER:
            message = "you watch this game; only its player can move in it"
            return _refused(room, command, Code.NOT_YOUR_GAME, message)
        try:
            return await self._carry_out(room, command)
        except StoreUnavailable as error:
            log.warning("store_unavailable", game=room.id, command=command.id, error=str(error))
            return Refused(
                command.id, Code.UNAVAILABLE, STORE_AWAY, room.version, RETRY_AFTER_MS, ()
            )
        except NoSuchGame as error:
            return _refused(room, command, Code.NO_SUCH_GAME, str(error))
        except GameFinished as error:
            return _refused(room, command, Code.GAME_OVER, str(error))

    async def _carry_out(self, room: Room, command: Command) -> Ack | Refused:
        if command.expected != room.version:
            if (first := await self._first_answer(room, command)) is not None:
                return first
            await self._lobby.caught_up(room.id)
            if command.expected != room.version:
                return _conflict(room, command, room.version)
        decided = self._decide(room, command)
        if isinstance(decided, Refused):
            return await self._first_answer(room, command) or decided
        return await self._append(room, command, decided)

    async def _first_answer(self, room: Room, command: Command) -> Ack | None:
        """What this command id got when it was new; None when it is."""
        version = await self._lobby.store.committed(room.id, command.id)
        return None if version is None else await self._acknowledged(room, command, version)

    async def _acknowledged(self, room: Room, command: Command, version: int) -> Ack:
        """The acknowledgement, once the deltas up to its version were sent."""
        await self._writer.shown(room, version)
        return Ack(command.id, version)

    def _decide(self, room: Room, command: Command) -> tuple[Event, ...] | Refused:
        game = room.game
        try:
            wanted = parse_command(game.rules, command.action)
            if isinstance(wanted, Hint):
                return _refused(room, command, Code.INVALID, "ask with the message `hint`")
            if game.version >= self._max_events and not isinstance(wanted, Resign):
                message = f"a game has at most {self._max_events} events; only `resign` is left"
                return _refused(room, command, Code.TOO_LONG, message)
            return decide(game, wanted)
        except Invalid as error:
            return _refused(room, command, Code.INVALID, str(error))
        except Illegal as error:
            code = Code.GAME_OVER if error.reason is Reason.GAME_OVER else Code.ILLEGAL
            return Refused(command.id, code, str(error), room.version, None, error.fits)

    async def _append(
        self, room: Room, command: Command, events: tuple[Event, ...]
    ) -> Ack | Refused:
        match await self._writer.append(room, command.id, events):
            case Appended(version=version) | Repeated(version=version):
                return await self._acknowledged(room, command, version)
            case Stale(head):
                await self._lobby.caught_up(room.id)
                return _conflict(room, command, head)


def _refused(room: Room, command: Command, code: Code, message: str) -> Refused:
    return Refused(command.id, code, message, room.version, None, ())


def _conflict(room: Room, command: Command, head: int) -> Refused:
    message = (
        f"this game is at version {head}, not {command.expected}: "
        "take the deltas that you miss, then decide again"
    )
    return Refused(command.id, Code.CONFLICT, message, head, None, ())
