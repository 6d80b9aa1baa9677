"""What is said to whoever asks for help: how much to take back, and in which words."""

import subprocess
import sys
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasjans_engine.domino import POLISH
from pasjans_engine.errors import Illegal, Invalid
from pasjans_engine.rules import RULES, Position, Rules
from pasjans_protocol.messages import Advised, Suggestion
from pasjans_services.games.advice import Advice, advised
from pasjans_services.games.pars import Known
from pasjans_services.solver.advice import advice
from pasjans_services.solver.judge import Judged, hint_nodes, judge
from support.lines import dealt, random_line, replayed
from support.pars import deals_of

LINE = random_line("polish", 12, seed=0, undo=0.0)
PLIES = len(LINE.actions)


class Scripted:
    """A solver that says of each ply of `LINE` what it was told to say.

    Args:
        verdicts: Of each ply, from the deal on.
        nodes: What each answer costs.
    """

    def __init__(self, verdicts: list[Known], nodes: int = 1) -> None:
        self.asked: list[tuple[int, int]] = []
        self._verdicts = verdicts
        self._nodes = nodes
        self._plies = {
            replayed(LINE.rules, LINE.deal, LINE.actions[:ply]).position: ply
            for ply in range(PLIES + 1)
        }
        assert len(self._plies) == PLIES + 1

    def __call__(self, _rules: Rules, position: Position, max_nodes: int) -> Judged:
        ply = self._plies[position]
        self.asked.append((ply, max_nodes))
        verdict = self._verdicts[ply]
        if verdict is Known.SOLVED:
            return Judged(verdict, self._nodes, 7, "54@14")
        return Judged(verdict, self._nodes)

    def advice(self, max_nodes: int = 1_000) -> Advice:
        return advice(POLISH, LINE.deal, LINE.actions, self, max_nodes)


def lost_at(ply: int) -> list[Known]:
    """The last position with a solution is the one before this ply."""
    return [Known.SOLVED] * ply + [Known.UNSOLVABLE] * (PLIES + 1 - ply)


@given(st.integers(0, PLIES))
def test_to_take_back_are_the_moves_since_the_last_position_with_a_solution(ply: int) -> None:
    solver = Scripted(lost_at(ply))
    undo = PLIES + 1 - ply if ply else None
    assert solver.advice() == Advice(Known.UNSOLVABLE, None, undo, None)
    assert len(solver.asked) <= 1 + PLIES.bit_length()


@given(st.integers(1, PLIES), st.integers(0, PLIES))
def test_where_a_budget_does_not_do_more_may_be_taken_back_and_never_too_few(
    lost: int, unknown: int
) -> None:
    verdicts = lost_at(lost)
    verdicts[lost - min(lost, unknown) : lost] = [Known.UNKNOWN] * min(lost, unknown)
    undo = Scripted(verdicts).advice().undo
    proved = [ply for ply, verdict in enumerate(verdicts) if verdict is Known.SOLVED]
    assert undo == (PLIES - proved[-1] if proved else None)


def test_a_position_with_a_solution_is_looked_at_alone() -> None:
    solver = Scripted([Known.SOLVED] * (PLIES + 1))
    assert solver.advice() == Advice(Known.SOLVED, 7, 0, "54@14")
    assert solver.asked == [(PLIES, 1_000)]


def test_of_what_a_budget_does_not_decide_nothing_is_said() -> None:
    solver = Scripted([Known.SOLVED] * PLIES + [Known.UNKNOWN])
    assert solver.advice() == Advice(Known.UNKNOWN)
    assert solver.asked == [(PLIES, 1_000)]


def test_no_position_before_takes_the_nodes_of_another() -> None:
    """What it took to prove one unsolvable was missing where the next has a solution."""
    solver = Scripted(lost_at(5), nodes=25)
    solver.advice(max_nodes=100)
    assert [budget for _, budget in solver.asked] == [100, 25, 25, 25, 25]


def test_a_line_that_cannot_be_is_no_question() -> None:
    with pytest.raises(Illegal):
        advice(POLISH, LINE.deal, ("open",), judge, 10)
    with pytest.raises(Invalid):
        advice(POLISH, "00", (), judge, 10)


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["polish", "russian"])
def test_the_moves_to_take_back_are_those_that_the_solver_finds_ply_by_ply(rules: str) -> None:
    found = 0
    for seed in count():
        line = random_line(rules, 14, seed, undo=0.0)
        positions = [replayed(rules, line.deal, line.actions[:ply]).position for ply in range(15)]
        rule_set = dealt(rules, line.deal).rules
        solved = [judge(rule_set, one, 500_000).verdict is Known.SOLVED for one in positions]
        if solved[-1] or not any(solved):
            continue
        said = advice(rule_set, line.deal, line.actions, judge, 500_000)
        assert said == Advice(Known.UNSOLVABLE, None, solved[::-1].index(True), None)
        found += 1
        if found == 3:
            return


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["polish", "russian"])
def test_the_suggested_moves_lead_to_the_end_in_par_moves(rules: str) -> None:
    deal, par = next(one for one in deals_of(rules) if one[1] is not None)
    game, line = dealt(rules, deal), list[str]()
    for to_go in range(par or 0, 0, -1):
        said = advice(game.rules, deal, line, judge, 500_000)
        assert (said.verdict, said.to_go, said.undo) == (Known.SOLVED, to_go, 0)
        assert said.best is not None
        line.append(said.best)
    assert advice(game.rules, deal, line, judge, 500_000) == Advice(Known.SOLVED, 0, 0, None)
    assert replayed(rules, deal, line).status == "solved"


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_there_is_a_solver_for_all_rules(rules: Rules) -> None:
    """Of cards it tells no move, which would say what lies hidden."""
    said = judge(rules, rules.start(rules.deal(bytes(32))), hint_nodes(rules))
    assert said.verdict is Known.SOLVED
    assert (said.best is None) == rules.hidden


@pytest.mark.parametrize(
    ("advice", "suggestion"),
    [
        (Advice(Known.SOLVED, 5, 0, "54@14"), ("54@14", "best", "5 moves from the end")),
        (Advice(Known.SOLVED, 1, 0, "open"), ("open", "best", "1 move from the end")),
        (
            Advice(Known.UNSOLVABLE, None, 3),
            ("undo", "undo", "no solution from here: take back 3 moves"),
        ),
        (
            Advice(Known.UNSOLVABLE, None, 1),
            ("undo", "undo", "no solution from here: take back 1 move"),
        ),
    ],
)
def test_advice_is_told_as_a_suggestion(advice: Advice, suggestion: tuple[str, str, str]) -> None:
    told = Advised("h", 9, advice.verdict, advice.to_go, advice.undo, (Suggestion(*suggestion),))
    assert advised("h", 9, advice) == told


@pytest.mark.parametrize(
    "advice", [Advice(Known.SOLVED, 0, 0), Advice(Known.UNSOLVABLE), Advice(Known.UNKNOWN)]
)
def test_where_there_is_nothing_to_do_nothing_is_suggested(advice: Advice) -> None:
    assert advised("h", 9, advice).suggestions == ()


_IN_A_GATEWAY = """
import asyncio, sys
import pasjans_services.main
from pasjans_engine.domino import POLISH
from pasjans_engine.game import Dealt, evolve
from pasjans_services.desk import NotGranted
from pasjans_services.eventstore.memory import Memory, MemoryRegistry
from pasjans_services.solver.attendance import attending
from pasjans_services.solver.consulting import Consulting

class Queue:
    async def put(self, job):
        print(job.rules)

async def ask():
    game = evolve(None, Dealt("polish", 1, POLISH.deal(bytes(32)), None))
    registry = MemoryRegistry(Memory())
    try:
        async with attending(registry):
            await Consulting(registry, Queue(), patience_s=0.01).about(game, "here")
    except NotGranted as refusal:
        print(refusal.code)

asyncio.run(ask())
print("numba" in sys.modules)
"""


@pytest.mark.slow
def test_a_gateway_that_is_asked_for_hints_loads_no_kernels() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _IN_A_GATEWAY], capture_output=True, text=True, check=True
    )
    assert done.stdout == "polish\nunavailable\nFalse\n"
