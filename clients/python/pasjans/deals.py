"""Texts of a game, and what lets anybody check a deal. No rules of play are known here."""

from typing import Final

from pasjans.errors import Unsupported
from pasjans_engine import shuffle
from pasjans_engine.domino.notation import cells_name
from pasjans_engine.errors import Invalid
from pasjans_engine.rules import RULES
from pasjans_engine.status import Status
from pasjans_engine.tiles import CELL_COUNT

STATUSES: Final = tuple(Status)

OPENED, STATUS, MOVES, UNDOS, REDOS = range(CELL_COUNT, CELL_COUNT + 5)
"""Slots of a view after those of the cells."""


def position_text(rules: str, view: tuple[int, ...]) -> str:
    """The layout of a view, in notation.

    Raises:
        Unsupported: this version of the package cannot write games of these rules.
    """
    if rules not in RULES or RULES[rules].family != "domino":
        raise Unsupported(f"this version of pasjans cannot write {rules} games: update it")
    return cells_name(bytes(view[:CELL_COUNT]))


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
