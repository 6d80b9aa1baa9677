"""What each move of a game cost: how much further than by a best move it left the end.

The costs of the moves that stand at the end of a solved game add up to its moves less par: each
step from one position to the next is told once.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

import msgspec

from pasjans_engine.game import Game
from pasjans_engine.rules import Position
from pasjans_services.games.pars import Known
from pasjans_services.solver.judge import Judge, Judged

MOST_POSITIONS: Final = 2_000
MAX_NODES: Final = 100_000
"""The nodes for a position: one in thousands takes more."""

ALL_NODES: Final = 20 * 1_000_000
"""The nodes for a game: a minute or two, if it is ever reached."""


class Weighed(msgspec.Struct, frozen=True, array_like=True):
    """A version of a game.

    Attributes:
        version: The version.
        verdict: What a solver says of its position.
        to_go: The fewest moves that solve it; None unless there is a solution.
        cost: Of the move that its event put onto the line, played or put back: the moves to go
            after it, and itself, less those to go before. None where no move was put there, or
            either is not known.
    """

    version: int
    verdict: Known
    to_go: int | None
    cost: int | None


class Costs(msgspec.Struct, frozen=True, tag="costs"):
    """The whole game, version by version from 1 on."""

    versions: tuple[Weighed, ...]


class TooMany(msgspec.Struct, frozen=True, tag="too_many"):
    """The game has more positions than are looked at.

    Attributes:
        positions: How many it has.
    """

    positions: int


Outcome: TypeAlias = Costs | TooMany


def costs(games: Sequence[Game], judge: Judge, max_nodes: int = MAX_NODES) -> Outcome:
    """What each move cost; positions that occur more than once are looked at once.

    Args:
        games: The game at each version, from 1 on.
        judge: The solver.
        max_nodes: The nodes for a position.
    """
    # From the end on, where positions are easier: the budget lasts for more of them.
    positions = tuple(dict.fromkeys(game.position for game in reversed(games)))
    if len(positions) > MOST_POSITIONS:
        return TooMany(len(positions))
    judged = _judged(games[0], positions, judge, max_nodes)
    weighed = [_weighed(games[0], None, judged)]
    weighed += [_weighed(game, before, judged) for before, game in pairwise(games)]
    return Costs(tuple(weighed))


def _judged(
    game: Game, positions: Iterable[Position], judge: Judge, max_nodes: int
) -> dict[Position, Judged]:
    judged: dict[Position, Judged] = {}
    left = ALL_NODES
    for position in positions:
        judged[position] = judge(game.rules, position, min(max_nodes, left))
        left = max(left - judged[position].nodes, 0)
    return judged


def _weighed(game: Game, before: Game | None, judged: dict[Position, Judged]) -> Weighed:
    here = judged[game.position]
    cost = None
    if before is not None and _line(game) > _line(before):
        cost = _cost(judged[before.position].to_go, here.to_go)
    return Weighed(game.version, here.verdict, here.to_go, cost)


def _line(game: Game) -> int:
    return game.moves + game.draws


def _cost(before: int | None, after: int | None) -> int | None:
    return None if before is None or after is None else 1 + after - before
