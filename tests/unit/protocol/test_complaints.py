"""What is said of frames that no decoder takes: which field is wrong, and what it should be."""

import json
from collections.abc import Iterator
from typing import Any

import msgpack
import msgspec
import pytest

from pasjans_protocol.codec import CLIENT_CODECS, SERVER_CODECS, Codec
from pasjans_protocol.complaints import complaint, shown
from pasjans_protocol.errors import Code, ProtocolError
from pasjans_protocol.examples import EXAMPLES
from pasjans_protocol.messages import CLIENT_MESSAGES, MESSAGES, Message, name_of, tag_of
from pasjans_protocol.subprotocols import Subprotocol

FLOAT = 0.5  # no field takes one
WRONG: dict[type, tuple[Any, ...]] = {
    int: (FLOAT, "x", [], {}, True),
    str: (FLOAT, 7, [], {}, True),
    bool: (FLOAT, "x", 7, [], {}),
    list: (FLOAT, "x", 7, {}, True),
    dict: (FLOAT, "x", 7, True),
    type(None): (FLOAT, {}),
}


def refusal(kind: type[Message], subprotocol: Subprotocol, parts: Any) -> ProtocolError:
    """Why a frame of those parts, an array or an object, is not a message of a type."""
    codecs: Any = SERVER_CODECS if kind in CLIENT_MESSAGES else CLIENT_CODECS
    codec: Codec[Any, Any] = codecs[subprotocol]
    in_json = subprotocol is Subprotocol.JSON
    with pytest.raises(ProtocolError) as caught:
        codec.decode(json.dumps(parts) if in_json else msgpack.packb(parts))
    return caught.value


def said(kind: type[Message], subprotocol: Subprotocol, parts: Any) -> str:
    error = refusal(kind, subprotocol, parts)
    assert error.code is Code.MALFORMED
    return error.message


def parts_of(message: Message, subprotocol: Subprotocol) -> Any:
    """A message as a program without its types writes it."""
    encoded: Any = json.loads(msgspec.json.encode(message))
    if subprotocol is Subprotocol.MSGPACK:
        return encoded
    names = ("type", *message.__struct_fields__)
    return dict(zip(names, (name_of(type(message)), *encoded[1:]), strict=True))


def places(value: Any, name: str, path: tuple[Any, ...]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The places in the field of a message: what people call them, and the way to them."""
    yield name, path
    if isinstance(value, msgspec.Struct):
        as_array = value.__struct_config__.array_like
        for number, field in enumerate(value.__struct_fields__):
            step = number if as_array else field
            yield from places(getattr(value, field), f"{name}.{field}", (*path, step))
    elif isinstance(value, tuple):
        for number, element in enumerate(value):
            yield from places(element, f"{name}[{number}]", (*path, number))


def fields_of(message: Message, subprotocol: Subprotocol) -> Iterator[tuple[str, tuple[Any, ...]]]:
    for number, field in enumerate(message.__struct_fields__, 1):
        step = field if subprotocol is Subprotocol.JSON else number
        yield from places(getattr(message, field), field, (step,))


def replaced(parts: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A copy with another value in one place."""
    if not path:
        return value
    copy = parts.copy()
    copy[path[0]] = replaced(parts[path[0]], path[1:], value)
    return copy


def value_at(parts: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        parts = parts[step]
    return parts


def test_there_is_an_example_of_each_message() -> None:
    assert {type(message) for message in EXAMPLES} == {*MESSAGES}


@pytest.mark.parametrize("subprotocol", Subprotocol)
@pytest.mark.parametrize("message", EXAMPLES, ids=lambda message: name_of(type(message)))
def test_a_wrong_type_names_its_field(message: Message, subprotocol: Subprotocol) -> None:
    parts = parts_of(message, subprotocol)
    for name, path in fields_of(message, subprotocol):
        for wrong in WRONG[type(value_at(parts, path))]:
            text = said(type(message), subprotocol, replaced(parts, path, wrong))
            assert text.startswith(f"`{name}"), (text, wrong)
            if wrong is FLOAT:
                assert text.startswith(f"`{name}`: expected ")
                assert text.endswith(", got a floating-point number")


@pytest.mark.parametrize("subprotocol", Subprotocol)
@pytest.mark.parametrize("message", EXAMPLES, ids=lambda message: name_of(type(message)))
def test_a_missing_field_is_named(message: Message, subprotocol: Subprotocol) -> None:
    parts = parts_of(message, subprotocol)
    for number, field in enumerate(msgspec.structs.fields(type(message)), 1):
        if not field.required:
            continue
        if subprotocol is Subprotocol.JSON:
            fewer = {name: part for name, part in parts.items() if name != field.name}
        else:
            fewer = parts[:number]
        assert said(type(message), subprotocol, fewer).startswith(f"`{field.name}` is missing")


@pytest.mark.parametrize("subprotocol", Subprotocol)
def test_a_field_that_is_missing_further_in_is_named(subprotocol: Subprotocol) -> None:
    for message in EXAMPLES:
        parts = parts_of(message, subprotocol)
        for name, path in fields_of(message, subprotocol):
            if name == "limits":
                fewer = replaced(parts, path, {"frame_bytes": 1})
                assert said(type(message), subprotocol, fewer) == "`limits.games` is missing"
            if name == "rows[0]":
                text = said(type(message), subprotocol, replaced(parts, path, [1, "g"]))
                assert text.startswith("`rows[0].player` is missing: the array has 2 of at least ")
            if name == "games[0]":
                text = said(type(message), subprotocol, replaced(parts, path, [1]))
                assert text == "`games[0]`: expected an array of 3 elements"


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ((5, "a", 1, "x", "m"), "`expected`: expected a whole number, got a string"),
        ((5, "a", 128, 1, "m"), "`channel`: expected a whole number from 1 to 127"),
        ((5, "a", 1, -1, "m"), "`expected`: expected a whole number from 0 to 2^53-1"),
        ((5, "a", 1, 2**53, "m"), "`expected`: expected a whole number from 0 to 2^53-1"),
        ((5, "a", 1, 1, ""), "`action`: expected a string of 1 to 32 characters"),
        ((1, "c", "x" * 513), "`token`: expected a string of at most 512 characters"),
        ((1, "c", None, ["x"] * 65), "`capabilities`: expected an array of at most 64 elements"),
        ((1, "c", 7), "`token`: expected a string or null, got a whole number"),
        ((1, "c", None, [], 1), "`bot`: expected true or false, got a whole number"),
        ((10, "a", "all:polish", 51), "`limit`: expected a whole number from 1 to 50"),
        (
            (3, "a", "g/"),
            "`game`: expected a string of 1 to 64 characters out of 0-9, A-Z, a-z, _ and -",
        ),
        ((5, "a"), "`channel` is missing: the array has 2 of at least 5 elements"),
        ((), "`type` is missing: the array has 0 of at least 1 elements"),
        (("5", "a"), "`type`: expected a whole number, got a string"),
        ({"type": 5}, "expected an array, got an object"),
        ((3, "a", "g", False, 1), "`version` and `check` go together"),
    ],
)
def test_what_is_said_of_arrays(parts: Any, text: str) -> None:
    assert said(CLIENT_MESSAGES[0], Subprotocol.MSGPACK, parts) == text


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ({"type": "ping"}, "`id` is missing"),
        ({}, "`type` is missing"),
        ({"type": 7}, "`type`: expected a string"),
        ([], "expected an object, got an array"),
        ({"type": "ping", "id": None}, "`id`: expected a string, got null"),
        ({"type": "leave", "id": "a", "channel": 10**400}, "`channel`: expected a whole number"),
        (
            {"type": "create", "id": "a", "rules": "polish", "deal": 1},
            "`deal`: expected a string or null, got a whole number",
        ),
    ],
)
def test_what_is_said_of_objects(parts: Any, text: str) -> None:
    assert said(CLIENT_MESSAGES[0], Subprotocol.JSON, parts).startswith(text)


def test_a_frame_that_is_cut_short_names_no_field_that_is_not_known() -> None:
    with pytest.raises(ProtocolError) as caught:
        SERVER_CODECS[Subprotocol.MSGPACK].decode(b"\x93\x05\xa1a")

    assert caught.value.message == "the array has 3 of at least 5 elements"


@pytest.mark.parametrize("subprotocol", Subprotocol)
@pytest.mark.parametrize("codecs", [SERVER_CODECS, CLIENT_CODECS], ids=["client", "server"])
def test_an_unknown_type_is_told_the_types_there_are(codecs: Any, subprotocol: Subprotocol) -> None:
    of_clients = codecs is SERVER_CODECS
    kind = CLIENT_MESSAGES[0] if of_clients else next(k for k in MESSAGES if tag_of(k) == 32)
    in_json = subprotocol is Subprotocol.JSON
    key: Any = "nope" if in_json else 77
    error = refusal(kind, subprotocol, {"type": key} if in_json else [key])
    told = "`nope`" if in_json else "77"
    sender = "client" if of_clients else "server"
    start = f"there is no message of type {told} from a {sender}; see docs/protocol.md: "

    assert error.code is Code.UNKNOWN_TYPE
    assert error.message.startswith(start)
    listed = error.message.removeprefix(start).split(", ")
    kinds = [kind for kind in MESSAGES if (kind in CLIENT_MESSAGES) is of_clients]
    assert listed == [
        name_of(kind) if in_json else f"{tag_of(kind)} {name_of(kind)}" for kind in kinds
    ]
    assert len(error.message) <= 512


def test_what_a_stranger_wrote_is_shown_without_signs_for_the_terminal() -> None:
    error = refusal(CLIENT_MESSAGES[0], Subprotocol.JSON, {"type": "\x1b[2J" + "x" * 500})

    assert "`?[2J" in error.message
    assert len(error.message) < 250
    assert shown("a\nb\x00" + "x" * 300) == "a?b?" + "x" * 196


def test_what_is_not_understood_is_passed_on() -> None:
    assert str(complaint(ValueError("out of luck"), None)) == "out of luck"
    error = ValueError("out of luck - at `$[3]`")
    assert str(complaint(error, CLIENT_MESSAGES[4])) == "`expected` is wrong: out of luck"
