"""How somebody comes in, to a game, and to a name."""

from typing import Final

from pasjans_engine.errors import Invalid
from pasjans_engine.rules import Rules, rules_named
from pasjans_protocol.errors import Code
from pasjans_protocol.messages import (
    PROTOCOL_VERSION,
    Claim,
    Create,
    Delta,
    Hello,
    Join,
    Welcome,
)
from pasjans_services import __version__, telemetry
from pasjans_services.desk import NotGranted
from pasjans_services.games.deals import Deal, NoSuchLevel
from pasjans_services.games.gamelog import NoSuchGame
from pasjans_services.gateway.gateway import Gateway
from pasjans_services.gateway.room import Room
from pasjans_services.players import BadName, NameTaken, Player

SERVER_NAME: Final = f"pasjans {__version__}"


async def hello(gateway: Gateway, request: Hello) -> tuple[Player, Welcome]:
    """Who says hello, somebody new without a token, and what is said to them.

    Raises:
        BadToken: When the token is none that was given.
        StoreUnavailable: When the store cannot be reached.
    """
    if request.token is None:
        player, token = await gateway.players.guest(bot=request.bot)
    else:
        player = await gateway.players.from_token(request.token, bot=request.bot)
        token = request.token
    welcome = Welcome(
        server=SERVER_NAME,
        protocol=PROTOCOL_VERSION,
        player=player.id,
        name=player.name,
        token=token,
        capabilities=gateway.capabilities,
        heartbeat_ms=round(gateway.settings.heartbeat_s * 1000),
        limits=gateway.public_limits,
    )
    return player, welcome


async def create(gateway: Gateway, player: Player, request: Create) -> Room:
    """The room of a new game of the player, or of the one that this request made before.

    The caller seats somebody in it before it awaits anything.

    Raises:
        NotGranted: When there are no such rules, it is no deal of theirs, or there is none of a
            level.
        StoreUnavailable: When the store cannot be reached.
    """
    try:
        rules = rules_named(request.rules)
    except Invalid as error:
        raise NotGranted(Code.UNKNOWN_RULES, str(error)) from error
    deal = await _deal(gateway, rules, request)
    game_id = await gateway.games.create(rules, deal, player, request.id)
    try:
        return await gateway.lobby.enter(game_id)
    except NoSuchGame as error:
        raise NotGranted(Code.NO_SUCH_GAME, str(error)) from error


async def _deal(gateway: Gateway, rules: Rules, request: Create) -> Deal:
    if request.daily:
        return (await gateway.deals.daily(rules)).deal
    if request.level is not None:
        try:
            return await gateway.deals.level(rules, request.level)
        except NoSuchLevel as error:
            raise NotGranted(Code.NO_SUCH_LEVEL, str(error)) from error
    if request.deal is None:
        return await gateway.deals.random(rules)
    try:
        return gateway.deals.given(rules, request.deal)
    except Invalid as error:
        raise NotGranted(Code.BAD_DEAL, str(error)) from error


async def join(gateway: Gateway, request: Join) -> tuple[Room, list[Delta] | None]:
    """The room of a game, with the deltas that are missing from the version that was named.

    The caller seats somebody in it, and sends the deltas, before it awaits anything.

    Returns:
        None for the deltas when no version was named, or when the log has no such position.

    Raises:
        NotGranted: When there is no such game.
        StoreUnavailable: When the store cannot be reached.
    """
    lobby = gateway.lobby
    try:
        if request.version is None or request.check is None:
            return await lobby.enter(request.game), None
        room, deltas = await lobby.resume(request.game, request.version, request.check)
    except NoSuchGame as error:
        raise NotGranted(Code.NO_SUCH_GAME, str(error)) from error
    telemetry.RESUMES.labels("diverged" if deltas is None else "resumed").inc()
    return room, deltas


async def claim(gateway: Gateway, player: Player, request: Claim) -> str:
    """The name that the player has from now on.

    Raises:
        NotGranted: When it is not a name, or somebody else's.
        StoreUnavailable: When the store cannot be reached.
    """
    try:
        return await gateway.players.claim(player.id, request.name)
    except BadName as error:
        raise NotGranted(Code.BAD_NAME, str(error)) from error
    except NameTaken as error:
        raise NotGranted(Code.NAME_TAKEN, str(error)) from error
