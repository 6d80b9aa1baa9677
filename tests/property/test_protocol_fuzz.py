"""Whatever comes, decoders give a message or a coded refusal, and nothing else."""

import json
from typing import Any

import msgpack
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pasjans_protocol.codec import CLIENT_CODECS, SERVER_CODECS, Codec
from pasjans_protocol.errors import Code, ProtocolError
from pasjans_protocol.examples import EXAMPLES
from pasjans_protocol.messages import CLIENT_MESSAGES, TAGS, Message
from pasjans_protocol.subprotocols import Subprotocol

BINARY: list[Codec[Any, Any]] = [
    SERVER_CODECS[Subprotocol.MSGPACK],
    CLIENT_CODECS[Subprotocol.MSGPACK],
]
TEXT: list[Codec[Any, Any]] = [SERVER_CODECS[Subprotocol.JSON], CLIENT_CODECS[Subprotocol.JSON]]


def survives(codec: Codec[Any, Any], frame: bytes | str) -> None:
    """Decode a frame; what is taken can be sent on by the other side."""
    try:
        message = codec.decode(frame)
    except ProtocolError as error:
        assert error.code in {Code.MALFORMED, Code.UNKNOWN_TYPE}  # noqa: PT017
        assert error.id is None or 1 <= len(error.id) <= 64  # noqa: PT017
        assert 0 < len(error.message) <= 512  # noqa: PT017
    else:
        assert isinstance(message, Message)
        assert codec.decode(codec.encode(message)) == message


def frames(subprotocol: Subprotocol) -> list[Any]:
    codecs: list[Any] = [CLIENT_CODECS[subprotocol], SERVER_CODECS[subprotocol]]
    return [codecs[type(message) not in CLIENT_MESSAGES].encode(message) for message in EXAMPLES]


@st.composite
def damaged(draw: st.DrawFn, whole: list[Any], bits: st.SearchStrategy[Any]) -> Any:
    """A frame with a piece cut out, another put in, or its end cut off."""
    frame = draw(st.sampled_from(whole))
    start = draw(st.integers(0, len(frame)))
    end = draw(st.integers(start, min(len(frame), start + 8)))
    rest = frame[end:] if draw(st.booleans()) else frame[:0]
    return frame[:start] + draw(bits) + rest


scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.integers(0, 130)
    | st.floats()
    | st.text(max_size=70)
    | st.binary(max_size=8)
)
ext = st.builds(msgpack.ExtType, st.integers(0, 127), st.binary(max_size=8))
trees = st.recursive(
    scalars | ext,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(scalars, inner, max_size=3),
    max_leaves=12,
)
types = st.sampled_from([*TAGS, 0, 31, 127, 128, -1, 2**64 - 1])


@pytest.mark.slow
@pytest.mark.parametrize("codec", BINARY)
@given(frame=st.binary(max_size=200))
@example(frame=b"\xdf\xff\xff\xff\xff")
def test_any_bytes(codec: Codec[Any, Any], frame: bytes) -> None:
    survives(codec, frame)


@pytest.mark.slow
@pytest.mark.parametrize("codec", BINARY)
@given(frame=damaged(frames(Subprotocol.MSGPACK), st.binary(max_size=8)))
def test_damaged_frames(codec: Codec[Any, Any], frame: bytes) -> None:
    survives(codec, frame)


@pytest.mark.slow
@pytest.mark.parametrize("codec", BINARY)
@given(tag=types, fields=st.lists(trees, max_size=18))
def test_arrays_of_anything(codec: Codec[Any, Any], tag: int, fields: list[Any]) -> None:
    survives(codec, msgpack.packb([tag, *fields]))


@pytest.mark.slow
@pytest.mark.parametrize("codec", BINARY)
@given(depth=st.integers(1, 16_000), unit=st.sampled_from([b"\x91", b"\x81\xa1a", b"\x81\x91"]))
def test_any_depth(codec: Codec[Any, Any], depth: int, unit: bytes) -> None:
    survives(codec, (unit * depth)[:16_000])
    survives(codec, b"\x93\x07\xa2a2" + (unit * depth)[:16_000])


@pytest.mark.slow
@pytest.mark.parametrize("codec", TEXT)
@given(frame=st.text(st.characters(), max_size=200))
def test_any_text(codec: Codec[Any, Any], frame: str) -> None:
    survives(codec, frame)


@pytest.mark.slow
@pytest.mark.parametrize("codec", TEXT)
@given(frame=damaged(frames(Subprotocol.JSON), st.text('[]{}",:\\0e-ud8', max_size=6)))
def test_damaged_text(codec: Codec[Any, Any], frame: str) -> None:
    survives(codec, frame)


plain_trees = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=70),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=12,
)
names = st.sampled_from([json.loads(frame)["type"] for frame in frames(Subprotocol.JSON)])
field_names = st.sampled_from(
    sorted({name for kind in TAGS.values() for name in kind.__struct_fields__})
)


@pytest.mark.slow
@pytest.mark.parametrize("codec", TEXT)
@given(name=names, fields=st.dictionaries(field_names, plain_trees, max_size=9))
def test_objects_of_anything(codec: Codec[Any, Any], name: str, fields: dict[str, Any]) -> None:
    survives(codec, json.dumps({"type": name, **fields}))


@pytest.mark.parametrize("codec", BINARY)
def test_every_beginning_of_a_frame(codec: Codec[Any, Any]) -> None:
    for frame in frames(Subprotocol.MSGPACK):
        for end in range(len(frame)):
            survives(codec, frame[:end])


@pytest.mark.parametrize("codec", [*BINARY, *TEXT])
def test_the_other_kind_of_frame(codec: Codec[Any, Any]) -> None:
    other = Subprotocol.JSON if codec in BINARY else Subprotocol.MSGPACK
    for frame in frames(other):
        with pytest.raises(ProtocolError) as caught:
            codec.decode(frame)
        assert caught.value.code is Code.MALFORMED
