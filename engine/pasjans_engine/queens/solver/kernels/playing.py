"""What a move does to a row."""

from pasjans_engine.kernels.jit import inner
from pasjans_engine.queens.solver.kernels.codes import (
    FROM_PRISON,
    FROM_SET,
    OTHER_IS_FULL,
    RUN,
    card_of,
    count_of,
    source_of,
    target_of,
)
from pasjans_engine.queens.solver.kernels.houses import decides, to_house
from pasjans_engine.queens.solver.kernels.state import (
    CARDS,
    HEIGHT,
    IN_SET,
    LYING,
    NOBODY,
    PRISONER,
    ROOM,
    Row,
)


@inner
def last_card(row: Row, column: int) -> int:
    """The last card of a column, or NOBODY."""
    height = row[HEIGHT + column]
    return int(row[CARDS + column * ROOM + height - 1]) if height else NOBODY


@inner
def play(row: Row, move: int) -> None:
    """Change a row as a move does."""
    kind, source, card = move & 7, source_of(move), card_of(move)
    if kind >= RUN:
        _move_run(row, source, count_of(move), target_of(move))
    if kind == RUN:
        return
    if kind == FROM_SET:
        row[IN_SET + card] -= 1
    elif kind == FROM_PRISON:
        row[PRISONER + source] = NOBODY
    else:
        row[HEIGHT + source] -= 1
        row[LYING + card] -= 1
    to_house(row, card, move & OTHER_IS_FULL != 0)


@inner
def _move_run(row: Row, source: int, count: int, target: int) -> None:
    row[HEIGHT + source] -= count
    first = CARDS + source * ROOM + row[HEIGHT + source]
    end = CARDS + target * ROOM + row[HEIGHT + target]
    if row[HEIGHT + target]:
        for card in range(row[end - 1] - 1, row[first], -1):
            row[IN_SET + card] -= 1
            row[LYING + card] += 1
            row[end] = card
            end += 1
    for place in range(count):
        row[end + place] = row[first + place]
    row[HEIGHT + target] = end + count - CARDS - target * ROOM


@inner
def must_decide(row: Row, move: int) -> bool:
    """Whether a move fills a house so that it matters which of two it is (D6)."""
    return move & 7 != RUN and decides(row, card_of(move))
