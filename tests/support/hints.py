"""Hints: what tests ask of gateways and workers."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from pasjans_engine.domino import POLISH
from pasjans_engine.rules import Position, Rules
from pasjans_protocol.messages import Advised, Hint, Question
from pasjans_services.games.pars import Known
from pasjans_services.solver import judge
from pasjans_services.solver.judge import Judged
from pasjans_services.solver.main import working
from support.inprocess import InProcess
from support.leaderboards import backends_of
from support.pars import deals_of
from support.wire import Table, Wire, fresh_id

DEAL, PAR = deals_of("polish")[6]
BEST = 2
"""Best moves from `DEAL`, after which there is a move that loses every solution."""


class Counted:
    """The solver, and how often it was asked about each position; or one that knows nothing."""

    def __init__(self) -> None:
        self.asked: list[Position] = []
        self.knows = True

    def __call__(self, rules: Rules, position: Position, max_nodes: int) -> Judged:
        self.asked.append(position)
        return self._judge(rules, position, max_nodes) if self.knows else Judged(Known.UNKNOWN, 1)

    _judge = staticmethod(judge.judge)


@asynccontextmanager
async def solving(inprocess: InProcess) -> AsyncGenerator[None]:
    """A worker meanwhile."""
    async with backends_of(inprocess) as backends, working(backends, inprocess.redis_url):
        yield


def hint(table: Table, version: int | None = None, ask: Question = Question.SOLVER) -> Hint:
    """A question about a version, the newest that was seen if none is named."""
    at = table.version if version is None else version
    return Hint(fresh_id(), table.channel, at, ask)


async def advised(wire: Wire, request: Hint) -> Advised:
    """The answer to a question that must be answered."""
    answer = await wire.ask(request)
    assert isinstance(answer, Advised), answer
    return answer


def lost_line() -> tuple[str, ...]:
    """Moves from `DEAL`: best ones, one that loses every solution, and one more."""
    position = POLISH.start(DEAL)
    names: list[str] = []
    while len(names) < BEST:
        best = judge.judge(POLISH, position, 500_000).best
        assert best is not None
        names.append(best)
        position = POLISH.play(position, POLISH.parse_move(best))
    for move in POLISH.legal_moves(position):
        after = POLISH.play(position, move)
        following = POLISH.legal_moves(after)
        if judge.judge(POLISH, after, 500_000).verdict is Known.UNSOLVABLE and following:
            return (*names, POLISH.move_name(move), POLISH.move_name(following[0]))
    raise AssertionError("there is no such move")
