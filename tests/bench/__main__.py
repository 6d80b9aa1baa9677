"""The benchmarks.

Without names all of them run, and `tests/bench/results.md` is written; with --quick, or with names,
the figures are only shown.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from bench import closures, machine, memory, sizes, solving, stages, throughput
from bench.plan import FULL, QUICK, Plan
from bench.servers import TESTS
from pasjans_services.telemetry import configure_logs

RESULTS: Final = Path(__file__).with_name("results.md")
SECTIONS: Final = ("throughput", "solving", "stages", "sizes", "memory", "closures")
BY_HAND: Final = tuple(sorted(path.stem for path in RESULTS.parent.glob("*_bench.py")))
"""Benchmarks of one part each."""

PARTS: Final = {
    "replay_bench": "Replays, and bytes of a finished game",
    "boards_bench": "Boards of many rows, and verifying",
    "solver_bench": "The solver of dominoes",
    "queens_bench": "Queens: solvers and deltas",
}
"""Those of them whose figures are among the results, as they print them."""

HEAD: Final = """\
# Figures

Written by `scripts/bench`, which took {minutes:.0f} minutes; it can be run again at any time.
With `--quick` it shows the same in one minute, with little care. With a name it shows one section
({sections}), or one part in more detail
({by_hand}).

{machine}

The service is one process, pinned to the first CPU, as the echo is; the load generator (in Python,
on raw connections) and the data server share the second. Machines differ and are noisy: compare
figures of one run with each other, and trust ratios and CPU times a move before rates. CPU times
are those of the server's process, the kernel's work for it included.
"""


def run(plan: Plan, names: Sequence[str]) -> Iterator[str]:
    """The sections of these names, as they are done."""
    move_us: float | None = None
    for name in names:
        match name:
            case "throughput":
                text, move_us = throughput.section(plan)
            case "solving":
                text = solving.section(plan)
            case "stages":
                text = stages.section(plan, move_us)
            case "sizes":
                text = sizes.section()
            case "memory":
                text = memory.section(plan)
            case _:
                text = closures.section(plan)
        print(text, end="\n\n", flush=True)
        yield text


def part(name: str) -> str:
    """The section of one part's benchmark."""
    done = subprocess.run(
        [sys.executable, "-m", f"bench.{name}"],
        cwd=TESTS,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    print(done.stdout, flush=True)
    figures = done.stdout.strip()
    return f"## {PARTS[name]}\n\n`scripts/bench {name}`\n\n```\n{figures}\n```"


def main() -> None:
    """Run what the command line names."""
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__)
    parser.add_argument("names", metavar="NAME", nargs="*", help=_listed((*SECTIONS, *BY_HAND)))
    parser.add_argument("--quick", action="store_true", help="less of everything")
    parsed = parser.parse_args()
    if unknown := set(parsed.names) - {*SECTIONS, *BY_HAND}:
        parser.error(f"no benchmark {min(unknown)}; there are {_listed((*SECTIONS, *BY_HAND))}")
    if sys.platform != "linux":
        parser.error("the benchmarks read CPU times and memory from /proc, which is Linux's")
    configure_logs("warning", as_json=False)
    plan = QUICK if parsed.quick else FULL
    about, begun = machine.described(), time.monotonic()
    texts = list(run(plan, [name for name in parsed.names or SECTIONS if name in SECTIONS]))
    for name in parsed.names:
        if name in BY_HAND:
            subprocess.run([sys.executable, "-m", f"bench.{name}"], cwd=TESTS, check=True)
    if plan is FULL and not parsed.names:
        texts += map(part, PARTS)
        minutes = (time.monotonic() - begun) / 60
        head = HEAD.format(
            minutes=minutes, sections=_listed(SECTIONS), by_hand=_listed(BY_HAND), machine=about
        )
        RESULTS.write_text("\n\n".join((head.rstrip(), *texts)) + "\n", encoding="utf-8")


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


if __name__ == "__main__":
    main()
