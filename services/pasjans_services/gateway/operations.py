"""The gateway's HTTP endpoints: rules, today's deals, games as they stand, and its health."""

from functools import partial
from typing import Final

from starlette.requests import Request

from pasjans_engine.errors import Invalid
from pasjans_engine.game import legal
from pasjans_engine.rules import RULES, rules_named
from pasjans_engine.view import check, view
from pasjans_protocol.errors import Code
from pasjans_services import __version__
from pasjans_services.games.gamelog import NoSuchGame
from pasjans_services.games.telling import deal_told, seed_told
from pasjans_services.gateway.gateway import Gateway
from pasjans_services.gateway.resources import DailyInfo, GameInfo, RulesInfo
from pasjans_services.web.moments import iso_of
from pasjans_services.web.operation import (
    EVENTS_A_REQUEST,
    LIMITED_OR_AWAY,
    STORE_AWAY,
    Operation,
    Refusal,
    weigh,
)
from pasjans_services.web.resources import Health

RULES_ID: Final = {"rules": "Id of a rule set, such as `polish`."}
GAME_ID: Final = {"game": "Name of the game, as given when it was made."}


def operations(gateway: Gateway) -> tuple[Operation, ...]:
    """The endpoints of a gateway."""
    return (
        Operation("list_rules", "/api/v1/rules", "The rule sets", _list_rules, list[RulesInfo]),
        Operation(
            "daily_deal",
            "/api/v1/daily/{rules}",
            "The deal of this UTC day",
            partial(_daily_deal, gateway),
            DailyInfo,
            RULES_ID,
            refusals={404: "There are no such rules.", **LIMITED_OR_AWAY},
        ),
        Operation(
            "game",
            "/api/v1/games/{game}",
            "A game as everybody may see it now",
            partial(_game, gateway),
            GameInfo,
            GAME_ID,
            refusals={404: "There is no such game.", **LIMITED_OR_AWAY},
        ),
        Operation("alive", "/healthz", "Whether this process answers", _alive, Health),
        Operation(
            "ready",
            "/readyz",
            "Whether this process can serve games",
            partial(_ready, gateway),
            Health,
            refusals=STORE_AWAY,
        ),
    )


async def _list_rules(_request: Request) -> list[RulesInfo]:
    return [RulesInfo(rules.id, rules.version, rules.family) for rules in RULES.values()]


async def _daily_deal(gateway: Gateway, request: Request) -> DailyInfo:
    try:
        rules = rules_named(request.path_params["rules"])
    except Invalid as error:
        raise Refusal(404, Code.UNKNOWN_RULES, str(error)) from error
    daily = await gateway.deals.daily(rules)
    deal = daily.deal
    text = None if rules.hidden else deal.text
    return DailyInfo(rules.id, daily.date, iso_of(daily.ends), deal.id, text, deal.commitment)


async def _game(gateway: Gateway, request: Request) -> GameInfo:
    game_id: str = request.path_params["game"]
    try:
        loaded = await gateway.lobby.gamelog.load(game_id)
    except NoSuchGame as error:
        raise Refusal(404, Code.NO_SUCH_GAME, str(error)) from error
    header, game = loaded.header, loaded.game
    weigh(request, game.version // EVENTS_A_REQUEST)
    seen = view(game)
    deal = deal_told(header, game, gateway.deals.told_seed)
    return GameInfo(
        game=game_id,
        rules=header.rules,
        rules_version=header.rules_version,
        deal_id=header.deal_id,
        deal=deal,
        commitment=game.commitment,
        player=header.player,
        name=await gateway.players.name_of(header.player),
        version=game.version,
        status=game.status,
        moves=game.moves,
        draws=game.draws,
        undos=game.undos,
        hints=game.hints,
        position=None if deal is None else game.rules.position_name(game.position),
        view=seen,
        check=check(seen),
        legal=legal(game),
        seed=seed_told(header, game, gateway.deals.told_seed),
    )


async def _alive(_request: Request) -> Health:
    return Health("ok", __version__)


async def _ready(gateway: Gateway, _request: Request) -> Health:
    await gateway.lobby.store.ping()
    return Health("ok", __version__)
