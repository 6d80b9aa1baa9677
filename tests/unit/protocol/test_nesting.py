"""How deep a frame may nest is ours to say, and the same on every interpreter.

Python 3.13 let its decoder skip eight thousand nested arrays that Python 3.11 refused.
"""

import json
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasjans_protocol.codec import SERVER_CODECS
from pasjans_protocol.errors import Code, ProtocolError
from pasjans_protocol.limits import MAX_NESTING
from pasjans_protocol.messages import Ping
from pasjans_protocol.nesting import json_too_deep, msgpack_too_deep
from pasjans_protocol.subprotocols import Subprotocol

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=40)
)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=60,
)
extras = st.binary(max_size=300) | st.builds(
    msgpack.ExtType, st.integers(0, 127), st.binary(max_size=40)
)


def depth_of(value: Any) -> int:
    """How deep containers lie in each other, by the definition."""
    inner = (
        [*value]
        if isinstance(value, list)
        else [*value.values()]
        if isinstance(value, dict)
        else None
    )
    return 0 if inner is None else 1 + max(map(depth_of, inner), default=0)


def wrapped(value: Any, levels: int, kinds: list[bool]) -> Any:
    for level in range(levels):
        value = [value] if kinds[level % len(kinds)] else {"k": value}
    return value


@given(
    values, st.integers(0, 2 * MAX_NESTING), st.lists(st.booleans(), min_size=1, max_size=5), extras
)
def test_msgpack_is_measured_as_it_is_defined(
    inner: Any, levels: int, kinds: list[bool], extra: Any
) -> None:
    value = wrapped(inner, levels, kinds)
    assert msgpack_too_deep(msgpack.packb([value, extra])) is (depth_of([value]) > MAX_NESTING)


@given(values, st.integers(0, 2 * MAX_NESTING), st.lists(st.booleans(), min_size=1, max_size=5))
def test_json_is_measured_as_it_is_defined(inner: Any, levels: int, kinds: list[bool]) -> None:
    value = wrapped(inner, levels, kinds)
    for ascii_only in (True, False):
        text = json.dumps(value, ensure_ascii=ascii_only)
        assert json_too_deep(text) is (depth_of(value) > MAX_NESTING)


@given(st.binary(max_size=600), st.text(alphabet='[]{}"\\,:a1', max_size=600))
def test_whatever_comes_is_measured_without_an_error(frame: bytes, text: str) -> None:
    msgpack_too_deep(frame)
    json_too_deep(text)


@pytest.mark.parametrize(("levels", "taken"), [(MAX_NESTING - 1, True), (MAX_NESTING, False)])
@pytest.mark.parametrize("subprotocol", Subprotocol)
def test_a_part_that_is_skipped_may_be_as_deep_and_no_deeper(
    subprotocol: Subprotocol, levels: int, taken: bool
) -> None:
    extra = wrapped(1, levels, [True])
    frame = (
        msgpack.packb([7, "a1", extra])
        if subprotocol is Subprotocol.MSGPACK
        else json.dumps({"type": "ping", "id": "a1", "extra": extra})
    )
    if taken:
        assert SERVER_CODECS[subprotocol].decode(frame) == Ping("a1")
    else:
        with pytest.raises(ProtocolError, match="nested too deeply") as refused:
            SERVER_CODECS[subprotocol].decode(frame)
        assert refused.value.code is Code.MALFORMED


def test_brackets_in_text_are_not_nesting() -> None:
    text = '[{"\\"' * 100
    for subprotocol in Subprotocol:
        codec = SERVER_CODECS[subprotocol]
        frame = (
            msgpack.packb([7, "a1", text])
            if subprotocol is Subprotocol.MSGPACK
            else json.dumps({"type": "ping", "id": "a1", "extra": text})
        )
        assert codec.decode(frame) == Ping("a1")
