"""What each move of a game cost, as solvers see it."""

from msgspec import Struct

from pasjans.advice import Verdict


class WeighedVersion(Struct, frozen=True, kw_only=True):
    """A version of a game, as a solver sees its position.

    Attributes:
        version: the version; 1 is the deal.
        verdict: of the position. Where it goes from `solved` to `unsolvable` the game lost its
            solution.
        to_go: the fewest moves that solve it, proved; None unless `solved`.
        cost: by how many moves the move that was put onto the line here is worse than the best, 0
            for a best one; None where no move was put there, or where it is not known.
    """

    version: int
    verdict: Verdict
    to_go: int | None
    cost: int | None


class Costs(Struct, frozen=True, kw_only=True):
    """What each move of a game that is over cost.

    Attributes:
        game: its id.
        rules: id of the rules.
        state: `ready`.
        solver: version of the solver.
        versions: all versions, from 1 on.
    """

    game: str
    rules: str
    state: str
    solver: int
    versions: tuple[WeighedVersion, ...]
