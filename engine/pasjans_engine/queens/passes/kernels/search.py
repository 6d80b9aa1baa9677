"""A beam through time, in slices: propose, keep and prune in turn, until nothing is proposed."""

from pathlib import Path
from typing import Final

import numpy as np

from pasjans_engine.kernels.jit import Jit, inner
from pasjans_engine.queens.passes.kernels.arrays import (
    DOUBT,
    DRAWN,
    FOUND,
    FRESH,
    HELD,
    LEFT,
    LOST,
    MADE,
    MOST,
    NEW,
    OLD,
    PROPOSED,
    SEEN,
    STEP,
    STEPS,
    TIME,
    WIDTH,
    WORTH,
    Beam,
    Rows,
)
from pasjans_engine.queens.passes.kernels.children import expand
from pasjans_engine.queens.passes.kernels.hope import hopeful
from pasjans_engine.queens.passes.kernels.houses import all_full
from pasjans_engine.queens.passes.kernels.piles import copy, drawn
from pasjans_engine.queens.passes.kernels.settling import settle
from pasjans_engine.queens.passes.kernels.worth import hashed, worth

JIT: Final = Jit(Path(__file__).parent)

MOST_CHILDREN: Final = 512
"""No position has more: 8 columns, 13 lengths of runs, 3 targets, and a few."""
MOST_STEPS: Final = 1024
"""The children of a position, and the cards that go to houses at once, need no more."""
_MOST_WORTH: Final = 1023
_WORTHS: Final = 2 * _MOST_WORTH + 1
_SALTS = (0x1234567, 0x7654321)


@JIT.compiled
def propose(beam: Beam) -> None:
    """Make the children of rows that have some to be made, as long as there is room."""
    counts = beam.counts
    for parent in range(counts[HELD]):
        if beam.facts[parent, FRESH] == OLD:
            continue
        if not _has_room(beam):
            break
        expand(beam, parent)


@JIT.compiled
def keep(beam: Beam) -> None:
    """Hold the rows that are proposed, unless they were seen before or have no hope."""
    counts = beam.counts
    first = counts[HELD]
    end = first + counts[PROPOSED]
    counts[PROPOSED] = 0
    for row in range(first, end):
        if counts[STEPS] + MOST_STEPS > len(beam.steps):
            counts[LOST] = 1
        elif counts[FOUND] < 0:
            _keep(beam, row)


@inner
def _keep(beam: Beam, source: int) -> None:
    row, facts = beam.rows[source], beam.facts[source]
    steps = beam.counts[STEPS]
    last_step = settle(beam, row, facts[STEP])
    if not _is_new(beam, row) or (facts[DOUBT] and not hopeful(beam, row)):
        beam.counts[STEPS] = steps
        return
    if last_step != facts[STEP]:
        facts[STEP] = last_step
        facts[FRESH] = NEW
    if facts[FRESH] == NEW:
        facts[WORTH] = worth(beam.game, row)
        facts[DOUBT] = 0
    else:
        place = drawn(beam.game, beam.counts[TIME]) - 1
        facts[FRESH] = DRAWN if place >= 0 and row[LEFT + place] else OLD
    if all_full(beam.game, row):
        beam.counts[FOUND] = last_step
    _copy(beam, source, beam.counts[HELD])
    beam.counts[HELD] += 1


@inner
def _is_new(beam: Beam, row: Rows) -> bool:
    """Whether the position was not seen at this time; then it is noted."""
    a, b = hashed(beam.game, row, _SALTS[0]), hashed(beam.game, row, _SALTS[1])
    mask = len(beam.seen) - 1
    time = beam.counts[TIME]
    at = a & mask
    while beam.seen[at, 2] == time:
        if beam.seen[at, 0] == a and beam.seen[at, 1] == b:
            return False
        at = (at + 1) & mask
    if 2 * beam.counts[SEEN] > mask:
        beam.counts[LOST] = 1
        return False
    beam.seen[at, 0] = a
    beam.seen[at, 1] = b
    beam.seen[at, 2] = time
    beam.counts[SEEN] += 1
    return True


@inner
def _has_room(beam: Beam) -> bool:
    counts = beam.counts
    if counts[MADE] >= counts[MOST] or counts[STEPS] + MOST_STEPS > len(beam.steps):
        return False
    return bool(counts[HELD] + counts[PROPOSED] + MOST_CHILDREN <= len(beam.rows))


@JIT.compiled
def prune(beam: Beam) -> None:
    """Leave only the rows that look best, in their order; of equal ones the first."""
    if beam.counts[HELD] <= beam.counts[WIDTH]:
        return
    beam.counts[LOST] = 1
    worths = np.zeros(_WORTHS, np.int64)
    for row in range(beam.counts[HELD]):
        worths[_rank(beam, row)] += 1
    least, above = _WORTHS, 0
    while above + worths[least - 1] <= beam.counts[WIDTH]:
        least -= 1
        above += worths[least]
    equal = beam.counts[WIDTH] - above
    kept = 0
    for row in range(beam.counts[HELD]):
        rank = _rank(beam, row)
        if rank >= least or (rank == least - 1 and equal > 0):
            equal -= rank < least
            _copy(beam, row, kept)
            kept += 1
    beam.counts[HELD] = kept


@inner
def _rank(beam: Beam, row: int) -> int:
    value = int(beam.facts[row, WORTH])
    return min(max(value, -_MOST_WORTH), _MOST_WORTH) + _MOST_WORTH


@inner
def _copy(beam: Beam, source: int, target: int) -> None:
    if source != target:
        copy(beam.rows, source, target)
        beam.facts[target, STEP] = beam.facts[source, STEP]
        beam.facts[target, FRESH] = beam.facts[source, FRESH]
        beam.facts[target, WORTH] = beam.facts[source, WORTH]
