"""From a seed to a deal: each sentence of the rules, then the oracle."""

from hashlib import sha256

import pytest

from pasjans_engine import queens, shuffle
from pasjans_engine.cards import CARD_COUNT, CARD_NAMES, card_name
from pasjans_engine.errors import Invalid
from pasjans_engine.rules import RULES
from pasjans_engine.shuffle import commitment, parse_seed, shuffled
from support import oracles

SEED = bytes(range(32))


def test_every_oracle_deal() -> None:
    for case in oracles.cases("deals.jsonl"):
        seed = parse_seed(case["seed"])
        assert commitment(seed) == case["commitment"]
        assert queens.deal_name(seed) == case["queens"]
        for rules in RULES.values():
            assert rules.deal(seed) == case[rules.family]


def test_a_deal_is_decided_by_32_bytes() -> None:
    """A deal is decided by 32 random bytes, the *deal seed*."""
    for bytes_short in (b"", SEED[:31], SEED + b"\0"):
        for use in (commitment, lambda seed: shuffled(seed, 28), queens.deal_name):
            with pytest.raises(Invalid, match="a seed is 32 bytes"):
                use(bytes_short)


def test_the_order_follows_the_stream_by_the_letter() -> None:
    """Recomputed with one big slice of the stream instead of a generator.

    1. Stream: the bytes of `SHA-256(seed ‖ k)`, k = 0, 1, 2, … as 4 bytes big-endian, read as
    big-endian 32-bit numbers. … 3. For i from n-1 down to 1: take numbers from the stream until
    one is below `2^32 - 2^32 mod (i+1)`; j = it mod (i+1); swap cards i and j.
    """
    stream = b"".join(sha256(SEED + bytes((0, 0, 0, k))).digest() for k in range(20))
    order = list(range(104))
    at = 0
    for i in range(103, 0, -1):
        while True:
            number = int.from_bytes(stream[at : at + 4], "big")
            at += 4
            if number < 2**32 - 2**32 % (i + 1):
                break
        j = number % (i + 1)
        order[i], order[j] = order[j], order[i]
    assert shuffled(SEED, 104) == tuple(order)


def test_a_number_that_would_favour_some_orders_is_thrown_away() -> None:
    """3. … take numbers from the stream until one is below `2^32 - 2^32 mod (i+1)`.

    No seed is known that makes this happen in a deal, so the step is tested by itself.
    """
    largest = 2**32 - 1
    assert shuffle._below(3, iter([largest, 5])) == 2
    assert shuffle._below(2, iter([largest, 5])) == 1


def test_the_deck_of_cards_in_its_first_order() -> None:
    """Cards: twice (spades, hearts, diamonds, clubs, each A to K)."""
    assert len(CARD_NAMES) == CARD_COUNT
    assert [card_name(card) for card in (0, 1, 12, 13, 26, 39, 51)] == (
        ["AS", "2S", "KS", "AH", "AD", "AC", "KC"]
    )
    assert CARD_NAMES[:52] == CARD_NAMES[52:]


def test_dominoes_are_dealt_cell_by_cell() -> None:
    """Dominoes: cells row by row, columns ascending."""
    rows = RULES["polish"].deal(SEED).split("/")
    assert [len(row.split()) for row in rows] == [7, 6, 5, 4, 3, 2, 1]
    assert len(set(" ".join(rows).split())) == 28


def test_cards_are_dealt_in_rounds() -> None:
    """7 prisoners (house 1 first), then four rounds of one card to each of the columns 1 to 8,
    then the stock, first drawn first."""
    cards = [card_name(card) for card in shuffled(SEED, CARD_COUNT)]
    prisoners, columns, stock = queens.deal_name(SEED).split(" | ")
    assert prisoners.split() == cards[:7]
    assert [column.split()[0] for column in columns.split(" / ")] == cards[7:15]
    assert [column.split()[3] for column in columns.split(" / ")] == cards[31:39]
    assert stock.split() == cards[39:]


def test_the_commitment_hides_and_binds_the_seed() -> None:
    """*Commitment*: `SHA-256("pasjans/1" ‖ seed)`."""
    assert commitment(SEED) == sha256(b"pasjans/1" + SEED).hexdigest()


@pytest.mark.parametrize(
    "text", ["", "00", "g" * 64, "0" * 63, "0" * 66, " " + "0" * 64, "0 " * 32]
)
def test_a_seed_is_written_as_64_digits(text: str) -> None:
    with pytest.raises(Invalid, match="64 hexadecimal digits"):
        parse_seed(text)


def test_seed_digits_may_be_of_either_case() -> None:
    assert parse_seed("AB" * 32) == parse_seed("ab" * 32) == b"\xab" * 32
