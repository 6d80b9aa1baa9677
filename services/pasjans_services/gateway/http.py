"""The HTTP endpoints, as a table that the routes and the OpenAPI document are both made from."""

import math
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
import structlog
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pasjans_engine.errors import EngineError, Invalid
from pasjans_engine.game import legal
from pasjans_engine.rules import RULES, rules_named
from pasjans_engine.view import check, view
from pasjans_protocol.errors import Code
from pasjans_services import __version__
from pasjans_services.eventstore.base import StoreError
from pasjans_services.gateway.gamelog import NoSuchGame
from pasjans_services.gateway.gateway import Gateway
from pasjans_services.gateway.resources import DailyInfo, GameInfo, Health, Problem, RulesInfo

Handler = Callable[[Gateway, Request], Awaitable[Any]]

LIMITED: Final = 429
AWAY: Final = "this server cannot answer now; try again in a second"

log = structlog.get_logger(__name__)

_ENCODER: Final = msgspec.json.Encoder()


class Refusal(Exception):
    """A request that cannot be answered."""

    def __init__(
        self, status: int, code: Code, message: str, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.headers = headers or {}
        self.problem = Problem(code, message)


@dataclass(frozen=True, slots=True)
class Operation:
    """One endpoint.

    Attributes:
        path: Its path, parameters in braces.
        summary: What it answers, in one line.
        handler: Answers it.
        answer: Type of the answer.
        parameters: Meaning of each path parameter.
        refusals: Meaning of each status that says no.
        cache: Its Cache-Control header.
    """

    path: str
    summary: str
    handler: Handler
    answer: Any
    parameters: dict[str, str] = field(default_factory=dict[str, str])
    refusals: dict[int, str] = field(default_factory=dict[int, str])
    cache: str = "no-store"

    def route(self) -> Route:
        """The Starlette route of this endpoint."""

        async def endpoint(request: Request) -> Response:
            gateway: Gateway = request.app.state.gateway
            headers = {"cache-control": self.cache}
            try:
                self._limit(gateway, request)
                answer = await self.handler(gateway, request)
                status = 200
            except Refusal as refusal:
                answer, status = refusal.problem, refusal.status
                headers = {"cache-control": "no-store", **refusal.headers}
            except (StoreError, EngineError):
                log.exception("http_failed", path=request.url.path)
                answer, status = Problem(Code.UNAVAILABLE, AWAY), 503
                headers = {"cache-control": "no-store", "retry-after": "1"}
            return Response(_ENCODER.encode(answer), status, headers, media_type="application/json")

        return Route(self.path, endpoint, name=self.handler.__name__.lstrip("_"))

    def _limit(self, gateway: Gateway, request: Request) -> None:
        if LIMITED not in self.refusals:
            return
        address = request.client.host if request.client else "local"
        if wait_ms := gateway.reads.take(address, gateway.now()):
            message = f"too many requests; ask again in {wait_ms} ms"
            headers = {"retry-after": str(math.ceil(wait_ms / 1000))}
            raise Refusal(LIMITED, Code.RATE_LIMITED, message, headers)


async def _list_rules(_gateway: Gateway, _request: Request) -> list[RulesInfo]:
    return [RulesInfo(rules.id, rules.version, rules.family) for rules in RULES.values()]


async def _daily_deal(gateway: Gateway, request: Request) -> DailyInfo:
    try:
        rules = rules_named(request.path_params["rules"])
    except Invalid as error:
        raise Refusal(404, Code.UNKNOWN_RULES, str(error)) from error
    daily = await gateway.deals.daily(rules)
    deal = daily.deal
    return DailyInfo(
        rules.id, daily.date, daily.ends.isoformat(), deal.id, deal.text, deal.commitment
    )


async def _game(gateway: Gateway, request: Request) -> GameInfo:
    game_id: str = request.path_params["game"]
    try:
        loaded = await gateway.lobby.gamelog.load(game_id)
    except NoSuchGame as error:
        raise Refusal(404, Code.NO_SUCH_GAME, str(error)) from error
    header, game = loaded.header, loaded.game
    seen = view(game)
    return GameInfo(
        game=game_id,
        rules=header.rules,
        rules_version=header.rules_version,
        deal_id=header.deal_id,
        deal=game.deal,
        commitment=game.commitment,
        player=header.player,
        name=await gateway.players.name_of(header.player),
        version=game.version,
        status=game.status,
        moves=game.moves,
        undos=game.undos,
        position=game.rules.position_name(game.position),
        view=seen,
        check=check(seen),
        legal=legal(game),
        seed=gateway.deals.told_seed(header) if game.over else None,
    )


async def _alive(_gateway: Gateway, _request: Request) -> Health:
    return Health("ok", __version__)


async def _ready(gateway: Gateway, _request: Request) -> Health:
    await gateway.lobby.store.ping()
    return Health("ok", __version__)


_RULES_ID: Final = {"rules": "Id of a rule set, such as `polish`."}
_GAME_ID: Final = {"game": "Name of the game, as given when it was made."}
_READY: Final = {503: "The store cannot be reached; try again in a second."}
_AWAY: Final = {LIMITED: "Too many requests from this address; Retry-After says when.", **_READY}

OPERATIONS: Final = (
    Operation("/api/v1/rules", "The rule sets", _list_rules, list[RulesInfo]),
    Operation(
        "/api/v1/daily/{rules}",
        "The deal of this UTC day",
        _daily_deal,
        DailyInfo,
        _RULES_ID,
        {404: "There are no such rules.", **_AWAY},
    ),
    Operation(
        "/api/v1/games/{game}",
        "A game as everybody may see it now",
        _game,
        GameInfo,
        _GAME_ID,
        {404: "There is no such game.", **_AWAY},
    ),
    Operation("/healthz", "Whether this process answers", _alive, Health),
    Operation("/readyz", "Whether this process can serve games", _ready, Health, {}, _READY),
)
