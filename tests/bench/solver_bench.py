"""What a deal costs the solver: positions opened, and processor time when the kernels are warm.

    python tests/bench/solver_bench.py [--fresh 200] [--seed 1]

The deals are those of the oracles, whose answers are compared, and fresh ones by lot. Beside them
stand the positions that the oracles' own A* opened, with no bound but the misplaced tiles.
"""

import argparse
import random
import resource
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import mean

from bench.spread import HEAD, spread
from bench.table import table
from pasjans_engine.domino import POLISH, RUSSIAN, DominoRules
from pasjans_engine.domino.solver import Solved, Verdict, prepare, solve
from support import oracles


@dataclass(frozen=True, slots=True)
class Measured:
    """An answer, and the processor time it took."""

    verdict: Verdict
    ms: float


def measured(rules: DominoRules, deals: Iterable[str]) -> list[Measured]:
    """The answers to some deals."""
    answers: list[Measured] = []
    for deal in deals:
        start = rules.start(deal)
        begun = time.process_time()
        verdict = solve(rules, start)
        answers.append(Measured(verdict, (time.process_time() - begun) * 1e3))
    return answers


def report(rules: DominoRules, fresh: int, seed: int) -> None:
    """Print the figures of one rule set."""
    cases = oracles.cases(f"par-{rules.id}.jsonl")
    known = measured(rules, [case["deal"] for case in cases])
    for case, answer in zip(cases, known, strict=True):
        par = answer.verdict.par if isinstance(answer.verdict, Solved) else None
        assert par == case["par"], case
    chance = random.Random(f"{rules.id} {seed}")
    new = measured(rules, [rules.deal(chance.randbytes(32)) for _ in range(fresh)])
    rows = [spread("oracles, A* of the oracles: positions", [case["nodes"] for case in cases])]
    for name, answers in (("oracles", known), ("fresh deals", new)):
        rows.append(spread(f"{name}: positions", [answer.verdict.nodes for answer in answers]))
        times = [answer.ms for answer in answers]
        rows.append(spread(f"{name}: ms", times, decimals=True))
    print(f"\n## {rules.id}\n\n{table(HEAD, rows)}\n")
    print(f"Fresh deals: {answers_of(new)}.")


def answers_of(answers: Iterable[Measured]) -> str:
    """How often there was which verdict, and the pars."""
    verdicts = [answer.verdict for answer in answers]
    counts = Counter(type(verdict).__name__.lower() for verdict in verdicts)
    pars = sorted(verdict.par for verdict in verdicts if isinstance(verdict, Solved))
    windows = Counter(verdict.windows for verdict in verdicts if isinstance(verdict, Solved))
    texts = [f"{count} {name}" for name, count in counts.most_common()]
    texts += [f"{windows[count]} with {count} windows" for count in sorted(windows)]
    return f"{', '.join(texts)}; par {pars[0]} to {pars[-1]}, mean {mean(pars):.1f}"


def report_hard() -> None:
    """Print what becomes of the deals that the oracles' A* left open at 8 million positions."""
    print("\n## hard-russian.txt\n")
    text = (oracles.FOLDER / "hard-russian.txt").read_text(encoding="utf-8")
    for answer in measured(RUSSIAN, text.splitlines()):
        name = type(answer.verdict).__name__.lower()
        print(f"- {name}, {answer.verdict.nodes:,} positions, {answer.ms:,.1f} ms")
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"\nThe process has taken {megabytes:,.0f} MB at most, Python and numba included.")


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fresh", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    begun = time.monotonic()
    prepare()
    print(f"Loading the kernels, or compiling them, took {time.monotonic() - begun:.1f} s.")
    report_hard()
    for rules in (POLISH, RUSSIAN):
        report(rules, options.fresh, options.seed)


if __name__ == "__main__":
    main()
