"""What the HTTP endpoints of deals and costs answer."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from pasjans_services.games.pars import Known


class DealInfo(Struct, frozen=True):
    """What is known of a deal, without any line of moves."""

    rules: Annotated[str, Meta(description="Id of the rules.")]
    deal_id: Annotated[str, Meta(description="The deal's public name.")]
    verdict: Annotated[
        Known,
        Meta(
            description="`solved` and `unsolvable` are proved, and never change; `unknown`: no "
            "solver has decided it yet."
        ),
    ]
    par: Annotated[
        int | None,
        Meta(description="The fewest moves that solve it, exits included; null unless solved."),
    ]
    windows: Annotated[
        int | None,
        Meta(description="Windows opened by a solution of par moves; null unless solved."),
    ]
    nodes: Annotated[
        int,
        Meta(ge=0, description="Positions that were looked at; 0 for a deal that still waits."),
    ]
    solver: Annotated[int, Meta(ge=1, description="Version of the solver that looked.")]


class CostsState(StrEnum):
    """Whether solvers have done what was asked."""

    PENDING = "pending"
    READY = "ready"


class WeighedVersion(Struct, frozen=True):
    """A version of a game, as a solver sees its position."""

    version: Annotated[int, Meta(ge=1, description="The version; 1 is the deal.")]
    verdict: Annotated[
        Known,
        Meta(
            description="Of the position: `solved` when a solution is known, `unsolvable` when it "
            "is proved that there is none, `unknown` when neither was found out. Where it goes "
            "from `solved` to `unsolvable` the game lost its solution."
        ),
    ]
    to_go: Annotated[
        int | None,
        Meta(description="The fewest moves that solve it, proved; null unless `solved`."),
    ]
    cost: Annotated[
        int | None,
        Meta(
            description="By how many moves the move that this event put onto the line, played or "
            "put back, is worse than the best: 0 for a best one. Null where no move was put there, "
            "and where `to_go` is null here or before."
        ),
    ]


class CostsInfo(Struct, frozen=True):
    """What each move of a game that is over cost.

    Along the net line of a solved game the costs add up to its moves less par.
    """

    game: Annotated[str, Meta(description="The game's name.")]
    rules: Annotated[str, Meta(description="Id of its rules.")]
    state: Annotated[
        CostsState,
        Meta(description="`pending`, with status 202, while solvers are at it; then `ready`."),
    ]
    solver: Annotated[int, Meta(ge=1, description="Version of the solver.")]
    versions: Annotated[
        tuple[WeighedVersion, ...],
        Meta(description="All versions, from 1 on; empty while it is pending."),
    ]
