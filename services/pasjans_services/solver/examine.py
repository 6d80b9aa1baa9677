"""A deal, examined by the engine's solver: by its compiled kernels, or by plain Python.

The kernels are compiled and loaded under Python's lock, for seconds: never in a process in which
people play.
"""

from collections.abc import Callable
from typing import TypeAlias

from pasjans_engine.domino import DominoRules
from pasjans_engine.domino.solver import reference, solve
from pasjans_engine.rules import Rules
from pasjans_services.games.pars import Par, par_of

Examine: TypeAlias = Callable[[Rules, str, int], Par]
"""What a solver says of a deal within a budget of nodes: rules, the deal's text, the budget."""


def can_examine(rules: Rules) -> bool:
    """Whether there is a solver for these rules."""
    return isinstance(rules, DominoRules)


def examine(rules: Rules, deal: str, max_nodes: int) -> Par:
    """What the solver says of a deal within a budget; it holds its thread, and no other.

    Args:
        rules: The rules, which `can_examine` takes.
        deal: The deal's text.
        max_nodes: How many positions may be opened.
    """
    if not isinstance(rules, DominoRules):
        raise TypeError(f"there is no solver for the rules {rules.id}")
    return par_of(solve(rules, rules.start(deal), max_nodes=max_nodes))


def examine_plainly(rules: Rules, deal: str, max_nodes: int) -> Par:
    """The same in plain Python, without any kernel: some thousand nodes a second.

    Args:
        rules: The rules, which `can_examine` takes.
        deal: The deal's text.
        max_nodes: How many positions may be opened.
    """
    if not isinstance(rules, DominoRules):
        raise TypeError(f"there is no solver for the rules {rules.id}")
    return par_of(reference.solve(rules, rules.start(deal), max_nodes=max_nodes))
