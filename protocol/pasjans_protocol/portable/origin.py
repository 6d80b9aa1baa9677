"""What a file can show of where its deal comes from."""

from enum import StrEnum
from typing import Final

from pasjans_engine.deal_id import is_deal_id, name_of_deal
from pasjans_engine.rules import rules_named
from pasjans_engine.shuffle import commitment, parse_seed
from pasjans_protocol.portable.form import Header
from pasjans_protocol.portable.refusal import Flaw, Flawed

_GIVEN: Final = "given"
_OLDER_NAME_CHARS: Final = 10
"""What games of version 0.1 have of a deal's name."""


class Origin(StrEnum):
    """How much is known of a deal's origin.

    Attributes:
        SEED: the seed is told: it gives the deal, and the commitment was made for it.
        COMMITMENT: a commitment was made for the seed, which is not told yet.
        GIVEN: somebody wrote the deal down; there is no seed.
    """

    SEED = "seed"
    COMMITMENT = "commitment"
    GIVEN = "given"


def origin_of(header: Header) -> Origin:
    """How much is known of the deal's origin."""
    if header.seed is not None:
        return Origin.SEED
    return Origin.COMMITMENT if header.commitment is not None else Origin.GIVEN


def prove_origin(header: Header) -> None:
    """Check a header's account of its deal.

    Raises:
        Flawed: it is not true.
        Invalid: there are no such rules.
    """
    rules = rules_named(header.rules)
    if (header.source == _GIVEN) != (header.commitment is None):
        raise Flawed(Flaw.DEAL, "a given deal has no commitment, and every other deal has one")
    seed = None if header.seed is None else parse_seed(header.seed)
    if seed is not None:
        if header.commitment != commitment(seed):
            raise Flawed(Flaw.COMMITMENT, "the commitment was not made for this seed")
        if header.deal != rules.deal(seed):
            raise Flawed(Flaw.DEAL, "the deal is not the one that the seed gives")
    elif rules.hidden and header.commitment is not None:
        raise Flawed(Flaw.DEAL, "a deal with cards face down is told together with its seed")
    name = name_of_deal(rules, header.deal, seed)
    if name is None:
        if not is_deal_id(header.deal_id):
            raise Flawed(Flaw.DEAL, f"{header.deal_id} is not the name of a deal")
    elif header.deal_id not in {name, name[:_OLDER_NAME_CHARS]}:
        raise Flawed(Flaw.DEAL, f"the deal's name is {name}, not {header.deal_id}")
