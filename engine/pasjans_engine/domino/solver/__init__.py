"""Par: the fewest moves that solve a position, proved."""

from pasjans_engine.domino.solver.verdict import Solved, Unknown, Unsolvable, Verdict

__all__ = ["Solved", "Unknown", "Unsolvable", "Verdict"]
