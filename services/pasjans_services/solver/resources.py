"""What the HTTP endpoint of deals answers."""

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
