"""Public names of deals: of a layout, or, where cards lie face down, of the seed."""

from base64 import b32encode
from hashlib import sha256

import pytest

from pasjans_engine.deal_id import deal_id, is_deal_id, name_of_deal, sealed_deal_id
from pasjans_engine.rules import RULES, Rules

SEED = bytes(range(32))


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_only_a_deal_with_cards_face_down_is_named_by_its_seed(rules: Rules) -> None:
    deal = rules.deal(SEED)
    layout = deal_id(rules.family, deal)
    assert name_of_deal(rules, deal, None) == (None if rules.hidden else layout)
    assert name_of_deal(rules, deal, SEED) == (sealed_deal_id(SEED) if rules.hidden else layout)


def test_a_sealed_name_is_what_its_words_say() -> None:
    """The lower-case base32 of `SHA-256("pasjans/deal-id" ‖ seed)`, its first 16 characters."""
    digest = sha256(b"pasjans/deal-id" + SEED).digest()
    assert sealed_deal_id(SEED) == b32encode(digest)[:16].decode().lower() == "vkwjy3mtkzcub6jw"
    assert is_deal_id(sealed_deal_id(SEED))


def test_a_sealed_name_says_nothing_of_the_layout() -> None:
    """Equal layouts have other names, so that no order of cards can be tried against a name."""
    assert sealed_deal_id(SEED) != deal_id("queens", RULES["queens"].deal(SEED))
    assert sealed_deal_id(bytes(32)) != sealed_deal_id(SEED)
