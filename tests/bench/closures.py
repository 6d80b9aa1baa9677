"""How many positions a second the engine tells to be closed or not.

Nothing is remembered from one call to the next: each call searches anew, so that a position costs
the same each time.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from bench.lines import random_line
from bench.plan import Plan
from bench.table import percent, table, tenths, whole
from pasjans_engine.domino.layout import Position
from pasjans_engine.domino.rules import POLISH, RUSSIAN, DominoRules
from support import oracles


@dataclass(frozen=True, slots=True)
class Asked:
    """What came of asking for some positions.

    Attributes:
        rate: Positions a second.
        longest_us: The longest that one of them took.
        closed: The share of them that is closed.
    """

    rate: float
    longest_us: float
    closed: float


def section(plan: Plan) -> str:
    """The figures as a table."""
    head = ("positions", "how many", "closed", "a second", "µs on average", "µs at most")
    rows: list[tuple[str, ...]] = []
    for rules in (POLISH, RUSSIAN):
        kinds = {
            "of the oracles": _of_oracles(rules),
            "of random play, 3 windows": _of_random_play(rules, plan.positions),
        }
        for name, positions in kinds.items():
            asked = _ask(rules, positions, plan.repeats)
            rows.append(
                (
                    f"{rules.id}, {name}",
                    whole(len(positions)),
                    percent(asked.closed),
                    whole(asked.rate),
                    tenths(1e6 / asked.rate),
                    whole(asked.longest_us),
                )
            )
    return f"""\
## `closed`

The exact question, with the search where the cheap proof does not settle it. Nothing is remembered
between calls. The oracles' positions (`tests/data/oracles/closed-*.jsonl`) are chosen so that many
are closed; in play, most positions are settled by the first move that can never be taken back.

{table(head, rows)}"""


def _of_oracles(rules: DominoRules) -> list[Position]:
    cases = oracles.cases(f"closed-{rules.id}.jsonl")
    return [rules.parse_position(case["position"], case["windows"]) for case in cases]


def _of_random_play(rules: DominoRules, count: int) -> list[Position]:
    """Different positions, as games come to them."""
    positions: dict[Position, None] = {}
    number = 0
    while len(positions) < count:
        games = random_line(rules.id, number).games()
        reached = [game.position for game in games if isinstance(game.position, Position)]
        positions.update((position, None) for position in reached if position.opened == 3)
        number += 1
    return list(positions)[:count]


def _ask(rules: DominoRules, positions: Sequence[Position], repeats: int) -> Asked:
    totals: list[float] = []
    answers: list[bool] = []
    for _ in range(repeats):
        begun = time.process_time()
        answers = [rules.closed(position) for position in positions]
        totals.append(time.process_time() - begun)
    singles = [min(_once(rules, position) for _ in range(3)) for position in positions]
    rate = len(positions) / median(totals)
    return Asked(rate, max(singles) * 1e6, sum(answers) / len(answers))


def _once(rules: DominoRules, position: Position) -> float:
    begun = time.process_time()
    rules.closed(position)
    return time.process_time() - begun
