"""Solves that cannot be: with fewer moves than the proved par, or of a deal without a solution.

Whoever finds one has found a fault, in the solver, the rules or the log. It gets no row, is told to
the operator, and is kept for study.
"""

from dataclasses import dataclass
from typing import Final

import structlog

from pasjans_services import telemetry
from pasjans_services.eventstore.listings import Listings
from pasjans_services.games.pars import Pars, is_below
from pasjans_services.leaderboard.solve import Solve

KEY: Final = "below_par"
MOST: Final = 10_000
_MOVES_BYTES: Final = 4

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Impossible:
    """A solve that is kept for study.

    Attributes:
        game: The game's name.
        moves: The moves of its net line.
    """

    game: str
    moves: int


class BelowPar:
    """See the module. Each method raises StoreUnavailable when the store cannot be reached.

    Args:
        listings: Where the listing of such solves is.
        pars: What is proved of deals.
    """

    def __init__(self, listings: Listings, pars: Pars) -> None:
        self._listings = listings
        self._pars = pars

    async def holds(self, solve: Solve) -> bool:
        """Whether a solve cannot be; if so, it is kept for study, and told when that is new."""
        row, rules = solve.row, solve.origin.rules
        par = await self._pars.of(rules, row.deal_id)
        if par is None or not is_below(par, row.moves):
            return False
        member = row.game.encode() + b"\0" + row.moves.to_bytes(_MOVES_BYTES, "big")
        if await self._listings.change(KEY, add=[member]):
            telemetry.BELOW_PAR.inc()
            log.error(
                "below_par",
                game=row.game,
                rules=rules,
                deal=row.deal_id,
                moves=row.moves,
                par=par.par,
                verdict=par.verdict.value,
                solver=par.solver,
            )
        return True

    async def kept(self) -> list[Impossible]:
        """The solves that are kept for study."""
        found = await self._listings.slice(KEY, most=MOST)
        return [_parsed(member) for member in found]


def _parsed(member: bytes) -> Impossible:
    game, moves = member[: -_MOVES_BYTES - 1], member[-_MOVES_BYTES:]
    return Impossible(game.decode(), int.from_bytes(moves, "big"))
