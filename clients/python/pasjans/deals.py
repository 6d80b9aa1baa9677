"""Texts of a game, and what lets anybody check a deal. No rules of play are known here."""

from pasjans.errors import Unsupported
from pasjans.slots import DOMINO, slots_of
from pasjans_engine import shuffle
from pasjans_engine.domino.notation import cells_name
from pasjans_engine.errors import Invalid
from pasjans_engine.queens.seen import Seen, seen_name
from pasjans_engine.rules import RULES
from pasjans_engine.tiles import CELL_COUNT


def position_text(rules: str, view: tuple[int, ...]) -> str:
    """The layout of a view, in notation; what lies face down is `??`.

    Raises:
        Unsupported: this version of the package cannot write games of these rules.
    """
    if slots_of(rules) is DOMINO:
        return cells_name(bytes(view[:CELL_COUNT]))
    return seen_name(Seen.of(view))


def commitment_of(seed: str) -> str:
    """The commitment to a deal's seed, to compare with what the game said before its first move.

    Args:
        seed: 64 hexadecimal digits, as in `game.result.seed`.

    Raises:
        ValueError: it is not a seed.
    """
    return shuffle.commitment(_parse_seed(seed))


def deal_of(rules: str, seed: str) -> str:
    """The deal that a seed decides, in notation.

    Args:
        rules: id of the rules, such as `polish`.
        seed: 64 hexadecimal digits, as in `game.result.seed`.

    Raises:
        ValueError: it is not a seed.
        Unsupported: this version of the package does not know the rules.
    """
    if rules not in RULES:
        raise Unsupported(f"this version of pasjans cannot deal {rules} games: update it")
    return RULES[rules].deal(_parse_seed(seed))


def _parse_seed(seed: str) -> bytes:
    try:
        return shuffle.parse_seed(seed)
    except Invalid as error:
        raise ValueError(str(error)) from None
