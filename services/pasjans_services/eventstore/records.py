"""What the bytes of a record mean: engine events, with a schema version.

A record is a MessagePack array `[schema, kind, …]`:

    [2, 1, rules, rules_version, deal, commitment, seed, deal_id, player, source, bot]    dealt
    [1, 2, tile, cell]    a tile was put into a window; both are numbers from 0 to 27
    [1, 3]                a window was opened
    [1, 4]                undone
    [1, 5]                redone
    [1, 6]                resigned
    [1, 7]                hinted
    [1, 8]                a card was drawn
    [1, 9]                the waste was turned over
    [1, 10, source, count, target]    so many cards were moved from a pile to another; `moves`
                                      numbers the piles

Records are kept for ever, so a kind keeps its meaning for ever. When one has to change, its schema
goes up, and `_UPCASTS` gets a function that turns the fields of the schema before into it. Past
schemas:

    [1, 1, …]    as schema 2 without `bot`: nobody could say so
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import msgspec

from pasjans_engine.deal_id import name_of_deal
from pasjans_engine.game import Dealt, Event, Hinted, Played, Redone, Resigned, Undone
from pasjans_engine.rules import rules_named
from pasjans_engine.shuffle import parse_seed
from pasjans_services.eventstore.base import StoreError
from pasjans_services.eventstore.moves import (
    DRAWN,
    MOVED,
    OPENED,
    PUT,
    REDEALT,
    fields_of,
    move_of,
)

DEALT: Final = 1
UNDONE: Final = 4
REDONE: Final = 5
RESIGNED: Final = 6
HINTED: Final = 7

SCHEMAS: Final[Mapping[int, int]] = {
    DEALT: 2,
    PUT: 1,
    OPENED: 1,
    UNDONE: 1,
    REDONE: 1,
    RESIGNED: 1,
    HINTED: 1,
    DRAWN: 1,
    REDEALT: 1,
    MOVED: 1,
}
"""The present schema of each kind."""

Fields: TypeAlias = list[Any]

_UPCASTS: Final[Mapping[tuple[int, int], Callable[[Fields], Fields]]] = {
    (DEALT, 1): lambda fields: [*fields, False],
}
"""From a kind and a schema: what turns its fields into those of the next schema."""

_WORDS: Final[Mapping[int, Event]] = {
    UNDONE: Undone(),
    REDONE: Redone(),
    RESIGNED: Resigned(),
    HINTED: Hinted(),
}
_KIND_OF: Final = {event: kind for kind, event in _WORDS.items()}

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Fields).decode


class UnreadableRecord(StoreError):
    """A record that this program does not understand."""


@dataclass(frozen=True, slots=True)
class Header:
    """The first record of a game: the deal, and what only the service knows of it.

    Attributes:
        rules: the id of the rules.
        rules_version: the version of the rules it was dealt under.
        deal: the deal's text. Secret until the game is over, if cards lie face down.
        commitment: the promise made for the seed; None for a given deal.
        seed: 64 hexadecimal digits, None for a given deal. Secret until the game is over.
        deal_id: the deal's public name.
        player: whose game it is.
        source: `random`, `given`, `daily:` and the date, as `daily:2026-11-30`, or `level:` and the
            level's name, as `level:easy`.
        bot: whether a program chooses the moves, by what the player said.
    """

    rules: str
    rules_version: int
    deal: str = field(repr=False)
    commitment: str | None
    seed: str | None = field(repr=False)
    deal_id: str
    player: str
    source: str
    bot: bool

    @property
    def name_of_deal(self) -> str:
        """The deal's public name, computed anew where it can be; `deal_id` of 0.1.0 is shorter.

        Raises:
            Invalid: there are no such rules, or the seed is none.
        """
        seed = None if self.seed is None else parse_seed(self.seed)
        return name_of_deal(rules_named(self.rules), self.deal, seed) or self.deal_id

    @property
    def event(self) -> Dealt:
        """The engine's part of it."""
        return Dealt(self.rules, self.rules_version, self.deal, self.commitment)


def encode_dealt(header: Header) -> bytes:
    """The record of a game's first event."""
    return _encode(
        (
            SCHEMAS[DEALT],
            DEALT,
            header.rules,
            header.rules_version,
            header.deal,
            header.commitment,
            header.seed,
            header.deal_id,
            header.player,
            header.source,
            header.bot,
        )
    )


def encode_event(event: Event) -> bytes:
    """The record of an event after the first.

    Raises:
        TypeError: there is no record for it; `Dealt` goes into `encode_dealt`.
    """
    match event:
        case Played(move):
            kind, *numbers = fields_of(move)
            return _encode((SCHEMAS[kind], kind, *numbers))
        case _ if event in _KIND_OF:
            kind = _KIND_OF[event]
            return _encode((SCHEMAS[kind], kind))
        case _:
            raise TypeError(f"no record is known for {event}")


def decode(record: bytes) -> Header | Event:
    """What a record of this schema or an older one says.

    Raises:
        UnreadableRecord: it is from a newer program, or damaged.
    """
    _, kind, *fields = _current(record)
    if kind == DEALT:
        return _header(record, fields)
    word = _WORDS.get(kind)
    if word is not None and not fields:
        return word
    move = None if word is not None else move_of(kind, fields)
    if move is None:
        raise UnreadableRecord("a record does not have the fields of its kind")
    return Played(move)


def _current(record: bytes) -> Fields:
    """The fields of a record, in the present schema of its kind."""
    try:
        fields = _decode(record)
    except msgspec.MsgspecError as error:
        raise UnreadableRecord(f"{len(record)} bytes are not a record: {error}") from error
    match fields:
        case [int(schema), int(kind), *_] if schema >= 1 and kind in SCHEMAS:
            pass
        case _:
            raise UnreadableRecord("a record begins with a schema and a kind that is known here")
    if schema > SCHEMAS[kind]:
        message = f"this record has schema {schema}, and this program knows {SCHEMAS[kind]}"
        raise UnreadableRecord(f"{message}: run the version that wrote it, or a newer one")
    for older in range(schema, SCHEMAS[kind]):
        fields = _UPCASTS[kind, older](fields)
    return fields


def _header(record: bytes, fields: Fields) -> Header:
    try:
        return msgspec.convert(
            dict(zip(Header.__slots__, fields, strict=True)), Header, strict=True
        )
    except (ValueError, msgspec.ValidationError) as error:
        raise UnreadableRecord(f"a first record is not a deal: {error}") from error
