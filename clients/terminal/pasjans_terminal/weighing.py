"""What the moves of a game cost, as people read it."""

from dataclasses import dataclass
from functools import cached_property

from pasjans import Verdict, WeighedVersion
from pasjans_terminal.sentences import counted


@dataclass(frozen=True)
class Weighed:
    """A game whose every position a solver has looked at.

    Attributes:
        versions: what it found, from version 1 on.
    """

    versions: tuple[WeighedVersion, ...]

    @property
    def par(self) -> int | None:
        """The fewest moves from the deal to the end; None where that is not known."""
        return self.versions[0].to_go

    @cached_property
    def costly(self) -> tuple[int, ...]:
        """The versions to which a move led that was not a best one, ascending."""
        found = (one.version for one in self.versions)
        return tuple(version for version in found if self._cost(version) or self.lost(version))

    def lost(self, version: int) -> bool:
        """Whether the move that led to a version lost the solution."""
        here, before = self._at(version), self._at(version - 1)
        if here is None or before is None:
            return False
        return (before.verdict, here.verdict) == (Verdict.SOLVED, Verdict.UNSOLVABLE)

    def next_costly(self, version: int) -> int | None:
        """The first costly move after a version; None when there is none."""
        return next((costly for costly in self.costly if costly > version), None)

    def cost(self, version: int) -> str:
        """What the move that led to a version cost: `+2`, `best` or `lost`; empty if not known."""
        if self.lost(version):
            return "lost"
        match self._cost(version):
            case None:
                return ""
            case 0:
                return "best"
            case cost:
                return f"+{cost}"

    def worth(self, version: int, moves: int) -> str:
        """How far a version is from the end, and how far over par the game is there.

        Args:
            version: the version.
            moves: how many moves led there.
        """
        here = self._at(version)
        if here is None or here.verdict == Verdict.UNKNOWN:
            return "best from here not known"
        if here.to_go is None:
            return "no solution from here"
        return f"best from here {here.to_go}{self._over_par(moves + here.to_go)}"

    def told(self, version: int) -> str:
        """A sentence about the move that led to a version, if it is a costly one."""
        if version not in self.costly:
            return ""
        place = f"Costly move {self.costly.index(version) + 1} of {len(self.costly)}"
        if self.lost(version):
            return f"{place}: it lost the solution."
        return f"{place}: {counted(self._cost(version) or 0, 'move')} more than by a best one."

    def _over_par(self, moves: int) -> str:
        if self.par is None:
            return ""
        return f"  over par +{moves - self.par}" if moves > self.par else "  at par"

    def _cost(self, version: int) -> int | None:
        here = self._at(version)
        return None if here is None else here.cost

    def _at(self, version: int) -> WeighedVersion | None:
        return self.versions[version - 1] if 1 <= version <= len(self.versions) else None
