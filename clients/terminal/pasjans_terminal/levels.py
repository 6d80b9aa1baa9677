"""`pasjans levels build`: a catalogue of deals that are solved and graded."""

import argparse
import secrets
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TextIO

from pasjans_engine.queens import policy, solver
from pasjans_engine.queens.levels import BANDS
from pasjans_terminal import batch
from pasjans_terminal.catalogue import BadCatalogue, Catalogue, built
from pasjans_terminal.command import Subparsers, count, declare, text

_DESCRIPTION = """\
Work with catalogues: files of deals of queens that are solved and graded as easy, medium or hard.
"""
_BUILD = """\
Look at one deal after the other until each level has N: play it 32 or 64 times as an ordinary
player who takes no move back, see by the wins of which level it is, and solve it. A deal that is of
no level, or not solved, is left out. docs/levels.md says who that player is, and what is kept.

The seed of deal i is the SHA-256 of the text pasjans/levels/1:S:i in UTF-8. Without --seed, S is 64
hexadecimal digits by the system's randomness, and whoever does not have the file cannot know the
deals: keep the file secret, and give it to a server with pasjans-serve --levels FILE.

FILE has a JSON object a line: "rules", "catalogue" (S), "number" (i), "seed" (the deal's), "level",
"wins", "play_outs", "policy" and "solver" (their versions), "nodes" and "line" (a solution). The
same command goes on where the file ends, also after it was killed, and with a larger --count.

exit codes: 0 each level has N deals, 2 wrong usage, or a file that cannot be used, 130 interrupted:
what was found so far was written
"""
_EXAMPLE = "  pasjans levels build --count 1 --progress --out /tmp/levels.jsonl\n"
_BAD_FILE = 2
_PROGRESS_SECONDS = 0.5


def add_parser(subparsers: Subparsers) -> None:
    """Declare the command and what it does."""
    parser = declare(
        subparsers,
        "levels",
        summary="catalogues of easy, medium and hard deals",
        description=_DESCRIPTION,
        example=_EXAMPLE,
    )
    actions = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    build = declare(
        actions,
        "build",
        summary="make a catalogue, or go on with one",
        description=_BUILD,
        example=_EXAMPLE,
    )
    build.add_argument(
        "--count", type=count, required=True, metavar="N", help="deals of each level"
    )
    build.add_argument(
        "--rules", choices=("queens",), default="queens", help="whose deals (queens)"
    )
    build.add_argument(
        "--out",
        type=Path,
        default=Path("levels.jsonl"),
        metavar="FILE",
        help="the catalogue (levels.jsonl)",
    )
    build.add_argument(
        "--seed", type=text, metavar="S", help="any text; it decides the deals, for all to see"
    )
    batch.add_options(build)
    build.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Make the catalogue."""
    try:
        catalogue = Catalogue(args.out, args.seed)
    except (BadCatalogue, OSError) as bad:
        print(bad, file=sys.stderr)
        return _BAD_FILE
    if args.progress:
        print("making the solver ready", file=sys.stderr, flush=True)
    policy.prepare()
    solver.prepare()
    looked_at = built(catalogue, catalogue.text or secrets.token_hex(32), args.count)
    if args.progress:
        looked_at = _reported(looked_at, catalogue, args.count, sys.stderr)
    for _ in looked_at:
        pass
    return 0


def _reported(
    looked_at: Iterable[int], catalogue: Catalogue, wanted: int, log: TextIO
) -> Iterator[int]:
    due = time.monotonic()

    def report(end: str = "") -> None:
        levels = (f"{catalogue.counts[band.level]} {band.level}" for band in BANDS)
        print(
            f"{catalogue.next_number:,} deals, {', '.join(levels)}, of {wanted:,}{end}",
            file=log,
            flush=True,
        )

    for number in looked_at:
        yield number
        if time.monotonic() >= due:
            due = time.monotonic() + _PROGRESS_SECONDS
            report()
    report(", done")
