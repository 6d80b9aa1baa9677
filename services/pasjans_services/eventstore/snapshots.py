"""A game as one blob, so that the next load need not replay the whole log.

A blob is a MessagePack array: its format, the game's first record, the line and the moves to redo
as records, undos, version, hints. It can be dropped at any time: the log says the same. Format 1
had no hints, as there were none.
"""

from collections.abc import Iterable
from typing import Final

import msgspec

from pasjans_engine.errors import EngineError
from pasjans_engine.game import Game, Played, restore
from pasjans_engine.rules import Move, rules_named
from pasjans_services.eventstore.records import (
    Header,
    UnreadableRecord,
    decode,
    encode_dealt,
    encode_event,
)

FORMAT: Final = 2
_READ: Final = (1, 2)


class _Frozen(msgspec.Struct, frozen=True, array_like=True):
    format: int
    header: bytes
    line: tuple[bytes, ...]
    redo_line: tuple[bytes, ...]
    undos: int
    version: int
    hints: int = 0


_decode = msgspec.msgpack.Decoder(_Frozen).decode


def freeze(header: Header, game: Game) -> bytes:
    """A game in progress as a blob.

    Raises:
        ValueError: the game is over; such a game is compacted, not frozen.
    """
    if game.over:
        raise ValueError("a game that is over needs no snapshot")
    line, redo_line = _records(game.line), _records(game.redo_line)
    frozen = _Frozen(
        FORMAT, encode_dealt(header), line, redo_line, game.undos, game.version, game.hints
    )
    return msgspec.msgpack.encode(frozen)


def thaw(blob: bytes) -> tuple[Header, Game] | None:
    """The game of a blob; None when it was frozen under a format or rules that are not these."""
    try:
        frozen = _decode(blob)
        header = decode(frozen.header)
        if frozen.format not in _READ or not isinstance(header, Header):
            return None
        if header.rules_version != rules_named(header.rules).version:
            return None
        return header, restore(
            header.rules,
            header.deal,
            header.commitment,
            _moves(frozen.line),
            _moves(frozen.redo_line),
            frozen.undos,
            frozen.version,
            hints=frozen.hints,
        )
    except (msgspec.MsgspecError, UnreadableRecord, EngineError):
        return None


def _records(moves: Iterable[Move]) -> tuple[bytes, ...]:
    return tuple(encode_event(Played(move)) for move in moves)


def _moves(records: Iterable[bytes]) -> tuple[Move, ...]:
    events = [decode(record) for record in records]
    return tuple(event.move for event in events if isinstance(event, Played))
