"""The HTTP endpoints of what solvers find out: pars of deals, and costs of moves."""

import secrets
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from pasjans_engine.deal_id import is_deal_id
from pasjans_engine.errors import Invalid
from pasjans_engine.game import Game
from pasjans_engine.rules import rules_named
from pasjans_protocol.errors import Code
from pasjans_services.eventstore.registry import Registry
from pasjans_services.games.gamelog import GameLog, NoSuchGame
from pasjans_services.games.pars import Pars
from pasjans_services.solver.attendance import is_there
from pasjans_services.solver.costing import Weighings, key_of
from pasjans_services.solver.costs import MOST_POSITIONS, Costs, TooMany
from pasjans_services.solver.jobs import Full, Jobs
from pasjans_services.solver.judge import can_weigh, version_of
from pasjans_services.solver.lanes import CostsJob
from pasjans_services.solver.resources import CostsInfo, CostsState, DealInfo, WeighedVersion
from pasjans_services.web.operation import LIMITED_OR_AWAY, Operation, Refusal

ASKED_AGAIN_S: Final = 10.0
"""How soon a game is put into the queue once more while nothing is known of it."""

ASK_AGAIN: Final = {"retry-after": "1"}


class Answers:
    """What the endpoints are made of.

    Args:
        registry: Where workers keep what they find out.
        gamelog: Reads games.
        jobs: The queue of games whose moves are to be weighed.
    """

    def __init__(self, registry: Registry, gamelog: GameLog, jobs: Jobs[CostsJob]) -> None:
        self._registry = registry
        self._pars = Pars(registry)
        self._weighings = Weighings(registry)
        self._gamelog = gamelog
        self._jobs = jobs

    def operations(self) -> tuple[Operation, ...]:
        """The endpoints."""
        return (
            Operation(
                "deal",
                "/api/v1/deals/{rules}/{deal_id}",
                "What solvers found out about a deal that was played: its par, never a line",
                self._deal,
                DealInfo,
                {
                    "rules": "Id of a rule set, such as `polish`.",
                    "deal_id": "The deal's public name, as games, boards and files have it.",
                },
                refusals={
                    404: "There are no such rules, or no game of such a deal was dealt here.",
                    **LIMITED_OR_AWAY,
                },
            ),
            Operation(
                "game_costs",
                "/api/v1/games/{game}/costs",
                "What each move of a game that is over cost, by a solver",
                self._costs,
                CostsInfo,
                {"game": "Name of the game, as given when it was made."},
                refusals={
                    404: "There is no such game, or no solver counts the moves of its rules, or "
                    f"it has more than {MOST_POSITIONS} positions.",
                    409: "The game is not over.",
                    **LIMITED_OR_AWAY,
                },
                pending="Solvers are at it: ask again; Retry-After says when.",
            ),
        )

    async def _deal(self, request: Request) -> DealInfo:
        try:
            rules = rules_named(request.path_params["rules"])
        except Invalid as error:
            raise Refusal(404, Code.UNKNOWN_RULES, str(error)) from error
        deal_id: str = request.path_params["deal_id"]
        if not is_deal_id(deal_id):
            message = f"a deal's id is 16 small letters and digits 2 to 7, not {deal_id[:40]!r}"
            raise Refusal(404, Code.NO_SUCH_DEAL, message)
        par = await self._pars.of(rules.id, deal_id)
        if par is None:
            message = (
                f"nothing is known of deal {deal_id}: deals are looked at when they are played"
            )
            raise Refusal(404, Code.NO_SUCH_DEAL, message)
        return DealInfo(rules.id, deal_id, par.verdict, par.par, par.windows, par.nodes, par.solver)

    async def _costs(self, request: Request) -> CostsInfo | Response:
        game_id: str = request.path_params["game"]
        game = await self._game(game_id)
        match await self._weighings.of(game_id, game):
            case Costs(versions=versions):
                weighed = tuple(
                    WeighedVersion(one.version, one.verdict, one.to_go, one.cost)
                    for one in versions
                )
                return _info(game_id, game, CostsState.READY, weighed)
            case TooMany(positions=positions):
                message = (
                    f"this game has {positions} positions; at most {MOST_POSITIONS} are weighed"
                )
                raise Refusal(404, Code.UNSUPPORTED, message)
            case None:
                await self._ask_for(game_id, game)
                body = msgspec.json.encode(_info(game_id, game, CostsState.PENDING, ()))
                headers = {"cache-control": "no-store", **ASK_AGAIN}
                return Response(body, 202, headers, "application/json")

    async def _game(self, game_id: str) -> Game:
        """A game that is over, whose moves can be weighed."""
        try:
            game = (await self._gamelog.load(game_id)).game
        except NoSuchGame as error:
            raise Refusal(404, Code.NO_SUCH_GAME, str(error)) from error
        if not can_weigh(game.rules):
            message = f"no solver counts the moves to go by {game.rules.id} rules"
            raise Refusal(404, Code.UNSUPPORTED, message)
        if not game.over:
            message = "what moves cost is told when the game is over"
            raise Refusal(409, Code.NOT_OVER, message)
        return game

    async def _ask_for(self, game_id: str, game: Game) -> None:
        """Have a game weighed, once however often it is asked for."""
        if not await is_there(self._registry):
            message = "no solver is at work on this server now: ask again later"
            raise Refusal(503, Code.UNAVAILABLE, message, ASK_AGAIN)
        mine, key = secrets.token_hex(8), f"asked:{key_of(game_id, game)}"
        if await self._registry.put_if_absent(key, mine, ASKED_AGAIN_S) != mine:
            return
        try:
            await self._jobs.put(CostsJob(game_id))
        except Full as error:
            message = "too many games wait to be weighed: ask again later"
            raise Refusal(503, Code.UNAVAILABLE, message, ASK_AGAIN) from error


def _info(
    game_id: str, game: Game, state: CostsState, versions: tuple[WeighedVersion, ...]
) -> CostsInfo:
    return CostsInfo(game_id, game.rules.id, state, version_of(game.rules), versions)
