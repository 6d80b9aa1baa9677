"""What can be done at one time, without a draw: each child is made in a row that is proposed."""

from pasjans_engine.kernels.jit import inner
from pasjans_engine.queens.passes.kernels.arrays import (
    COLUMN_COUNT,
    DOUBT,
    FRESH,
    GONE,
    HELD,
    LEFT,
    LENGTHS,
    MADE,
    NEW,
    OLD,
    PRISONER_COUNT,
    PRISONERS,
    PROPOSED,
    SPARING,
    STEP,
    STOCK,
    TIME,
    Beam,
    Numbers,
    Rows,
)
from pasjans_engine.queens.passes.kernels.houses import (
    fits,
    house,
    is_open,
    may_go_at_once,
    undecided,
)
from pasjans_engine.queens.passes.kernels.piles import (
    append,
    at,
    copy,
    drawn,
    empty_column,
    last_card,
    run_length,
    shift,
    takes,
    waste_top,
)
from pasjans_engine.queens.passes.kernels.settling import step
from pasjans_engine.queens.passes.kernels.steps import FIRST_PRISONER, OUTSIDE, packed


@inner
def expand(beam: Beam, parent: int) -> None:
    """Make the children of a row: all of a new one, else those of the card just drawn."""
    is_new = beam.facts[parent, FRESH] == NEW
    beam.facts[parent, FRESH] = OLD
    place = waste_top(beam.rows[parent], drawn(beam.game, beam.counts[TIME]))
    first = 0 if is_new else OUTSIDE
    end = FIRST_PRISONER + beam.game[PRISONER_COUNT] if is_new else FIRST_PRISONER
    for source in range(first, end):
        _play_to_house(beam, parent, source, place)
    if place >= 0:
        _play_waste(beam, parent, place)
    if is_new:
        for column in range(beam.game[COLUMN_COUNT]):
            if beam.rows[parent, LENGTHS + column] > 0:
                _play_column(beam, parent, column)


@inner
def _child(beam: Beam, parent: int, move: int, doubt: int) -> Rows:
    """A copy of a row, to be changed by a move."""
    counts = beam.counts
    child = counts[HELD] + counts[PROPOSED]
    counts[PROPOSED] += 1
    counts[MADE] += 1
    copy(beam.rows, parent, child)
    beam.facts[child, STEP] = step(beam, beam.facts[parent, STEP], move)
    beam.facts[child, FRESH] = NEW
    beam.facts[child, DOUBT] = doubt
    row: Rows = beam.rows[child]
    return row


@inner
def _play_to_house(beam: Beam, parent: int, source: int, place: int) -> None:
    """Put the card of a pile into a house, where that is a choice.

    Args:
        beam: the beam.
        parent: the row.
        source: the pile.
        place: the place in the stock of the card on top of the waste, or -1.
    """
    row = beam.rows[parent]
    card = _loose_card(beam.game, row, source, place)
    holds_column = source < OUTSIDE and row[LENGTHS + source] > 1
    if card < 0 or not fits(beam.game, row, card):
        return
    if may_go_at_once(beam.game, row, card, holds_column):
        return
    leaders = 2 if undecided(beam.game, row, card) else 1
    for leader in range(1, leaders + 1):
        child = _child(beam, parent, packed(source, OUTSIDE, 1, leader), 1)
        _take(child, source, place)
        house(beam.game, child, card, leader)


@inner
def _loose_card(game: Numbers, row: Rows, source: int, place: int) -> int:
    """The card of a pile that may go to a house, or -1."""
    if source < OUTSIDE:
        return last_card(row, source) if source < game[COLUMN_COUNT] else -1
    if source == OUTSIDE:
        return int(game[STOCK + place]) if place >= 0 else -1
    prisoner = source - FIRST_PRISONER
    if is_open(row, prisoner) and (row[GONE] >> prisoner) & 1 == 0:
        return int(game[PRISONERS + prisoner])
    return -1


@inner
def _take(row: Rows, source: int, place: int) -> None:
    """Take one card from a pile."""
    if source < OUTSIDE:
        row[LENGTHS + source] -= 1
    elif source == OUTSIDE:
        row[LEFT + place] = 0
    else:
        row[GONE] |= 1 << (source - FIRST_PRISONER)


@inner
def _play_waste(beam: Beam, parent: int, place: int) -> None:
    """Put the top of the waste onto columns."""
    card = beam.game[STOCK + place]
    row = beam.rows[parent]
    empty = empty_column(beam.game, row)
    for column in range(beam.game[COLUMN_COUNT]):
        if column == empty or takes(row, column, card):
            child = _child(beam, parent, packed(OUTSIDE, column, 1, 0), 0)
            _take(child, OUTSIDE, place)
            append(child, column, card)


@inner
def _play_column(beam: Beam, parent: int, source: int) -> None:
    """Move the run of a column, or part of it, to other columns."""
    row = beam.rows[parent]
    length = int(row[LENGTHS + source])
    empty = empty_column(beam.game, row)
    run = run_length(row, source)
    sparing = beam.counts[SPARING] == 1
    for count in range(1, run + 1):
        head = int(row[at(source, length - count)])
        # Law D7: part of a run goes onto a card only if the one that it leaves can go to a house.
        moves = count == run or fits(beam.game, row, int(row[at(source, length - count - 1)]))
        for target in range(beam.game[COLUMN_COUNT]):
            clears = target == empty and count < length and (moves or not sparing)
            if clears or (moves and takes(row, target, head)):
                child = _child(beam, parent, packed(source, target, count, 0), 0)
                shift(child, source, count, target)
