"""Every message, in both encodings, as this package and as other libraries read it.

Strategies come from the types: whatever a field may hold is generated, the bounds included.
"""

import json
from collections.abc import Callable
from typing import Any

import msgpack
import msgpack.fallback
import msgspec
import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from pasjans_protocol.codec import CLIENT_CODECS, SERVER_CODECS, Codec, rechannel
from pasjans_protocol.limits import BOARD_PATTERN, GAME_PATTERN
from pasjans_protocol.messages import CHANNEL_MESSAGES, CLIENT_MESSAGES, MESSAGES, Message, tag_of
from pasjans_protocol.subprotocols import Subprotocol

LARGEST = 2**53 - 1


def values(of: msgspec.inspect.Type) -> st.SearchStrategy[Any]:
    """What a field of that type may hold."""
    return STRATEGIES[type(of)](of)


ALPHABETS: dict[str | None, Any] = {
    None: st.characters(codec="utf-8"),
    GAME_PATTERN: "09azAZ_-",
    BOARD_PATTERN: "09azAZ:_-",
}


def texts(of: Any) -> st.SearchStrategy[str]:
    alphabet = ALPHABETS[of.pattern]
    return st.text(alphabet, min_size=of.min_length or 0, max_size=of.max_length)


def lists(of: Any) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(values(of.item_type), min_size=of.min_length or 0, max_size=8).map(tuple)


STRATEGIES: dict[type[msgspec.inspect.Type], Callable[[Any], st.SearchStrategy[Any]]] = {
    msgspec.inspect.IntType: lambda of: st.integers(of.ge, of.le),
    msgspec.inspect.StrType: texts,
    msgspec.inspect.BoolType: lambda _: st.booleans(),
    msgspec.inspect.NoneType: lambda _: st.none(),
    msgspec.inspect.EnumType: lambda of: st.sampled_from([*of.cls]),
    msgspec.inspect.UnionType: lambda of: st.one_of(*map(values, of.types)),
    msgspec.inspect.TupleType: lambda of: st.tuples(*map(values, of.item_types)),
    msgspec.inspect.VarTupleType: lists,
    msgspec.inspect.StructType: lambda of: structs(of.cls),
}


def structs(kind: type[msgspec.Struct]) -> st.SearchStrategy[Any]:
    """Any struct of a type."""
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType)

    def build(fields: tuple[Any, ...]) -> msgspec.Struct:
        try:
            return kind(*fields)
        except ValueError:
            reject()

    return st.tuples(*(values(field.type) for field in info.fields)).map(build)


messages = st.one_of(*map(structs, MESSAGES))
channel_messages = st.one_of(*map(structs, CHANNEL_MESSAGES))


def codecs(message: Message, subprotocol: Subprotocol) -> tuple[Codec[Any, Any], Codec[Any, Any]]:
    """The sender's codec and the receiver's."""
    pair = CLIENT_CODECS[subprotocol], SERVER_CODECS[subprotocol]
    return pair if type(message) in CLIENT_MESSAGES else (pair[1], pair[0])


@pytest.mark.slow
@pytest.mark.parametrize("subprotocol", Subprotocol)
@given(message=messages)
def test_decode_undoes_encode(subprotocol: Subprotocol, message: Message) -> None:
    sender, receiver = codecs(message, subprotocol)

    decoded = receiver.decode(sender.encode(message))

    assert decoded == message
    assert type(decoded) is type(message)


def plain(part: Any) -> Any:
    """A value as a library without types reads it: tuples are lists, structs maps or lists."""
    if isinstance(part, msgspec.Struct) and part.__struct_config__.array_like:
        return [plain(inner) for inner in msgspec.structs.astuple(part)]
    if isinstance(part, msgspec.Struct):
        return {name: plain(getattr(part, name)) for name in part.__struct_fields__}
    if isinstance(part, tuple):
        return [plain(inner) for inner in part]
    return str(part) if isinstance(part, str) else part


def leaves(part: Any) -> list[Any]:
    """All numbers and strings of a value, and all keys of its maps."""
    if isinstance(part, dict):
        assert all(type(key) is str for key in part)
        return [leaf for inner in part.values() for leaf in leaves(inner)]
    if isinstance(part, list):
        return [leaf for inner in part for leaf in leaves(inner)]
    return [part]


@pytest.mark.slow
@given(message=messages)
def test_l8_other_libraries_read_the_same_values(message: Message) -> None:
    sender, _ = codecs(message, Subprotocol.MSGPACK)
    frame = sender.encode(message)
    fields = [plain(getattr(message, name)) for name in message.__struct_fields__]
    expected = [tag_of(type(message)), *fields]

    in_c = msgpack.unpackb(frame, strict_map_key=True)
    pure = msgpack.fallback.Unpacker(None, max_buffer_size=len(frame), strict_map_key=True)
    pure.feed(frame)

    assert in_c == pure.unpack() == expected
    assert all(abs(leaf) <= LARGEST for leaf in leaves(in_c) if isinstance(leaf, int))
    assert not any(isinstance(leaf, float | bytes) for leaf in leaves(in_c))


@pytest.mark.slow
@given(message=messages)
def test_l8_what_other_libraries_write_is_read(message: Message) -> None:
    sender, receiver = codecs(message, Subprotocol.MSGPACK)
    array = msgpack.unpackb(sender.encode(message))

    assert receiver.decode(msgpack.packb(array)) == message
    assert receiver.decode(msgpack.fallback.Packer().pack(array)) == message


@pytest.mark.slow
@given(message=messages)
def test_json_as_others_write_it_is_read(message: Message) -> None:
    sender, receiver = codecs(message, Subprotocol.JSON)
    parts = json.loads(sender.encode(message))
    backwards = dict(reversed(parts.items()))

    assert receiver.decode(json.dumps(backwards, indent=1)) == message


@pytest.mark.slow
@given(message=messages, more=st.lists(st.none() | st.integers(0, 9) | st.text(max_size=3)))
def test_later_versions_may_add_fields(message: Message, more: list[Any]) -> None:
    sender, receiver = codecs(message, Subprotocol.MSGPACK)
    array = msgpack.unpackb(sender.encode(message))
    assert receiver.decode(msgpack.packb([*array, *more])) == message

    sender, receiver = codecs(message, Subprotocol.JSON)
    parts = {"a_new_field": more} | json.loads(sender.encode(message))
    assert receiver.decode(json.dumps(parts)) == message


@pytest.mark.slow
@pytest.mark.parametrize("subprotocol", Subprotocol)
@given(message=channel_messages, channel=st.integers(1, 127))
def test_rechannel_is_what_encode_gives(
    subprotocol: Subprotocol, message: Any, channel: int
) -> None:
    sender, receiver = codecs(message, subprotocol)
    moved = msgspec.structs.replace(message, channel=channel)

    encoded: Any = sender.encode(message)
    frame: Any = rechannel(encoded, channel)

    assert frame == sender.encode(moved)
    assert receiver.decode(frame) == moved
