"""What Topsy-Turvy Queens costs: its solvers, processor time when the kernels are warm, and deltas.

    python tests/bench/queens_bench.py [--fresh 300] [--passes 40] [--seed 1]

The oracles' deals have answers that are compared; of fresh ones by lot each line that was found is
played to its end by the rules.
"""

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from bench.spread import HEAD, spread
from bench.table import table
from pasjans_engine.game import Dealt, Game, Played, evolve
from pasjans_engine.queens import passes, solver
from pasjans_engine.queens.layout import DRAW, REDEAL, Move, Position
from pasjans_engine.queens.rules import QUEENS, QUEENS_3PASS, QueensRules
from pasjans_engine.queens.verdict import Solved, Verdict
from pasjans_engine.view import view
from pasjans_protocol.codec import SERVER_CODECS
from pasjans_protocol.subprotocols import Subprotocol
from pasjans_services.games.step import step_to
from support import oracles

Solve = Callable[[QueensRules, Position], Verdict]


@dataclass(frozen=True, slots=True)
class Measured:
    """An answer, and the processor time it took."""

    verdict: Verdict
    ms: float


def measured(rules: QueensRules, solve: Solve, deals: Iterable[str]) -> list[Measured]:
    """The answers to some deals; each line is played."""
    answers: list[Measured] = []
    for deal in deals:
        start = rules.start(deal)
        begun = time.process_time()
        verdict = solve(rules, start)
        answers.append(Measured(verdict, (time.process_time() - begun) * 1e3))
        if isinstance(verdict, Solved):
            position = start
            for move in verdict.line:
                position = rules.play(position, move)
            assert rules.solved(position), deal
    return answers


def rows_of(name: str, answers: Sequence[Measured]) -> list[tuple[str, ...]]:
    """The rows of a table that tell of answers."""
    return [
        spread(f"{name}: positions", [answer.verdict.nodes for answer in answers]),
        spread(f"{name}: ms", [answer.ms for answer in answers], decimals=True),
    ]


def verdicts_of(answers: Iterable[Measured]) -> str:
    """How often there was which verdict."""
    counts = Counter(type(answer.verdict).__name__.lower() for answer in answers)
    return ", ".join(f"{count} {name}" for name, count in counts.most_common())


def kind_of(game: Game, move: Move, after: Game) -> str:
    """What kind of move it was, for the table of deltas."""
    before, now = game.position, after.position
    if move in {DRAW, REDEAL}:
        return "a draw" if move == DRAW else "a redeal"
    assert isinstance(before, Position)
    assert isinstance(now, Position)
    rows = zip(before.houses, now.houses, strict=True)
    if any(a != b and b % 13 == QUEENS.size.ranks - 2 for a, b in rows):
        return "the last card of a house"
    longest = max(len(old) - len(new) for old, new in zip(before.columns, now.columns, strict=True))
    return "a run of five or more" if longest >= 5 else "another move"


def bytes_by_kind(line: Sequence[Move], deal: str) -> dict[str, list[int]]:
    """How many bytes the frame of each delta of a game has in MessagePack."""
    codec = SERVER_CODECS[Subprotocol.MSGPACK]
    game = evolve(None, Dealt(QUEENS.id, QUEENS.version, deal, None))
    found: dict[str, list[int]] = {}
    for move in line:
        after = evolve(game, Played(move))
        frame = codec.encode(step_to(after, view(game)).delta)
        found.setdefault(kind_of(game, move, after), []).append(len(frame))
        game = after
    return found


def report_deltas(answers: Sequence[Measured], deals: Sequence[str]) -> None:
    """Print what the moves of solved games weigh on the wire."""
    found: dict[str, list[int]] = {}
    for answer, deal in zip(answers, deals, strict=True):
        if isinstance(answer.verdict, Solved):
            for kind, sizes in bytes_by_kind(answer.verdict.line, deal).items():
                found.setdefault(kind, []).extend(sizes)
    head = ("bytes of a delta", "moves", *HEAD[2:])
    print(f"\n## Deltas\n\n{table(head, [spread(*one) for one in sorted(found.items())])}")


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fresh", type=int, default=300)
    parser.add_argument("--passes", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    begun = time.monotonic()
    passes.prepare()
    print(f"Loading the kernels, or compiling them, took {time.monotonic() - begun:.1f} s.")
    chance = random.Random(f"queens {options.seed}")
    deals = [QUEENS.deal(chance.randbytes(32)) for _ in range(options.fresh)]
    solved = [case["deal"] for case in oracles.cases("deals-queens.jsonl")]
    unsolvable = [case["deal"] for case in oracles.cases("unsolvable-queens.jsonl")]
    known = measured(QUEENS, solver.solve, solved + unsolvable)
    assert [isinstance(one.verdict, Solved) for one in known] == [True] * 40 + [False] * 2
    fresh = measured(QUEENS, solver.solve, deals)
    print(f"\n## queens\n\n{table(HEAD, rows_of('oracles', known) + rows_of('fresh', fresh))}")
    print(f"\nFresh deals: {verdicts_of(fresh)}.")
    three = measured(QUEENS_3PASS, passes.solve, deals[: options.passes])
    print(f"\n## queens-3pass\n\n{table(HEAD, rows_of('fresh', three))}")
    print(f"\nFresh deals, the first of those above: {verdicts_of(three)}.")
    report_deltas(known[:10], solved[:10])


if __name__ == "__main__":
    main()
