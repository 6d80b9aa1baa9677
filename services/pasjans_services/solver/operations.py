"""The HTTP endpoint of deals: their pars."""

from functools import partial

from starlette.requests import Request

from pasjans_engine.deal_id import is_deal_id
from pasjans_engine.errors import Invalid
from pasjans_engine.rules import rules_named
from pasjans_protocol.errors import Code
from pasjans_services.games.pars import Pars
from pasjans_services.solver.resources import DealInfo
from pasjans_services.web.operation import LIMITED_OR_AWAY, Operation, Refusal


def operations(pars: Pars) -> tuple[Operation, ...]:
    """The endpoints.

    Args:
        pars: What is known of deals.
    """
    return (
        Operation(
            "deal",
            "/api/v1/deals/{rules}/{deal_id}",
            "What solvers found out about a deal that was played: its par, never a line",
            partial(_deal, pars),
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
    )


async def _deal(pars: Pars, request: Request) -> DealInfo:
    try:
        rules = rules_named(request.path_params["rules"])
    except Invalid as error:
        raise Refusal(404, Code.UNKNOWN_RULES, str(error)) from error
    deal_id: str = request.path_params["deal_id"]
    if not is_deal_id(deal_id):
        message = f"a deal's id is 16 small letters and digits 2 to 7, not {deal_id[:40]!r}"
        raise Refusal(404, Code.NO_SUCH_DEAL, message)
    par = await pars.of(rules.id, deal_id)
    if par is None:
        message = f"nothing is known of deal {deal_id}: deals are looked at when they are played"
        raise Refusal(404, Code.NO_SUCH_DEAL, message)
    return DealInfo(rules.id, deal_id, par.verdict, par.par, par.windows, par.nodes, par.solver)
