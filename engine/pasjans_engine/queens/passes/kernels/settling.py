"""What may go to houses at once goes there, and each move is noted as a step."""

from pasjans_engine.kernels.jit import inner
from pasjans_engine.queens.passes.kernels.arrays import (
    COLUMN_COUNT,
    GONE,
    LEFT,
    LENGTHS,
    PRISONER_COUNT,
    PRISONERS,
    STEPS,
    STOCK,
    TIME,
    Beam,
    Rows,
)
from pasjans_engine.queens.passes.kernels.houses import house, is_open, may_go_at_once
from pasjans_engine.queens.passes.kernels.piles import drawn, last_card, waste_top
from pasjans_engine.queens.passes.kernels.steps import (
    FIRST_PRISONER,
    OUTSIDE,
    packed,
    with_parent,
)

_SALTS = (0x1234567, 0x7654321)


@inner
def step(beam: Beam, before: int, move: int) -> int:
    """Note a move; the number of the step."""
    made = int(beam.counts[STEPS])
    beam.steps[made] = with_parent(move, before, beam.counts[TIME])
    beam.counts[STEPS] = made + 1
    return made


@inner
def settle(beam: Beam, row: Rows, last_step: int) -> int:
    """Put all into houses that may go at once; the last step then."""
    before = -2
    while before != last_step:
        before = last_step
        last_step = _settle_columns(beam, row, last_step)
        last_step = _settle_waste(beam, row, last_step)
        last_step = _settle_prisoners(beam, row, last_step)
    return last_step


@inner
def _settle_columns(beam: Beam, row: Rows, last_step: int) -> int:
    for column in range(beam.game[COLUMN_COUNT]):
        card = last_card(row, column)
        while card >= 0 and may_go_at_once(beam.game, row, card, row[LENGTHS + column] > 1):
            house(beam.game, row, card, 1)
            row[LENGTHS + column] -= 1
            last_step = step(beam, last_step, packed(column, OUTSIDE, 1, 0))
            card = last_card(row, column)
    return last_step


@inner
def _settle_waste(beam: Beam, row: Rows, last_step: int) -> int:
    place = waste_top(row, drawn(beam.game, beam.counts[TIME]))
    while place >= 0 and may_go_at_once(beam.game, row, beam.game[STOCK + place], False):
        house(beam.game, row, beam.game[STOCK + place], 1)
        row[LEFT + place] = 0
        last_step = step(beam, last_step, packed(OUTSIDE, OUTSIDE, 1, 0))
        place = waste_top(row, place)
    return last_step


@inner
def _settle_prisoners(beam: Beam, row: Rows, last_step: int) -> int:
    for prisoner in range(beam.game[PRISONER_COUNT]):
        card = beam.game[PRISONERS + prisoner]
        here = is_open(row, prisoner) and (row[GONE] >> prisoner) & 1 == 0
        if here and may_go_at_once(beam.game, row, card, False):
            house(beam.game, row, card, 1)
            row[GONE] |= 1 << prisoner
            last_step = step(beam, last_step, packed(FIRST_PRISONER + prisoner, OUTSIDE, 1, 0))
    return last_step
