"""From 32 random bytes to an order of pieces, so that any language can check a deal.

Source: rules.md of this project, "From a seed to a deal"; the swaps are Fisher and Yates's
(Durstenfeld, 1964, Communications of the ACM 7 (7), algorithm 235), the numbers unbiased.
"""

from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from typing import Final

from pasjans_engine.errors import Invalid

SEED_BYTES: Final = 32
_COMMITMENT_PREFIX: Final = b"pasjans/1"


def commitment(seed: bytes) -> str:
    """The promise that is published before the first move: 64 hexadecimal digits.

    Raises:
        Invalid: the seed is not 32 bytes long.
    """
    # Seed to deal 5: "Commitment: SHA-256("pasjans/1" ‖ seed), published before the first move"
    return sha256(_COMMITMENT_PREFIX + _checked(seed)).hexdigest()


def shuffled(seed: bytes, n: int) -> tuple[int, ...]:
    """The numbers 0 to n-1 in the order that the seed decides.

    Raises:
        Invalid: the seed is not 32 bytes long.
    """
    numbers = _numbers(_checked(seed))
    order = list(range(n))
    # Seed to deal 3: "For i from n-1 down to 1: … j = it mod (i+1); swap cards i and j."
    for i in range(n - 1, 0, -1):
        j = _below(i + 1, numbers)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def parse_seed(text: str) -> bytes:
    """The seed that 64 hexadecimal digits write.

    Raises:
        Invalid: anything else.
    """
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES or len(text) != 2 * SEED_BYTES:
        raise Invalid("a seed is 32 bytes, written as 64 hexadecimal digits", text)
    return seed


def _checked(seed: bytes) -> bytes:
    if len(seed) != SEED_BYTES:
        raise Invalid(f"a seed is {SEED_BYTES} bytes, not {len(seed)}", seed.hex())
    return seed


def _numbers(seed: bytes) -> Iterator[int]:
    # Seed to deal 1: "Stream: the bytes of SHA-256(seed ‖ k), k = 0, 1, 2, … as 4 bytes
    # big-endian, read as big-endian 32-bit numbers."
    for k in count():
        block = sha256(seed + k.to_bytes(4, "big")).digest()
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4], "big")


def _below(bound: int, numbers: Iterator[int]) -> int:
    # Seed to deal 3: "take numbers from the stream until one is below 2^32 - 2^32 mod (i+1)"
    fair = 2**32 - 2**32 % bound
    return next(number for number in numbers if number < fair) % bound
