"""The families of games that this client knows: what differs between them is chosen here alone."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from pasjans import Unsupported
from pasjans_engine.rules import RULES
from pasjans_terminal.dominoes.family import DOMINOES
from pasjans_terminal.family import Family
from pasjans_terminal.queens.family import QUEENS

_FAMILIES: Final[Mapping[str, Family]] = MappingProxyType({"domino": DOMINOES, "queens": QUEENS})
"""By the family of the rules."""


def family_of(rules: str) -> Family:
    """The family of a game.

    Raises:
        Unsupported: these rules are not known here.
    """
    if rules not in RULES:
        raise Unsupported(f"this version of pasjans cannot show {rules} games: update it")
    return _FAMILIES[RULES[rules].family]
