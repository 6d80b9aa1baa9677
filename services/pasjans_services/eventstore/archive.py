"""A finished log as one small blob, and back, byte for byte.

    blob      format (1 byte), flags (1 byte), body
    body      number of records; time of the first, and for each later one the time since the one
              before; then the records. Numbers are LEB128, times in ms
    flags     1: the body is deflated. 2: a time goes backwards, differences are in zigzag
    record    a tile put into a cell: its number in `_PUTS` in two bytes, the high one first
              opened, undone, redone, resigned, hinted, drawn, turned over: one byte of `_WORDS`
              cards moved: its number in `_MOVES`, as 2000 (hexadecimal) and up, the high byte first
              the deal: `HEADER`, length, a MessagePack array: its schema, then its fields
              without what its seed decides
              anything else: `RAW`, length, bytes

Format 1 left the schema of a deal out, which was 1. Format 2 knew neither hints nor cards, whose
records were `RAW`. A format, once released, is read for ever:
its tables are written out here and depend on nothing that may change elsewhere, but for `varint`,
and what rules.md settles for ever, the deal and the commitment of a seed.
"""

import zlib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

import msgspec

from pasjans_engine.errors import EngineError
from pasjans_engine.rules import rules_named
from pasjans_engine.shuffle import commitment
from pasjans_services.eventstore.base import Stored, StoreError
from pasjans_services.eventstore.varint import Reader, leb128, unzigzag, zigzag

FORMAT: Final = 3
OLD_FORMAT: Final = 1
DEFLATED: Final = 1
BACKWARDS: Final = 2

HEADER: Final = 0xFE
RAW: Final = 0xFF

_PUTS: Final = tuple(bytes((0x94, 1, 2, tile, cell)) for tile in range(28) for cell in range(28))
_WORDS: Final = {
    0x10: b"\x92\x01\x03",
    0x11: b"\x92\x01\x04",
    0x12: b"\x92\x01\x05",
    0x13: b"\x92\x01\x06",
    0x14: b"\x92\x01\x07",
    0x15: b"\x92\x01\x08",
    0x16: b"\x92\x01\x09",
}
# The waste is pile 0, columns are 1 to 8, houses 9 to 16, prisoners 17 to 23.
_BETWEEN_COLUMNS: Final = tuple(
    (column, count, other)
    for column in range(1, 9)
    for count in range(1, 14)
    for other in range(1, 9)
    if other != column
)
_TO_HOUSES: Final = tuple(
    (pile, 1, house) for pile in (*range(9), *range(17, 24)) for house in range(9, 17)
)
_MOVES: Final = tuple(
    bytes((0x95, 1, 10, source, count, target))
    for source, count, target in (
        *((0, 1, column) for column in range(1, 9)),
        *_TO_HOUSES,
        *_BETWEEN_COLUMNS,
    )
)
_FIRST_MOVE: Final = 0x20
_CODES: Final = {
    **{record: bytes(divmod(number, 256)) for number, record in enumerate(_PUTS)},
    **{record: bytes((code,)) for code, record in _WORDS.items()},
    **{
        record: bytes((_FIRST_MOVE + number // 256, number % 256))
        for number, record in enumerate(_MOVES)
    },
}

# Where the record of a deal has what its seed decides.
_RULES, _DEAL, _COMMITMENT, _SEED = 2, 4, 5, 6
_DEAL_FIELDS: Final = {1: 10, 2: 11}
_FROM_SEED: Final = True


class UnreadableArchive(StoreError):
    """A blob that this program does not understand."""


def pack(log: Sequence[Stored]) -> bytes:
    """The blob of a whole log.

    Raises:
        ValueError: the log is empty, has gaps, or could not be read back as it is.
    """
    if not log or [entry.version for entry in log] != list(range(1, len(log) + 1)):
        raise ValueError("an archive holds a whole log, from version 1 without gaps")
    steps = [after.time_ms - before.time_ms for before, after in pairwise(log)]
    flags = BACKWARDS if any(step < 0 for step in steps) else 0
    if flags:
        steps = [zigzag(step) for step in steps]
    numbers = (len(log), log[0].time_ms, *steps)
    body = b"".join(map(leb128, numbers)) + b"".join(_packed(entry.record) for entry in log)
    deflated = zlib.compress(body, level=9, wbits=-zlib.MAX_WBITS)
    if len(deflated) < len(body):
        flags, body = flags | DEFLATED, deflated
    blob = bytes((FORMAT, flags)) + body
    if unpack(blob) != tuple(log):
        raise ValueError("this log could not be read back from its archive")
    return blob


def unpack(blob: bytes) -> tuple[Stored, ...]:
    """The log of a blob.

    Raises:
        UnreadableArchive: the blob is from a newer program, or damaged.
    """
    if not blob or not OLD_FORMAT <= blob[0] <= FORMAT:
        raise UnreadableArchive(
            f"this archive has format {blob[:1].hex() or 'none'}, "
            f"and this program reads {FORMAT:02x}: run the version that wrote it, or a newer one"
        )
    try:
        return tuple(_entries(blob[0], blob[1], blob[2:]))
    except (ValueError, LookupError, TypeError, EngineError, zlib.error) as error:
        raise UnreadableArchive(f"this archive is damaged: {error}") from error


def _entries(format_: int, flags: int, body: bytes) -> Iterator[Stored]:
    reader = Reader(zlib.decompress(body, -zlib.MAX_WBITS) if flags & DEFLATED else body)
    count, time_ms = reader.number(), reader.number()
    times = [time_ms]
    for _ in range(count - 1):
        step = reader.number()
        time_ms += unzigzag(step) if flags & BACKWARDS else step
        times.append(time_ms)
    for version, time_ms in enumerate(times, start=1):
        yield Stored(version, time_ms, _unpacked(format_, reader))
    if not reader.at_end:
        raise ValueError("bytes are left over")


def _packed(record: bytes) -> bytes:
    code = _CODES.get(record)
    if code is not None:
        return code
    short = _without_what_follows(record)
    if short is not None and _with_what_follows(short) == record:
        return bytes((HEADER,)) + leb128(len(short)) + short
    return bytes((RAW,)) + leb128(len(record)) + record


def _unpacked(format_: int, reader: Reader) -> bytes:
    code = reader.byte()
    if code == RAW:
        return reader.bytes(reader.number())
    if code == HEADER:
        short = reader.bytes(reader.number())
        if format_ == OLD_FORMAT:
            short = msgspec.msgpack.encode([1, *_array(short)])
        return _with_what_follows(short)
    word = _WORDS.get(code)
    if word is not None:
        return word
    if code >= _FIRST_MOVE:
        return _MOVES[(code - _FIRST_MOVE) * 256 + reader.byte()]
    return _PUTS[code * 256 + reader.byte()]


def _without_what_follows(record: bytes) -> bytes | None:
    match _array(record):
        case [int(schema), 1, *_] as fields if len(fields) == _DEAL_FIELDS.get(schema):
            pass
        case _:
            return None
    if not isinstance(fields[_SEED], str):
        return None
    try:
        fields[_SEED] = bytes.fromhex(fields[_SEED])
        for field, value in _decided(fields).items():
            if fields[field] == value:
                fields[field] = _FROM_SEED
    except (ValueError, EngineError):
        return None
    return msgspec.msgpack.encode([fields[0], *fields[2:]])


def _with_what_follows(short: bytes) -> bytes:
    schema, *rest = _array(short)
    fields: list[Any] = [schema, 1, *rest]
    for field, value in _decided(fields).items():
        if fields[field] is _FROM_SEED:
            fields[field] = value
    fields[_SEED] = fields[_SEED].hex()
    return msgspec.msgpack.encode(fields)


def _decided(fields: list[Any]) -> dict[int, str]:
    seed: bytes = fields[_SEED]
    return {_DEAL: rules_named(fields[_RULES]).deal(seed), _COMMITMENT: commitment(seed)}


def _array(data: bytes) -> list[Any]:
    try:
        return msgspec.msgpack.decode(data, type=list[Any])
    except msgspec.MsgspecError:
        return []
