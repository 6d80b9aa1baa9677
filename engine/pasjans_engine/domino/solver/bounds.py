"""Lower bounds on the moves that are left, readable; the kernel computes the same numbers.

**Count.** Each misplaced tile moves at least once: it is put where it is right, or set aside. A
move moves one tile and an exit sets one aside, so there are at least as many moves left as
misplaced tiles.

**Restless tiles.** Call a tile *calm* in a solution if it makes no move beyond that count: a
misplaced one moves once, any other never. The others are *restless*, and

    moves of the solution >= misplaced tiles + restless tiles.

So it is enough to show sets of tiles, no two of which share one, such that every solution has a
restless tile in each set. Call a cell *wrong* if no right tile lies there now (windows included),
and let e(y) be the first time that a right tile lies in the wrong cell y, or infinity. Then:

1. What lies in y now leaves before e(y).
2. If y is below row 0, then at e(y) a tile that supports it lies in the cell a above y. Either a
   has its right tile, now or since e(a) < e(y); or a *helper* lies there, which supports y but is
   not right in a. If it does not lie there now it was put there, and is restless by that.
3. A calm misplaced tile that cannot be set aside moves once, to a wrong cell z of its kind, at
   e(z) or later; or to a cell where a right tile of its kind lies now, which is restless since it
   leaves.

So y *waits*: for all the cells z of its occupant's kind by 1 and 3 (one of them must have e(z) <
e(y)), or for a by 2. Take wrong cells S, one reason to wait for each, such that all cells that
these name are in S too. Suppose that none of the *charged* tiles is restless: the occupants in
reasons of the first sort, the right tiles of their kinds, the helpers in reasons of the second. S
has an occupant among them, since reasons of the second sort lead upwards and end. It is
misplaced, so it moves, so e(z) is finite for a z in S; then the reason of z names a cell of S
with an e that is earlier still, and so on without end. That cannot be, so every solution has a
restless tile among the charged ones.

**Rounds.** After a set is found its tiles are taken to be restless: their occupants may leave,
they may help anywhere, their kinds' cells are no longer waited for. What waits then, waits for
none of them, so the next set shares no tile with those before. Each set adds one.

Nothing here says that the bound of a position is at most one more than that of the next one, so a
search has to open positions again that it reaches with fewer moves.
"""

from dataclasses import dataclass, field

from pasjans_engine.domino.layout import ABOVE
from pasjans_engine.domino.solver.targets import Targets
from pasjans_engine.tiles import CELL_COUNT, EMPTY, ROW_COUNT


def count_bound(targets: Targets, cells: bytes) -> int:
    """The number of misplaced tiles."""
    return len(targets.misplaced(cells))


def waiting_bound(targets: Targets, cells: bytes) -> int:
    """The number of misplaced tiles, and one for each set of tiles of which one is restless."""
    waits = _Waits(targets, cells)
    rounds = 0
    while waits.settle():
        waits.charge(waits.smallest())
        rounds += 1
    return count_bound(targets, cells) + rounds


@dataclass(slots=True)
class _Waits:
    """Which wrong cells wait for which, while some tiles are taken to be restless.

    Attributes:
        targets: what is right where.
        cells: the layout.
        wrong: the wrong cells that still wait.
        restless: the tiles that were charged.
    """

    targets: Targets
    cells: bytes
    wrong: set[int] = field(init=False)
    restless: set[int] = field(init=False, default_factory=set[int])

    def __post_init__(self) -> None:
        misplaced = set(self.targets.misplaced(self.cells))
        self.wrong = {y for y in range(CELL_COUNT) if self.cells[y] == EMPTY or y in misplaced}

    def settle(self) -> bool:
        """Strike out the cells that need not wait; whether any are left."""
        before = -1
        while len(self.wrong) != before:
            before = len(self.wrong)
            self.wrong -= {y for y in self.wrong if not (self.held(y) or self.unsupported(y))}
        return bool(self.wrong)

    def unsupported(self, y: int) -> bool:
        """Whether y waits for the cell above it, by 2."""
        above = self.cells[ABOVE[y]]
        return (
            y >= ROW_COUNT
            and ABOVE[y] in self.wrong
            and above not in self.targets.supports[y]
            and not self.targets.helpers[y] & self.restless
        )

    def held(self, y: int) -> bool:
        """Whether y waits for the cells that its occupant can go to, by 1 and 3."""
        tile = self.cells[y]
        if tile == EMPTY or tile in self.targets.exits or tile in self.restless:
            return False
        places = self.places(tile)
        return places <= self.wrong | self.resting(tile) and not (
            {self.cells[place] for place in self.resting(tile)} & self.restless
        )

    def places(self, tile: int) -> set[int]:
        """All cells where the tile is right."""
        wanted, kind = self.targets.wanted, self.targets.kinds[tile]
        return {cell for cell in range(CELL_COUNT) if wanted[cell] == kind}

    def resting(self, tile: int) -> set[int]:
        """The cells where a right tile of this one's kind lies now."""
        kinds, kind = self.targets.kinds, self.targets.kinds[tile]
        return {cell for cell in self.places(tile) if kinds[self.cells[cell]] == kind}

    def smallest(self) -> set[int]:
        """The smallest set of cells that wait only for each other."""
        return min((self.closure(y) for y in sorted(self.wrong)), key=len)

    def closure(self, y: int) -> set[int]:
        """All that y waits for, and what that waits for in turn."""
        reached = {y}
        queue = [y]
        for here in queue:
            more = self.waited_for(here) - reached
            reached |= more
            queue.extend(more)
        return reached

    def waited_for(self, y: int) -> set[int]:
        """The cells in y's reason to wait: the cell above, if that is one."""
        if self.unsupported(y):
            return {ABOVE[y]}
        return self.places(self.cells[y]) & self.wrong

    def charge(self, waiting: set[int]) -> None:
        """Take the tiles to be restless that are charged for these cells."""
        for y in waiting:
            if self.unsupported(y):
                self.restless |= self.targets.helpers[y]
            else:
                tile = self.cells[y]
                self.restless |= {tile, *(self.cells[place] for place in self.resting(tile))}
