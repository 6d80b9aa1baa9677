"""Life of one hint on the channel of a game that is joined.

1. In a game in progress the solver's word is an event: the game counts as assisted from then on.
   Only its player gets it, for the present position. The solver is asked first: what it does not
   know is no event, and costs nothing.
2. The hint's id is its idempotency key, as a command's. Sent again it gets the same advice, for the
   position of the version that it made, and nothing is appended.
3. An id that a command had before gives no advice: it would be a hint that nobody sees.
4. Of a game that is over everybody may ask for any version, and nothing is appended. So may
   everybody for advice by what may be seen, at the present version of a game in progress.
"""

from typing import Final, assert_never

from pasjans_engine.game import Game, Hinted, decide
from pasjans_engine.game import Hint as Wanted
from pasjans_protocol.errors import Code
from pasjans_protocol.messages import Advised, Hint, Question, Role
from pasjans_services.desk import NotGranted
from pasjans_services.eventstore.base import Appended, GameFinished, Repeated, Stale
from pasjans_services.eventstore.records import decode
from pasjans_services.games.advice import Adviser, advised, answer, looked
from pasjans_services.games.gamelog import NoSuchGame
from pasjans_services.games.pars import Known
from pasjans_services.gateway.lobby import Lobby
from pasjans_services.gateway.room import Room
from pasjans_services.gateway.seat import Seat
from pasjans_services.gateway.writer import Writer
from pasjans_services.replay.histories import Histories

KEPT_EVENTS: Final = 20_000
"""Events that are kept of games that are asked about, since whoever asks once asks again."""


class Hints:
    """See the module.

    Args:
        lobby: The rooms.
        writer: Appends events.
        adviser: Whoever asks solvers.
        max_events: Events after which a game takes no hint.
    """

    def __init__(self, lobby: Lobby, writer: Writer, adviser: Adviser, max_events: int) -> None:
        self._lobby = lobby
        self._writer = writer
        self._adviser = adviser
        self._max_events = max_events
        self._histories = Histories(lobby.gamelog, KEPT_EVENTS)

    async def answer(self, seat: Seat, hint: Hint, asker: str) -> Advised:
        """The answer to a hint.

        Args:
            seat: Where it was asked.
            hint: The request.
            asker: Whoever asks, for limits: an address.

        Raises:
            NotGranted: It is refused.
            StoreUnavailable: The store cannot be reached; whether an event was appended is unknown.
        """
        try:
            return await self._answer(seat, hint, asker)
        except NoSuchGame as error:
            raise NotGranted(Code.NO_SUCH_GAME, str(error)) from error
        except GameFinished as error:
            raise NotGranted(Code.GAME_OVER, str(error)) from error

    async def _answer(self, seat: Seat, hint: Hint, asker: str) -> Advised:
        room = seat.room
        match hint.ask:
            case Question.SOLVER:
                return await self._ask_solver(seat, hint, asker)
            case Question.MOVES if room.game.over:
                return await self._look_back(room, hint, asker)
            case Question.MOVES:
                return await self._look(room, hint)
            case _:
                assert_never(hint.ask)

    async def _look(self, room: Room, hint: Hint) -> Advised:
        if hint.version != room.version:
            await self._lobby.caught_up(room.id)
            if hint.version != room.version:
                raise _conflict(hint, room.version)
        return looked(hint.id, room.game)

    async def _look_back(self, room: Room, hint: Hint, asker: str) -> Advised:
        """The answer about a game that is over."""
        return await answer(self._adviser, hint, await self._at(room, hint.version), asker)

    async def _ask_solver(self, seat: Seat, hint: Hint, asker: str) -> Advised:
        room = seat.room
        if seat.role is not Role.PLAYER and not room.game.over:
            message = "you watch this game; the solver is asked about it by its player, or later"
            raise NotGranted(Code.NOT_OVER, message, room.version)
        if hint.version != room.version or room.game.over:
            if (version := await self._given(room, hint)) is not None:
                return await self._again(room, hint, version, asker)
            if not room.game.over:
                await self._lobby.caught_up(room.id)
        if room.game.over:
            return await self._look_back(room, hint, asker)
        if hint.version != room.version:
            raise _conflict(hint, room.version)
        return await self._assist(seat, hint, asker)

    # Hints that are events

    async def _assist(self, seat: Seat, hint: Hint, asker: str) -> Advised:
        room, game = seat.room, seat.room.game
        if game.version >= self._max_events:
            message = f"a game has at most {self._max_events} events; only `resign` is left"
            raise NotGranted(Code.TOO_LONG, message, game.version)
        advice = await self._adviser.about(game, asker)
        if room.game is not game:
            # It went on meanwhile, or this very hint came on another way.
            return await self._ask_solver(seat, hint, asker)
        if advice.verdict is Known.UNKNOWN:
            return advised(hint.id, game.version, advice)
        match await self._writer.append(room, hint.id, decide(game, Wanted())):
            case Appended(version=version):
                await self._writer.shown(room, version)
                return advised(hint.id, version, advice)
            case Repeated(version=version):
                if not await self._is_hint(room, version):
                    raise _taken(room)
                return await self._again(room, hint, version, asker)
            case Stale(head=head):
                await self._lobby.caught_up(room.id)
                raise _conflict(hint, head)

    async def _given(self, room: Room, hint: Hint) -> int | None:
        """The version that this hint made before; None when it is new."""
        version = await self._lobby.store.committed(room.id, hint.id)
        if version is None or await self._is_hint(room, version):
            return version
        if not room.game.over:
            raise _taken(room)
        return None

    async def _is_hint(self, room: Room, version: int) -> bool:
        stored = await self._lobby.store.read(room.id, version - 1)
        return isinstance(decode(stored[0].record), Hinted)

    async def _again(self, room: Room, hint: Hint, version: int, asker: str) -> Advised:
        await self._writer.shown(room, version)
        game = await self._at(room, version)
        return advised(hint.id, version, await self._adviser.about(game, asker))

    # Versions of games

    async def _at(self, room: Room, version: int) -> Game:
        """A room's game at a version."""
        if version == room.version:
            return room.game
        history = (await self._histories.get(room.id)).history
        if not 1 <= version <= history.head:
            message = (
                f"game {room.id} has versions 1 to {history.head}, and {version} is none of them"
            )
            raise NotGranted(Code.NO_SUCH_VERSION, message, history.head)
        return history.game_at(version)


def _taken(room: Room) -> NotGranted:
    message = "a command of this game had this id: send the hint with one of its own"
    return NotGranted(Code.INVALID, message, room.version)


def _conflict(hint: Hint, head: int) -> NotGranted:
    message = (
        f"this game is at version {head}, not {hint.version}: "
        "take the deltas that you miss, then ask again"
    )
    return NotGranted(Code.CONFLICT, message, head)
