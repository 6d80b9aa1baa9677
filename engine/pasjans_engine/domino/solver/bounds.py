"""Lower bounds on the moves that are left, readable; the kernels compute the same numbers.

**Count.** Each misplaced tile moves at least once: it is put where it is right, or set aside. A
move moves one tile and an exit sets one aside, so there are at least as many moves left as
misplaced tiles. One move takes at most one off the count.

**Waste.** Let a move waste one more than what it adds to the count: nothing if it brings a
misplaced tile to a right place or sets it aside, one or two otherwise. Then the moves of a
solution are the count and all that they waste, and a bound on the waste is what is missing.

**Facts.** Suppose that what was once so never ceases: facts are "this cell was empty" and "this
key lay in this cell". A move needs that the cell it leads to was empty and, below row 0, that a
key under which its own fits lay above; it brings about that its key lay there, and that the cell
it came from was empty. An exit needs nothing. A misplaced tile that cannot be set aside has a
*goal*: it must be put into one of the cells of its kind that are wrong now, or one of the others
must have been empty. The moves of a solution bring about facts in just this way. So if some goal
cannot be reached even so, there is no solution.

**Landmarks.** Let some moves be *free*, at first those to right places. While some goal cannot be
reached by free moves alone, find for it a *zone*: facts, none of them true now, such that the
goal needs one of them, and each free move that brings one about needs one. The first move of a
solution that brings about a fact of the zone needs none of them, so it is not free. Hence every
solution has a move of the *cut*: the moves that are not free, bring about a fact of the zone and
need none. Each of them wastes at least one. Then count one, let the moves of the cut be free, and
begin again: no two cuts have a move in common, so a solution wastes at least as much as there are
cuts.

The zone is found backwards: it begins with what the goal needs, and for each free move that
brings about a fact of it, it takes in one thing that the move needs and that free moves alone do
not bring about: all that could lie above, or else that its cell was empty. A right tile that
moves to another right place wastes one as well (Russian rules). Such moves of one key are one
paid move, which is in the cut if the cell of such a tile is in the zone; once it is free the key
*roams*.

Nothing says that the bound of a position is at most one more than that of the next one, so a
search has to open positions again that it reaches with fewer moves.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from pasjans_engine.domino.layout import ABOVE
from pasjans_engine.domino.solver.targets import Targets
from pasjans_engine.tiles import CELL_COUNT, EMPTY, ROW_COUNT, TILE_COUNT

Lay: TypeAlias = tuple[int, int]
"""A key and a cell: that it lay there, or that it is moved there."""


def count_bound(targets: Targets, cells: bytes) -> int:
    """The number of misplaced tiles."""
    return len(targets.misplaced(cells))


def landmark_bound(targets: Targets, cells: bytes) -> int | None:
    """The number of misplaced tiles and of landmarks; None proves that there is no solution."""
    landmarks = _Landmarks(targets, cells.translate(targets.keys))
    found = landmarks.count()
    return None if found is None else count_bound(targets, cells) + found


@dataclass(slots=True)
class _Facts:
    """What was so.

    Attributes:
        empty: cells that were empty.
        lay: keys that lay in cells.
        put: those of them that were put there.
    """

    empty: set[int]
    lay: set[Lay]
    put: set[Lay] = field(default_factory=set[Lay])


@dataclass(slots=True)
class _Zone:
    """Facts, one of which must be true before the goal can be reached."""

    empty: set[int]
    lay: set[Lay]


@dataclass(slots=True)
class _Landmarks:
    """The landmarks of one position.

    Attributes:
        targets: what is right where.
        keys: the layout, in keys.
        wrong: windows, and cells with a misplaced tile.
        free: the moves that are free.
        roaming: the keys that roam.
    """

    targets: Targets
    keys: bytes
    wrong: set[int] = field(init=False)
    free: set[Lay] = field(init=False)
    roaming: set[int] = field(init=False, default_factory=set[int])

    def __post_init__(self) -> None:
        here = set(range(CELL_COUNT))
        self.wrong = {c for c in here if self.keys[c] == EMPTY or not self.right(self.keys[c], c)}
        self.free = {(key, c) for key in range(TILE_COUNT) for c in here if self.right(key, c)}

    def count(self) -> int | None:
        """How many landmarks there are; None if some goal cannot be reached."""
        ever = self.reached(everything=True)
        if self.open_goals(ever):
            return None
        found = 0
        facts = self.reached()
        while goals := self.open_goals(facts):
            zone = self.zone(goals[0], facts)
            self.free |= set(self.cut(zone, ever))
            self.roaming |= {self.keys[cell] for cell in zone.empty}
            facts = self.reached()
            found += 1
        return found

    def right(self, key: int, cell: int) -> bool:
        """Whether a key is right in a cell."""
        return self.targets.kinds[key] == self.targets.wanted[cell]

    def places(self, key: int) -> set[int]:
        """The cells where a key is right."""
        return set(self.targets.places(key))

    def sources(self, key: int) -> set[int]:
        """The cells where a key lies."""
        return {cell for cell, other in enumerate(self.keys) if other == key}

    def taken(self, cell: int, above: int) -> set[int]:
        """The keys that a cell takes while this lies above; in row 0 nothing does."""
        tiles = self.targets.takes[cell][EMPTY if cell < ROW_COUNT else above]
        return {self.targets.keys[tile] for tile in tiles}

    def leaves(self, key: int, cell: int) -> set[int]:
        """The cells that a key may come from by a free move to a cell."""
        sources = self.sources(key)
        return sources & self.wrong if self.only_misplaced(key, cell) else sources

    def only_misplaced(self, key: int, cell: int) -> bool:
        """Whether a free move stands for misplaced tiles of its key only."""
        return self.right(key, cell) and key not in self.roaming

    def reached(self, *, everything: bool = False) -> _Facts:
        """What free moves bring about, or all moves."""
        lying = {(key, cell) for cell, key in enumerate(self.keys) if key != EMPTY}
        aside = {cell for key, cell in lying if key in self.targets.exits}
        facts = _Facts(self.sources(EMPTY) | aside, lying)
        while moves := {
            move
            for move in self.possible(facts)
            if move not in facts.put and (everything or move in self.free)
        }:
            facts.put |= moves
            facts.lay |= moves
            for key, cell in moves:
                facts.empty |= self.sources(key) if everything else self.leaves(key, cell)
        return facts

    def possible(self, facts: _Facts) -> Iterator[Lay]:
        """The moves that need nothing but these facts."""
        for cell in facts.empty:
            if cell < ROW_COUNT:
                yield from ((key, cell) for key in self.taken(cell, EMPTY))
        for above, upper in facts.lay:
            cell = _under(upper)
            if cell in facts.empty:
                yield from ((key, cell) for key in self.taken(cell, above))

    def open_goals(self, facts: _Facts) -> list[int]:
        """The keys whose goals cannot be reached with these facts, ascending."""
        misplaced = {self.keys[cell] for cell in self.wrong} - {EMPTY} - self.targets.exits
        return [
            key
            for key in sorted(misplaced)
            if not (self.places(key) - self.wrong) & facts.empty
            and not {(key, cell) for cell in self.places(key) & self.wrong} & facts.put
        ]

    def zone(self, goal: int, facts: _Facts) -> _Zone:
        """The zone of a goal."""
        places = self.places(goal)
        zone = _Zone(places - self.wrong, {(goal, cell) for cell in places & self.wrong})
        size = -1
        while size != len(zone.empty) + len(zone.lay):
            size = len(zone.empty) + len(zone.lay)
            for key, cell in self.free:
                if (key, cell) in zone.lay or self.leaves(key, cell) & zone.empty:
                    supports = {(above, ABOVE[cell]) for above in self.supports(key, cell)}
                    if cell < ROW_COUNT or supports & facts.lay:
                        zone.empty.add(cell)
                    else:
                        zone.lay |= supports
        return zone

    def supports(self, key: int, cell: int) -> set[int]:
        """The keys under which a key fits, below row 0."""
        return {above for above in range(TILE_COUNT) if key in self.taken(cell, above)}

    def cut(self, zone: _Zone, ever: _Facts) -> Iterator[Lay]:
        """The moves that lead into the zone, need nothing of it, and can be made some time."""
        outside = _Facts(ever.empty - zone.empty, ever.lay - zone.lay)
        for key, cell in self.possible(outside):
            if (key, cell) in zone.lay or self.sources(key) & zone.empty:
                yield key, cell


def _under(cell: int) -> int:
    """The cell below, or -1."""
    return next((c for c in range(ROW_COUNT, CELL_COUNT) if ABOVE[c] == cell), -1)
