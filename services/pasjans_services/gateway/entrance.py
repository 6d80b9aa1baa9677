"""How somebody comes to a game, and to a name."""

from typing import TYPE_CHECKING

from pasjans_engine.errors import Invalid
from pasjans_engine.rules import Rules, rules_named
from pasjans_protocol.errors import Code
from pasjans_protocol.messages import Claim, Claimed, Create, Join, Role, SnapshotReason
from pasjans_services import telemetry
from pasjans_services.gateway.deals import Deal
from pasjans_services.gateway.gamelog import NoSuchGame
from pasjans_services.gateway.players import BadName, NameTaken

if TYPE_CHECKING:
    from pasjans_services.gateway.session import Session


class NotGranted(Exception):
    """A request that is refused; the message is for a person."""

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code = code


async def create(session: "Session", request: Create) -> None:
    """Deal a game to the session's player and seat them at it.

    Raises:
        NotGranted: When there are no such rules or it is no deal of theirs.
        StoreUnavailable: When the store cannot be reached.
    """
    gateway = session.gateway
    try:
        rules = rules_named(request.rules)
    except Invalid as error:
        raise NotGranted(Code.UNKNOWN_RULES, str(error)) from error
    deal = await _deal(session, rules, request)
    game_id = await gateway.games.create(rules, deal, session.known_player.id, request.id)
    if (channel := session.connection.games.get(game_id)) is not None:
        message = f"this request made game {game_id}, which has channel {channel} here"
        raise NotGranted(Code.ALREADY_JOINED, message)
    try:
        room = await gateway.lobby.enter(game_id)
    except NoSuchGame as error:
        raise NotGranted(Code.NO_SUCH_GAME, str(error)) from error
    session.take_seat(room, guide=request.guide).send_snapshot(request.id, SnapshotReason.CREATED)


async def _deal(session: "Session", rules: Rules, request: Create) -> Deal:
    deals = session.gateway.deals
    if request.daily:
        return (await deals.daily(rules)).deal
    if request.deal is None:
        return deals.random(rules)
    try:
        return deals.given(rules, request.deal)
    except Invalid as error:
        raise NotGranted(Code.BAD_DEAL, str(error)) from error


async def join(session: "Session", request: Join) -> None:
    """Seat the session at a game, with a snapshot or with exactly the deltas that it misses.

    Raises:
        NotGranted: When there is no such game.
        StoreUnavailable: When the store cannot be reached.
    """
    lobby = session.gateway.lobby
    try:
        if request.version is None or request.check is None:
            room = await lobby.enter(request.game)
            session.take_seat(room, guide=request.guide).send_snapshot(
                request.id, SnapshotReason.JOINED
            )
            return
        room, deltas = await lobby.resume(request.game, request.version, request.check)
    except NoSuchGame as error:
        raise NotGranted(Code.NO_SUCH_GAME, str(error)) from error
    seat = session.take_seat(room, guide=request.guide)
    if deltas is None:
        seat.send_snapshot(request.id, SnapshotReason.DIVERGED)
    else:
        seat.send_missing(request.id, request.version, deltas)
    telemetry.RESUMES.labels("diverged" if deltas is None else "resumed").inc()


async def claim(session: "Session", request: Claim) -> Claimed:
    """Give the session's player a name.

    Raises:
        NotGranted: When it is not a name, or somebody else's.
        StoreUnavailable: When the store cannot be reached.
    """
    try:
        name = await session.gateway.players.claim(session.known_player.id, request.name)
    except BadName as error:
        raise NotGranted(Code.BAD_NAME, str(error)) from error
    except NameTaken as error:
        raise NotGranted(Code.NAME_TAKEN, str(error)) from error
    for seat in session.seats.values():
        if seat.role is Role.PLAYER:
            seat.room.name = name
    return Claimed(request.id, name)
