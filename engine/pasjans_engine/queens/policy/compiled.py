"""The ordinary player with compiled kernels: the same play-outs, some hundred times as fast."""

from pasjans_engine.queens.layout import Position, Size
from pasjans_engine.queens.policy.kernels.player import wins_of
from pasjans_engine.queens.policy.kernels.table import table
from pasjans_engine.queens.rules import QUEENS, QueensRules


def wins(rules: QueensRules, position: Position, play_outs: range) -> int:
    """How many play-outs come out.

    Args:
        rules: the rules.
        position: where each begins.
        play_outs: their numbers, one after the other.

    Raises:
        ValueError: these are rules of a smaller size.
    """
    if rules.size != Size():
        raise ValueError("the ordinary player plays with two whole decks")
    max_redeals = -1 if rules.max_redeals is None else rules.max_redeals
    return int(wins_of(table(position), max_redeals, play_outs.start, play_outs.stop))


def prepare() -> None:
    """Call all that a play-out calls, once."""
    wins(QUEENS, QUEENS.start(QUEENS.deal(bytes(32))), range(1, 2))
