"""Portable files for tests: honest ones, and forged ones whose hashes were computed anew."""

from collections.abc import Iterable, Sequence
from hashlib import sha256

from pasjans_engine.deal_id import name_of_deal
from pasjans_engine.game import Dealt, Event, decide, evolve
from pasjans_engine.notation import parse_command
from pasjans_engine.rules import rules_named
from pasjans_engine.shuffle import commitment
from pasjans_protocol.portable import Header

SEED = bytes(range(32))
START_MS = 1_795_000_000_000
GIVEN_NAME = "abcdefghijklmnop"
"""Of deals with cards face down that somebody wrote down."""


def header(
    rules: str, *, seed: bytes | None = SEED, deal: str | None = None, tell: bool = True
) -> Header:
    """The header of a game dealt from a seed, or of a given deal.

    Args:
        rules: Id of the rules.
        seed: What the deal is made from, unless one is given.
        deal: A deal that somebody wrote down.
        tell: Whether the seed is told.
    """
    known = rules_named(rules)
    dealt = deal is None and seed is not None
    text = known.deal(seed) if deal is None and seed is not None else deal or ""
    return Header(
        game="Gq7pX2mV9bTc",
        rules=rules,
        rules_version=known.version,
        deal=text,
        deal_id=name_of_deal(known, text, seed if dealt else None) or GIVEN_NAME,
        commitment=commitment(seed) if dealt and seed is not None else None,
        seed=seed.hex() if dealt and tell and seed is not None else None,
        player="p4tW8sLzQx1B",
        bot=False,
        source="random" if dealt else "given",
        time_ms=START_MS,
    )


def timed(happened: Iterable[Event]) -> list[tuple[int, Event]]:
    """Events of a game, the deal left out, a second each."""
    after = (event for event in happened if not isinstance(event, Dealt))
    return [(START_MS + 1000 * number, event) for number, event in enumerate(after, start=1)]


def played(told: Header, actions: Iterable[str]) -> list[tuple[int, Event]]:
    """What happens when these commands are given one after another."""
    game = evolve(None, Dealt(told.rules, told.rules_version, told.deal, told.commitment))
    happened: list[Event] = []
    for action in actions:
        (event,) = decide(game, parse_command(game.rules, action))
        game = evolve(game, event)
        happened.append(event)
    return timed(happened)


def rechained(lines: Sequence[bytes]) -> list[bytes]:
    """The lines with hashes that fit them, as a forger would compute them."""
    own = bytes(32)
    forged: list[bytes] = []
    for line in lines:
        body = line[: line.rindex(b',"hash"')]
        own = sha256(own + body).digest()
        forged.append(body + b',"hash":"' + own.hex().encode() + b'"}\n')
    return forged
