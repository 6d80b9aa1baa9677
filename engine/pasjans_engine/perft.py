"""How many sequences of moves there are: the number by which move generators are compared."""

from collections import Counter

from pasjans_engine.rules import Position, Rules


def perft(rules: Rules, position: Position, depth: int) -> tuple[int, ...]:
    """Number of move sequences of length 1 to `depth`; an exit counts as a move.

    Sequences that meet in one position are counted together, so that the work grows with the
    positions and not with the sequences.
    """
    counts: list[int] = []
    level = Counter({position: 1})
    for _ in range(depth):
        following: Counter[Position] = Counter()
        for here, sequences in level.items():
            for move in rules.legal_moves(here):
                following[rules.play(here, move)] += sequences
        counts.append(following.total())
        level = following
    return tuple(counts)
