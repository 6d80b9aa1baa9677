"""What is known of deals: par, or that there is no solution, each proved once and kept for good.

Kept in the registry under the rules and the deal's id, in two places:

1. A *proof*, solved or unsolvable. The first that comes stays; nothing replaces it.
2. What was found without a proof: that a budget of nodes did not do. The newest stands, until there
   is a proof.
"""

import asyncio
from collections.abc import Iterable
from enum import StrEnum
from typing import Final

import msgspec

from pasjans_engine.domino.solver import VERSION, Solved, Unsolvable, Verdict
from pasjans_services.eventstore.registry import Registry

REMEMBERED: Final = 20_000
"""Proofs that a process remembers: boards are looked at often, and proofs never change."""

_PROOF: Final = "par:"
_ATTEMPT: Final = "par-attempt:"


class Known(StrEnum):
    """What a solver said of a deal."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    UNKNOWN = "unknown"


class Par(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is known of a deal.

    Attributes:
        verdict: Whether there is a solution, or that a budget did not do.
        nodes: Positions that were looked at; 0 for a deal that waits for a solver.
        solver: The version of the solver that looked.
        par: The fewest moves that solve it, exits counted; None unless there is a solution.
        windows: Windows that are open at the end of a line of par moves.
    """

    verdict: Known
    nodes: int
    solver: int
    par: int | None = None
    windows: int | None = None

    @property
    def proved(self) -> bool:
        """Whether it can never change."""
        return self.verdict is not Known.UNKNOWN


def par_of(verdict: Verdict) -> Par:
    """A solver's answer without its line, which nobody is told."""
    match verdict:
        case Solved(par=par, windows=windows, nodes=nodes):
            return Par(Known.SOLVED, nodes, VERSION, par, windows)
        case Unsolvable(nodes=nodes):
            return Par(Known.UNSOLVABLE, nodes, VERSION)
        case _:
            return Par(Known.UNKNOWN, verdict.nodes, VERSION)


def needs_solver(par: Par | None, budget: int = 1) -> bool:
    """Whether a solver may find out more about a deal.

    Args:
        par: What is known of it.
        budget: The nodes that the solver may take.
    """
    if par is None:
        return True
    return not par.proved and (par.nodes < budget or par.solver < VERSION)


def is_below(par: Par, moves: int) -> bool:
    """Whether a solve with so many moves contradicts what is proved."""
    return par.proved and (par.par is None or moves < par.par)


def par_beside(par: Par | None, moves: int) -> int | None:
    """The par to tell beside a solve with so many moves; None while it is not known.

    None also for a solve that cannot be, which is about to be taken off its boards.
    """
    return None if par is None or is_below(par, moves) else par.par


class Pars:
    """See the module. Each method raises StoreUnavailable when the store cannot be reached.

    Args:
        registry: Where they are kept.
    """

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._proofs: dict[str, Par] = {}

    async def of(self, rules: str, deal_id: str) -> Par | None:
        """What is known of a deal; None for a deal that nobody asked a solver about."""
        deal = f"{rules}:{deal_id}"
        if (proof := self._proofs.get(deal)) is not None:
            return proof
        if (text := await self._registry.get(_PROOF + deal)) is not None:
            return self._remember(deal, text)
        attempt = await self._registry.get(_ATTEMPT + deal)
        return None if attempt is None else _read(attempt)

    async def of_all(self, rules: str, deal_ids: Iterable[str]) -> dict[str, Par | None]:
        """What is known of several deals, by their ids."""
        ids = tuple(dict.fromkeys(deal_ids))
        pars = await asyncio.gather(*(self.of(rules, one) for one in ids))
        return dict(zip(ids, pars, strict=True))

    async def keep(self, rules: str, deal_id: str, par: Par) -> Par:
        """Take note of what a solver said; what is known of the deal now."""
        deal = f"{rules}:{deal_id}"
        text = msgspec.json.encode(par).decode()
        if par.proved:
            return self._remember(
                deal, await self._registry.put_if_absent(_PROOF + deal, text, None)
            )
        await self._registry.put(_ATTEMPT + deal, text, None)
        return await self.of(rules, deal_id) or par

    async def wait_for(self, rules: str, deal_id: str) -> None:
        """Take note that a solver was asked about a deal, unless more is known of it."""
        text = msgspec.json.encode(Par(Known.UNKNOWN, 0, VERSION)).decode()
        await self._registry.put_if_absent(f"{_ATTEMPT}{rules}:{deal_id}", text, None)

    def _remember(self, deal: str, text: str) -> Par:
        while len(self._proofs) >= REMEMBERED:
            del self._proofs[next(iter(self._proofs))]
        proof = self._proofs[deal] = _read(text)
        return proof


def _read(text: str) -> Par:
    return msgspec.json.decode(text, type=Par)
