"""Positions in three numbers, five bits a cell: exact, so that two are never taken for one.

The first number holds cells 0 to 11, the second 12 to 23, the third 24 to 27 in its low 20 bits.
What lies in the cells says how many windows are open.
"""

from typing import Final

from pasjans_engine.domino.solver.kernels.arrays import CELLS_NOW, RIGHT, WHERE, Numbers
from pasjans_engine.kernels.jit import inner

LOW_BITS: Final = (1 << 20) - 1


def packed(cells: bytes) -> tuple[int, int, int]:
    """The three numbers of some cells."""
    numbers = [sum(key << 5 * at for at, key in enumerate(cells[i : i + 12])) for i in (0, 12, 24)]
    return numbers[0], numbers[1], numbers[2]


@inner
def unpack(a: int, b: int, c: int, scratch: Numbers) -> None:
    """Write what lies in each cell, and where each key lies."""
    for key in range(29):
        scratch[WHERE + key] = 0
    for cell in range(28):
        if cell == 12:
            a = b
        elif cell == 24:
            a = c
        key = a & 31
        a >>= 5
        scratch[CELLS_NOW + cell] = key
        scratch[WHERE + key] |= 1 << cell


@inner
def wrong_cells(tables: Numbers, scratch: Numbers) -> tuple[int, int]:
    """The windows and the cells of misplaced tiles, as a mask; the number of misplaced tiles."""
    wrong = misplaced = 0
    for cell in range(28):
        key = scratch[CELLS_NOW + cell]
        if key == 28:
            wrong |= 1 << cell
        elif not (tables[RIGHT + cell] >> key) & 1:
            wrong |= 1 << cell
            misplaced += 1
    return wrong, misplaced


@inner
def exchange(a: int, b: int, c: int, cell: int, change: int) -> tuple[int, int, int]:
    """The numbers with the bits of one cell changed."""
    if cell < 12:
        return a ^ change << 5 * cell, b, c
    if cell < 24:
        return a, b ^ change << 5 * (cell - 12), c
    return a, b, c ^ change << 5 * (cell - 24)


@inner
def hashed(a: int, b: int, c: int) -> int:
    """A number whose low bits depend on all cells."""
    h = a * -7046029254386353131
    h ^= (h >> 29) & 0x7FFFFFFFF
    h = (h + b) * -4417276706812531889
    h ^= (h >> 32) & 0xFFFFFFFF
    h = (h + c) * 1609587929392839161
    return h ^ (h >> 31) & 0x1FFFFFFFF
