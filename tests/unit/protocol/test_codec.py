import json
import tracemalloc
from collections.abc import Callable
from typing import Any

import msgpack
import pytest

from pasjans_protocol.codec import (
    CLIENT_CODECS,
    SERVER_CODECS,
    Codec,
    Frame,
    channel_kind,
    rechannel,
)
from pasjans_protocol.errors import Code, ProtocolError
from pasjans_protocol.examples import EXAMPLES
from pasjans_protocol.messages import (
    CHANNEL_MESSAGES,
    CLIENT_MESSAGES,
    AnyMessage,
    Command,
    Delta,
    Join,
    Message,
    name_of,
    tag_of,
)
from pasjans_protocol.subprotocols import Subprotocol

COMMAND = Command("a2", 1, 40, "54@14")
MSGPACK = SERVER_CODECS[Subprotocol.MSGPACK]
JSON = SERVER_CODECS[Subprotocol.JSON]


def encode(message: Any, subprotocol: Subprotocol) -> Frame:
    codecs: Any = CLIENT_CODECS if type(message) in CLIENT_MESSAGES else SERVER_CODECS
    frame: Frame = codecs[subprotocol].encode(message)
    return frame


def decode(frame: Frame, kind: type[Message], subprotocol: Subprotocol) -> AnyMessage:
    codec = (SERVER_CODECS if kind in CLIENT_MESSAGES else CLIENT_CODECS)[subprotocol]
    return codec.decode(frame)


def refusal(codec: Codec[Any, Any], frame: Frame) -> ProtocolError:
    with pytest.raises(ProtocolError) as caught:
        codec.decode(frame)
    return caught.value


def packed(*parts: Any) -> bytes:
    frame: bytes = msgpack.packb(parts)
    return frame


@pytest.mark.parametrize("subprotocol", Subprotocol)
@pytest.mark.parametrize("message", EXAMPLES, ids=lambda message: name_of(type(message)))
def test_decode_takes_what_encode_gave(message: Message, subprotocol: Subprotocol) -> None:
    assert decode(encode(message, subprotocol), type(message), subprotocol) == message


@pytest.mark.parametrize("message", EXAMPLES, ids=lambda message: name_of(type(message)))
def test_the_array_is_the_number_and_the_fields_in_order(message: Message) -> None:
    fields = [getattr(message, name) for name in message.__struct_fields__]
    array = msgpack.unpackb(encode(message, Subprotocol.MSGPACK))

    assert array[0] == tag_of(type(message))
    assert len(array) == 1 + len(fields)
    assert array[1] == fields[0] or not isinstance(fields[0], str | int)


@pytest.mark.parametrize("message", EXAMPLES, ids=lambda message: name_of(type(message)))
def test_the_object_is_the_name_and_the_fields(message: Message) -> None:
    parts = json.loads(encode(message, Subprotocol.JSON))

    assert [*parts] == ["type", *message.__struct_fields__]
    assert parts["type"] == name_of(type(message))


def test_frames_of_msgpack_are_bytes_and_of_json_text() -> None:
    assert encode(COMMAND, Subprotocol.MSGPACK) == bytes.fromhex("9505a261320128a53534403134")
    assert encode(COMMAND, Subprotocol.JSON) == (
        '{"type":"command","id":"a2","channel":1,"expected":40,"action":"54@14"}'
    )


def test_a_delta_of_a_move_has_16_bytes() -> None:
    delta = Delta(channel=1, base=40, changes=(3, 28, 14, 5, 30, 17), check=0xDEADBEEF)

    assert len(encode(delta, Subprotocol.MSGPACK)) == 16


def test_more_elements_than_known_are_passed_over() -> None:
    assert MSGPACK.decode(packed(5, "a2", 1, 40, "54@14", {"hint": True}, [1], None)) == COMMAND


def test_more_names_than_known_are_passed_over() -> None:
    text = '{"id":"a2","hint":[1,{}],"channel":1,"action":"54@14","type":"command","expected":40}'

    assert JSON.decode(text) == COMMAND


def test_fewer_elements_where_there_are_defaults() -> None:
    assert MSGPACK.decode(packed(3, "w1", "g")) == Join("w1", "g", False, None, None)
    assert JSON.decode('{"type":"join","id":"w1","game":"g"}') == Join("w1", "g")


def test_unknown_types_are_told_apart_and_the_request_named() -> None:
    error = refusal(MSGPACK, packed(99, "a7", "whatever"))

    assert (error.code, error.id) == (Code.UNKNOWN_TYPE, "a7")
    assert error.message == (
        "there is no message of type 99 from a client; see docs/protocol.md: 1 hello, 2 create, "
        "3 join, 4 leave, 5 command, 6 claim, 7 ping, 8 replay, 9 steer, 10 subscribe, "
        "11 unsubscribe, 12 hint"
    )


def test_unknown_types_in_json() -> None:
    error = refusal(JSON, '{"type":"mend","id":"a7"}')

    assert (error.code, error.id) == (Code.UNKNOWN_TYPE, "a7")
    assert error.message.startswith("there is no message of type `mend` from a client")


def test_a_servers_message_is_unknown_to_a_server() -> None:
    frame = encode(Delta(1, 1, (), 0), Subprotocol.MSGPACK)

    assert refusal(MSGPACK, frame).code is Code.UNKNOWN_TYPE


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ((5, "a2", 0, 40, "54@14"), "`channel`: expected a whole number from 1 to 127"),
        ((5, "a2", 128, 40, "54@14"), "`channel`: expected a whole number from 1 to 127"),
        ((5, "a2", 1, -1, "54@14"), "`expected`: expected a whole number from 0 to 2^53-1"),
        ((5, "a2", 1, 2**53, "54@14"), "`expected`: expected a whole number from 0 to"),
        ((5, "a2", 1, 2**64 - 1, "54@14"), "`expected`: expected a whole number from"),
        ((5, "a2", 1, 40.0, "54@14"), "got a floating-point number"),
        ((5, "a2", 1, float("nan"), "54@14"), "got a floating-point number"),
        ((5, "a2", True, 40, "54@14"), "`channel`: expected a whole number, got true or false"),
        ((5, "a2", 1, 40, ""), "`action`: expected a string of 1 to 32 characters"),
        ((5, "a2", 1, 40, "x" * 33), "`action`: expected a string of 1 to 32 characters"),
        ((5, "a2", 1, 40, None), "`action`: expected a string, got null"),
        ((5, "a2", 1), "`expected` is missing: the array has 3 of at least 5 elements"),
        ((3, "a2", "no}such"), "1 to 64 characters out of"),
        ((3, "a2", "trailing\n"), "1 to 64 characters out of"),
        ((8, "a2", "no}such"), "1 to 64 characters out of"),
        ((8, "a2", "g", 1, True, 0), "`speed`: expected a whole number from 1 to 100000"),
        ((9, "a2", 1, None, None, 100_001), "`speed`: expected a whole number from 1 to 100000"),
        (
            (10, "a2", "all:polish/"),
            "1 to 96 characters out of 0-9, A-Z, a-z, :",
        ),
        ((10, "a2", "x" * 97), "`board`: expected a string of 1 to 96 characters"),
        ((10, "a2", "all:polish", 51), "`limit`: expected a whole number from 1 to 50"),
        ((11, "a2", "trailing\n"), "1 to 96 characters out of"),
        ((3, "a2", "g", False, 1), "`version` and `check` go together"),
        ((2, "a2", "polish", "21 00", True), "one of `deal`, `daily` and `level` at most"),
        ((12, "a2", 1, 2, "everything"), "`ask`: expected one of solver, moves"),
    ],
)
def test_wrong_fields_are_malformed_and_the_request_named(parts: Any, text: str) -> None:
    error = refusal(MSGPACK, packed(*parts))

    assert (error.code, error.id) == (Code.MALFORMED, "a2")
    assert text in error.message


@pytest.mark.parametrize("bad_id", ["", "x" * 65, 7, None, ["a"], {"a": 1}])
def test_an_id_that_is_none_is_not_given_back(bad_id: Any) -> None:
    assert refusal(MSGPACK, packed(5, bad_id, 1, 40, "54@14")).id is None
    assert refusal(JSON, json.dumps({"type": "ping", "id": bad_id})).id is None


def test_hello_has_no_id() -> None:
    assert refusal(MSGPACK, packed(1, "client", 7)).id is None
    assert refusal(JSON, '{"type":"hello","client":"c","token":7,"id":"a2"}').id is None


DEEP = 8_000


@pytest.mark.parametrize(
    ("frame", "text"),
    [
        (b"", "truncated"),
        (b"\xc1", "malformed"),
        (b"\x95\x05\xa2a2\x01", "truncated"),
        (packed(7, "a2") + b"\x00", "trailing characters"),
        (packed(7, "a2") * 2, "trailing characters"),
        (packed(), "`type` is missing"),
        (packed(None, "a2"), "got null"),
        (packed("5", "a2"), "got a string"),
        (packed([5], "a2"), "got an array"),
        (msgpack.packb({"type": 5}), "got an object"),
        (msgpack.packb(5), "got a whole number"),
        (msgpack.packb(msgpack.ExtType(1, b"x")), "got an extension type"),
        (b"\x92\x07\xa1\xff", "Invalid UTF-8"),
        (b"\x91" * DEEP, "nested too deeply"),
        (b"\x93\x07\xa2a2" + b"\x91" * DEEP + b"\x00", "nested too deeply"),
        (b"\x93\x07\xa2a2" + b"\x81\x00" * DEEP + b"\x00", "nested too deeply"),
        (b"\xdd\xff\xff\xff\xff\x07", "truncated"),
        (b"\x93\x07\xa2a2\xdf\xff\xff\xff\xff", "truncated"),
        (b"\x93\x07\xa2a2\xc6\xff\xff\xff\xff", "truncated"),
        (b"\x94\x01\xa1c\xc0\xdd\xff\xff\xff\xff", "`array` of length <= 64"),
        (b"\x00" * 16_385, "16384 bytes at most"),
        ("[7,'a2']", "spoken in binary frames"),
        ("", "spoken in binary frames"),
    ],
    ids=range(23),
)
def test_what_is_no_message_is_malformed(frame: Frame, text: str) -> None:
    error = refusal(MSGPACK, frame)

    assert error.code is Code.MALFORMED
    assert text in error.message


@pytest.mark.parametrize(
    ("frame", "text"),
    [
        ("", "truncated"),
        ("{", "truncated"),
        ("[]", "got an array"),
        ("null", "got null"),
        ("{}", "`type` is missing"),
        ('{"type":7}', "`type`: expected a string"),
        ('{"type":"ping"}', "`id` is missing"),
        ('{"type":"ping","id":"a2"} ,', "trailing characters"),
        ('{"type":"ping","id":NaN}', "malformed"),
        ('{"type":"ping","id":"a2","x":Infinity}', "malformed"),
        ('{"type":"ping","id":"\\ud800"}', "truncated"),
        ('{"type":"ping","id":"\ud800"}', "surrogates not allowed"),
        ('{"type":"ping","id":"a2","x":' + "[" * DEEP + "}", "nested too deeply"),
        ('{"type":"ping","id":"a2","x":' + '{"a":' * (DEEP // 5) + "}", "nested too deeply"),
        ('{"type":"leave","id":"a2","channel":' + "9" * 5_000 + "}", "from 1 to 127"),
        ('{"type":"leave","id":"a2","channel":1e400}', "from 1 to 127"),
        ('{"type":"leave","id":"a2","channel":1.0}', "got a floating-point number"),
        ("\ufeff{}", "malformed"),
        ('{"type":"ping","type":"ping","id":""}', "1 to 64 characters"),
        ('"' + "ż" * 8_192 + '"', "16384 bytes at most"),
        (b'{"type":"ping","id":"a2"}', "spoken in text frames"),
        (b"", "spoken in text frames"),
    ],
    ids=range(22),
)
def test_what_is_no_message_in_json_is_malformed(frame: Frame, text: str) -> None:
    error = refusal(JSON, frame)

    assert error.code is Code.MALFORMED
    assert text in error.message


def test_of_a_name_given_twice_the_last_counts() -> None:
    decoded = JSON.decode('{"type":"leave","id":"a1","channel":1,"id":"a2","channel":2}')

    assert (decoded.id, decoded.channel) == ("a2", 2)  # type: ignore[union-attr]


def test_the_text_of_a_refusal_is_bounded() -> None:
    assert len(refusal(JSON, json.dumps({"type": "x" * 9_000})).message) < 250


def test_any_bytes_like_frame_is_read() -> None:
    frame: Any = memoryview(packed(5, "a2", 1, 40, "54@14"))

    assert MSGPACK.decode(frame) == COMMAND


@pytest.mark.parametrize("channel", [1, 2, 127])
@pytest.mark.parametrize("subprotocol", Subprotocol)
@pytest.mark.parametrize("kind", CHANNEL_MESSAGES)
def test_rechannel_changes_the_channel_alone(
    kind: type[Message],
    subprotocol: Subprotocol,
    channel: int,
    example: Callable[[type[Message]], Any],
) -> None:
    message = example(kind)
    frame: Any = encode(message, subprotocol)
    fields = {name: getattr(message, name) for name in message.__struct_fields__}
    moved = type(message)(**(fields | {"channel": channel}))

    assert rechannel(frame, channel) == encode(moved, subprotocol)
    assert rechannel(rechannel(frame, channel), 1) == frame
    assert channel_kind(frame) is kind


def test_rechannel_in_msgpack_changes_one_byte() -> None:
    frame = MSGPACK.encode(Delta(1, 300, (1, 2), 70_000))
    assert isinstance(frame, bytes)
    moved = rechannel(frame, 100)

    assert [at for at, pair in enumerate(zip(frame, moved, strict=True)) if len({*pair}) > 1] == [2]


@pytest.mark.parametrize("channel", [0, 128, -1])
def test_there_is_no_such_channel(channel: int) -> None:
    with pytest.raises(ValueError, match="channels are 1 to 127"):
        rechannel(b"\x93\x27\x01\x00", channel)


@pytest.mark.parametrize("subprotocol", Subprotocol)
def test_only_frames_about_a_channel_are_rechannelled(subprotocol: Subprotocol) -> None:
    others = [message for message in EXAMPLES if type(message) not in CHANNEL_MESSAGES]
    for message in others:
        frame: Any = encode(message, subprotocol)
        with pytest.raises(ValueError, match="not a frame that names a channel"):
            rechannel(frame, 1)


def test_decoding_a_false_length_allocates_nothing() -> None:
    tracemalloc.start()
    try:
        refusal(MSGPACK, b"\x93\x07\xa2a2\xdd\xff\xff\xff\xff")
        refusal(CLIENT_CODECS[Subprotocol.MSGPACK], b"\x95\x24\x01\x01\xdd\xff\xff\xff\xff")
        assert tracemalloc.get_traced_memory()[1] < 100_000
    finally:
        tracemalloc.stop()
