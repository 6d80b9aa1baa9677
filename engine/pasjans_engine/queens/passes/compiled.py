"""The solver: beams through time, two of each width, and ten times as wide when both fail.

*Time* is the number of cards drawn, redeals counted as one each, cards that are gone counted as if
they were there: so all positions of one time have the same cards before them. At each time all that
can be done without a draw is done, and when there are more positions than the beam is wide, those
that look worst are given up. The first beam of a width is sparing with moves. The second one, if it
gave up no position and found no solution, proves that there is none. What cannot be solved with
redeals without limit cannot be solved with few: when the first two beams fail, that is looked at.
"""

from dataclasses import replace
from itertools import count
from typing import Final

from pasjans_engine.queens.layout import NONE, Position
from pasjans_engine.queens.passes.kernels.arrays import (
    FOUND,
    FRESH,
    HELD,
    LOST,
    MADE,
    PROPOSED,
    SEEN,
    TIME,
    Beam,
    Limits,
    new_beam,
)
from pasjans_engine.queens.passes.kernels.search import MOST_STEPS, keep, propose, prune
from pasjans_engine.queens.passes.line import line_of
from pasjans_engine.queens.passes.packing import game_of, row_of
from pasjans_engine.queens.rules import QUEENS_3PASS, QueensRules
from pasjans_engine.queens.solver import compiled as unlimited
from pasjans_engine.queens.verdict import Solved, Unknown, Unsolvable, Verdict

FIRST_WIDTH: Final = 100
WIDER: Final = 10
NODES_PER_WIDTH: Final = 1000
"""A beam gives up after so many positions for each that it is wide; it never came near to it."""

UNLIMITED_NODES: Final = 20_000
"""Those of the search without a limit of redeals: half a second."""

_ONE_LEFT: Final = Position(
    bytes((11, 11, 24, 24, 37, 37, 50, 49)), bytes((NONE,) * 7), (b"",) * 8, b"", bytes((50,))
)
"""Only the last queen is left."""


def solve(rules: QueensRules, position: Position, *, max_nodes: int) -> Verdict:
    """A line, or a proof that there is none, or neither within the budget.

    Other threads run meanwhile.

    Args:
        rules: rules that limit the redeals.
        position: where the line begins.
        max_nodes: how many positions may be made.

    Raises:
        ValueError: the rules do not limit the redeals.
    """
    if rules.solved(position):
        return Solved((), 0)
    nodes = 0
    for turn in count():
        width = FIRST_WIDTH * WIDER ** (turn // 2)
        most = min(NODES_PER_WIDTH * width, max_nodes - nodes)
        if most <= 0:
            return Unknown(nodes)
        limits = Limits(width, most, sparing=turn % 2 == 0)
        beam = run(rules, position, limits)
        nodes += int(beam.counts[MADE])
        if beam.counts[FOUND] >= 0:
            return Solved(line_of(rules.size, position, beam), nodes)
        if not limits.sparing and not beam.counts[LOST]:
            return Unsolvable(nodes)
        if turn == 1:
            without_limit = _without_limit(rules, position, min(UNLIMITED_NODES, max_nodes - nodes))
            nodes += without_limit.nodes
            if isinstance(without_limit, Unsolvable):
                return Unsolvable(nodes)
    raise AssertionError


def _without_limit(rules: QueensRules, position: Position, max_nodes: int) -> Verdict:
    """What is proved of a position when redeals have no limit."""
    free = replace(rules, max_redeals=None)
    return unlimited.prove(free, replace(position, redeals=0), max_nodes=max_nodes)


def prepare() -> None:
    """Call all that a search calls, once."""
    unlimited.prepare()
    run(QUEENS_3PASS, _ONE_LEFT, Limits(width=1, most=1))


def run(rules: QueensRules, position: Position, limits: Limits) -> Beam:
    """A beam that has come to its end.

    Args:
        rules: rules that limit the redeals.
        position: where it begins.
        limits: what it may do.

    Raises:
        ValueError: the rules do not limit the redeals.
    """
    if rules.max_redeals is None:
        raise ValueError(f"{rules.id} does not limit the redeals")
    period = len(position.waste + position.stock) + 1
    first = period * position.redeals + len(position.waste)
    game, row = game_of(rules.size, position), row_of(rules.size, position)
    beam = new_beam(game, row, limits, 4 * limits.most + MOST_STEPS)
    for time in range(first, period * (rules.max_redeals + 1)):
        _play(beam, time)
        if beam.counts[FOUND] >= 0 or beam.counts[HELD] == 0 or beam.counts[MADE] >= limits.most:
            break
    return beam


def _play(beam: Beam, time: int) -> None:
    """Bring all positions to a time, and do all that can be done then."""
    counts = beam.counts
    counts[[TIME, SEEN, HELD, PROPOSED]] = (time, 0, 0, counts[HELD])
    while counts[PROPOSED]:
        keep(beam)
        prune(beam)
        if counts[FOUND] < 0:
            propose(beam)
    if beam.facts[: counts[HELD], FRESH].any():
        counts[LOST] = 1
