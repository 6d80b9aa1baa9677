import msgspec
import pytest

from pasjans_engine.domino.layout import OPEN, Put
from pasjans_engine.game import Dealt, Event, Hinted, Played, Redone, Resigned, Undone
from pasjans_engine.queens.layout import DRAW, REDEAL
from pasjans_engine.queens.rules import QUEENS
from pasjans_services.eventstore.moves import MOVED, PUT
from pasjans_services.eventstore.records import (
    SCHEMAS,
    Header,
    UnreadableRecord,
    decode,
    encode_dealt,
    encode_event,
)

HEADER = Header(
    rules="polish",
    rules_version=1,
    deal="60 61",
    commitment="ab" * 32,
    seed="01" * 32,
    deal_id="qwertyuiop",
    player="a-player",
    source="daily:2026-11-30",
    bot=False,
)


@pytest.mark.parametrize(
    ("event", "record"),
    [
        (Played(Put(19, 11)), "9401 02 13 0b"),
        (Played(OPEN), "9201 03"),
        (Undone(), "9201 04"),
        (Redone(), "9201 05"),
        (Resigned(), "9201 06"),
        (Hinted(), "9201 07"),
        (Played(DRAW), "9201 08"),
        (Played(REDEAL), "9201 09"),
        (Played(QUEENS.parse_move("w>h3")), "9501 0a 00 01 0b"),
        (Played(QUEENS.parse_move("c4*13>c8")), "9501 0a 04 0d 08"),
        (Played(QUEENS.parse_move("p7>h8")), "9501 0a 17 01 10"),
    ],
)
def test_an_event_has_a_record_that_never_changes(event: Event, record: str) -> None:
    assert encode_event(event) == bytes.fromhex(record)
    assert decode(bytes.fromhex(record)) == event


def test_every_queens_move_comes_back() -> None:
    columns, houses = range(1, 9), range(1, 9)
    names = [
        *(f"w>h{house}" for house in houses),
        *(f"w>c{column}" for column in columns),
        *(f"c{column}>h{house}" for column in columns for house in houses),
        *(f"p{prisoner}>h{house}" for prisoner in range(1, 8) for house in houses),
        *(
            f"c{column}*{count}>c{other}"
            for column in columns
            for other in columns
            for count in range(1, 14)
            if column != other
        ),
    ]
    records = {encode_event(Played(QUEENS.parse_move(name))): name for name in names}
    assert len(records) == len(names)
    for record, name in records.items():
        assert decode(record) == Played(QUEENS.parse_move(name))


def test_every_domino_move_comes_back() -> None:
    for tile in range(28):
        for cell in range(28):
            event = Played(Put(tile, cell))
            assert decode(encode_event(event)) == event


@pytest.mark.parametrize(
    "header",
    [
        HEADER,
        Header("russian", 1, "60 61", None, None, "asdf", "somebody", "given", bot=True),
    ],
)
def test_a_header_comes_back(header: Header) -> None:
    assert decode(encode_dealt(header)) == header


def test_a_header_holds_the_engine_s_event() -> None:
    assert HEADER.event == Dealt("polish", 1, "60 61", "ab" * 32)


def test_the_deal_goes_into_a_header() -> None:
    with pytest.raises(TypeError, match="no record"):
        encode_event(HEADER.event)


def test_a_newer_schema_is_refused_with_what_to_do() -> None:
    record = msgspec.msgpack.encode((SCHEMAS[PUT] + 1, PUT, "something else"))
    with pytest.raises(UnreadableRecord, match=r"schema 2.* knows 1: run the version"):
        decode(record)


def test_a_header_of_schema_1_is_no_bot_s() -> None:
    now = msgspec.msgpack.decode(encode_dealt(HEADER))
    before = [1, *now[1:-1]]
    assert decode(msgspec.msgpack.encode(before)) == HEADER


@pytest.mark.parametrize(
    "fields",
    [(), (0, 2, 1, 1), ("1", 2, 1, 1), (1,), (1, 99), (1, 2, 1), (1, 2, "1", 1), (1, 1, "polish")],
)
def test_what_is_no_record_is_refused(fields: tuple[object, ...]) -> None:
    with pytest.raises(UnreadableRecord):
        decode(msgspec.msgpack.encode(fields))


@pytest.mark.parametrize("numbers", [(28, 0), (0, 28), (-1, 3), (3, -1), (2**63, 0), (True, 0)])
def test_what_is_no_tile_or_cell_is_refused(numbers: tuple[int, int]) -> None:
    """The engine looked such numbers up in its tables: an IndexError, or a tile from their end."""
    with pytest.raises(UnreadableRecord):
        decode(msgspec.msgpack.encode((SCHEMAS[PUT], PUT, *numbers)))


@pytest.mark.parametrize(
    "numbers",
    [
        (1, 1, 0),  # nothing goes to the waste,
        (1, 1, 17),  # nor to a prisoner,
        (9, 1, 1),  # and nothing leaves a house
        (17, 1, 1),  # a prisoner goes to a house alone
        (3, 1, 3),
        (0, 2, 1),
        (1, 2, 9),
        (1, 0, 2),
        (1, 14, 2),
        (-1, 1, 9),
        (1, 1, 24),
        (0, True, 9),
        (0, 1),
        (0, 1, 9, 0),
        (0, 1, 2**63),
        (0, "1", 9),
    ],
)
def test_what_no_position_of_cards_allows_is_refused(numbers: tuple[object, ...]) -> None:
    with pytest.raises(UnreadableRecord):
        decode(msgspec.msgpack.encode((SCHEMAS[MOVED], MOVED, *numbers)))


@pytest.mark.parametrize("kind", [3, 4, 5, 6, 7, 8, 9])
def test_a_word_has_no_fields(kind: int) -> None:
    with pytest.raises(UnreadableRecord):
        decode(msgspec.msgpack.encode((SCHEMAS[kind], kind, 1)))


@pytest.mark.parametrize("data", [b"", b"\xc1", b"\x80", b"\x94\x01\x02\x13"])
def test_bytes_that_are_no_array_are_refused(data: bytes) -> None:
    with pytest.raises(UnreadableRecord):
        decode(data)


def test_a_header_with_a_wrong_field_is_refused() -> None:
    fields = msgspec.msgpack.decode(encode_dealt(HEADER))
    fields[3] = "one"
    with pytest.raises(UnreadableRecord, match="not a deal"):
        decode(msgspec.msgpack.encode(fields))
