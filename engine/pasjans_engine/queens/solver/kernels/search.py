"""Depth-first search in slices: `search` goes on until an answer, a pause, or a lack of room.

A *slot* holds a position (`rows`) with the move that led to it and a score (`links`). The slots of
a position's children follow one another, and those of the child that is looked at follow them; so
what has been left is overwritten, and the table of keys alone grows. `path` has, by depth, the
slot of a position, its first child's, and the one after its last child's. The child with the best
score comes first. A position is looked at once: it gets a slot only when its key is new.
"""

from pathlib import Path
from typing import Final

from pasjans_engine.kernels.jit import Jit, inner
from pasjans_engine.queens.solver.kernels.forced import forced
from pasjans_engine.queens.solver.kernels.houses import order_of
from pasjans_engine.queens.solver.kernels.keys import added, key_of, mixed
from pasjans_engine.queens.solver.kernels.listing import list_moves
from pasjans_engine.queens.solver.kernels.playing import must_decide, play
from pasjans_engine.queens.solver.kernels.state import (
    CARDS,
    COLUMNS,
    HEIGHT,
    LEFT,
    RANKS,
    ROOM,
    ROW_SIZE,
    Numbers,
    Row,
    Rows,
)

JIT: Final = Jit(Path(__file__).parent)

SOLVED: Final = 1
EXHAUSTED: Final = 2
PAUSED: Final = 3
FULL: Final = 4

OPENED: Final = 0  # positions that were looked at
MADE: Final = 1  # keys in the table
DEPTH: Final = 2  # of the position that is looked at
END: Final = 3  # the first free slot
FOUND: Final = 4  # the slot of a solved position, or -1
CHANCE: Final = 5  # the random number before the next one
NOISE: Final = 6  # the largest random part of a score
LAWS: Final = 7  # what forced moves keep to
COUNTER_COUNT: Final = 8

MOST_CHILDREN: Final = 512
"""More than there can be: of each column's 13 runs at most, each to an empty column and three to
seven others; and 40 cards to houses.
"""

_TAKEN: Final = -(1 << 62)


@JIT.compiled
def search(
    rows: Rows, links: Numbers, table: Numbers, path: Numbers, counters: Numbers, pause: int
) -> int:
    """Look at positions until an answer, or until `pause` of them have been looked at in all.

    The search begins at the position in slot 0.
    """
    if counters[MADE] == 0:
        begin(rows[0], table, path, counters)
    depth = counters[DEPTH]
    while depth >= 0 and counters[FOUND] < 0:
        if path[depth, 1] < 0:
            counters[DEPTH] = depth
            if counters[OPENED] >= pause:
                return PAUSED
            if is_full(rows, table, path, counters):
                return FULL
            counters[OPENED] += 1
            path[depth, 1] = counters[END]
            open_slot(rows, links, table, counters, path[depth, 0])
            path[depth, 2] = counters[END]
            if counters[FOUND] >= 0:
                depth += 1
                path[depth, 0] = counters[FOUND]
                continue
        best = best_child(links, path[depth, 1], path[depth, 2])
        if best < 0:
            counters[END] = path[depth, 1]
            depth -= 1
        else:
            links[best, 1] = _TAKEN
            depth += 1
            path[depth, 0], path[depth, 1] = best, -1
    counters[DEPTH] = depth
    return EXHAUSTED if depth < 0 else SOLVED


@inner
def begin(row: Row, table: Numbers, path: Numbers, counters: Numbers) -> None:
    """Make the first position known."""
    counters[CHANCE] = mixed(counters[CHANCE] + 1)
    settle(row, counters[LAWS])
    a, b = key_of(row)
    added(table, a, b)
    counters[MADE] = counters[END] = 1
    path[0, 0], path[0, 1] = 0, -1
    counters[FOUND] = 0 if row[LEFT] == 0 else -1


@inner
def is_full(rows: Rows, table: Numbers, path: Numbers, counters: Numbers) -> bool:
    """Whether the children of one more position might not find room."""
    if counters[END] + MOST_CHILDREN > len(rows) or counters[DEPTH] + 2 > len(path):
        return True
    return bool(2 * (counters[MADE] + MOST_CHILDREN) > len(table))


@inner
def best_child(links: Numbers, first: int, end: int) -> int:
    """The slot with the best score that was not taken yet, or -1."""
    best = -1
    score = _TAKEN
    for slot in range(first, end):
        if links[slot, 1] > score:
            best, score = slot, links[slot, 1]
    return best


@inner
def settle(row: Row, laws: int) -> None:
    """Make the moves that need no choice."""
    move = forced(row, laws)
    while move and not must_decide(row, move):
        play(row, move)
        move = forced(row, laws)


@inner
def open_slot(rows: Rows, links: Numbers, table: Numbers, counters: Numbers, slot: int) -> None:
    """Make the children of a position."""
    row = rows[slot]
    first = counters[END]
    end = list_moves(row, links, first, counters[LAWS])
    for listed in range(first, end):
        move = links[listed, 0]
        add(rows, links, table, counters, slot, move)


@inner
def add(
    rows: Rows, links: Numbers, table: Numbers, counters: Numbers, slot: int, move: int
) -> None:
    """Make a child, unless its position is known."""
    child = counters[END]
    row = rows[child]
    for place in range(ROW_SIZE):
        row[place] = rows[slot, place]
    play(row, move)
    settle(row, counters[LAWS])
    a, b = key_of(row)
    if not added(table, a, b):
        return
    counters[MADE] += 1
    counters[END] += 1
    links[child, 0] = move
    links[child, 1] = 1024 * score_of(row) + counters[NOISE] * chance(counters)
    if row[LEFT] == 0:
        counters[FOUND] = child


@inner
def score_of(row: Row) -> int:
    """How good a position looks: cards in houses, empty columns, few cards on earlier ones."""
    score = -3 * int(row[LEFT])
    for column in range(row[COLUMNS]):
        height = row[HEIGHT + column]
        if height == 0:
            score += 4
        first = CARDS + column * ROOM
        earliest = row[RANKS]
        for place in range(first, first + height):
            order = order_of(row, int(row[place]))
            if order > earliest:
                score -= 3
            else:
                earliest = order
    return score


@inner
def chance(counters: Numbers) -> int:
    """A random number below 1024.

    Source: Marsaglia, 2003, "Xorshift RNGs", Journal of Statistical Software 8 (14).
    """
    x = int(counters[CHANCE])
    x ^= x << 13
    x ^= (x >> 7) & 0x1FFFFFFFFFFFFFF
    x ^= x << 17
    counters[CHANCE] = x
    return x & 1023


@JIT.compiled
def refilled(old: Numbers, table: Numbers) -> None:
    """Put the keys of a table into a larger one, which is empty."""
    for at in range(len(old)):
        if old[at, 0] or old[at, 1]:
            added(table, old[at, 0], old[at, 1])


@JIT.compiled
def unfold(row: Row, moves: Numbers, laws: int, line: Numbers) -> int:
    """Write all moves, forced ones included, of a path that begins at a row; how many they are."""
    made = 0
    for number in range(len(moves) + 1):
        move = forced(row, laws)
        while move and not must_decide(row, move):
            play(row, move)
            line[made] = move
            made += 1
            move = forced(row, laws)
        if number < len(moves):
            play(row, moves[number])
            line[made] = moves[number]
            made += 1
    return made
