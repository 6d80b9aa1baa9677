"""What to say to whoever asks for help: the next move, or how much to take back."""

from collections.abc import Sequence
from typing import Final

from pasjans_engine.rules import Position, Rules
from pasjans_services.games.advice import Advice
from pasjans_services.games.pars import Known
from pasjans_services.solver.judge import Judge

PART: Final = 4
"""What part of the nodes each position has when it is looked for where a line lost its solution: a
solution takes few, and a proof that there is none is not needed."""


def advice(rules: Rules, deal: str, line: Sequence[str], judge: Judge, max_nodes: int) -> Advice:
    """What a solver says of the position after a line of moves.

    Args:
        rules: The rules.
        deal: The deal's text.
        line: The moves from there, by name.
        judge: The solver.
        max_nodes: The nodes for the position; a part of them for each before it.

    Raises:
        Invalid: it is no deal of these rules, or no move of theirs.
        Illegal: a move that cannot be made.
    """
    positions = _positions(rules, deal, line)
    here = judge(rules, positions[-1], max_nodes)
    undo: int | None = None
    match here.verdict:
        case Known.SOLVED:
            undo = 0
        case Known.UNSOLVABLE:
            undo = _undo(rules, positions, judge, max_nodes // PART)
        case Known.UNKNOWN:
            pass
    return Advice(here.verdict, here.to_go, undo, here.best)


def _positions(rules: Rules, deal: str, line: Sequence[str]) -> list[Position]:
    positions = [rules.start(deal)]
    for name in line:
        positions.append(rules.play(positions[-1], rules.parse_move(name)))
    return positions


def _undo(rules: Rules, positions: Sequence[Position], judge: Judge, max_nodes: int) -> int | None:
    """Moves to take back from the last position, which has no solution, to one that has.

    A line that has lost its solution does not find it again, so halving finds where it was lost.
    Where the budget does not do for a position it counts as lost: then it may be more moves than
    are needed, and never too few.
    """
    solvable, lost = -1, len(positions) - 1
    while lost - solvable > 1:
        middle = (solvable + lost) // 2
        if judge(rules, positions[middle], max_nodes).verdict is Known.SOLVED:
            solvable = middle
        else:
            lost = middle
    return None if solvable < 0 else len(positions) - 1 - solvable
