"""Messages to frames and back, for each side and subprotocol.

A decoder reads and checks a frame in one pass, and raises nothing but `ProtocolError`, whatever
bytes or text it is given. Frames of `pasjans.1.msgpack` are binary (bytes), frames of
`pasjans.1.json` are text (str).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, Final, Generic, TypeAlias, TypeVar, cast

import msgspec

from pasjans_protocol.complaints import complaint, shown
from pasjans_protocol.errors import Code, ProtocolError
from pasjans_protocol.limits import (
    MAX_CHANNEL,
    MAX_FRAME_BYTES,
    MAX_ID_CHARS,
    MAX_NESTING,
)
from pasjans_protocol.messages import (
    CHANNEL_MESSAGES,
    CLIENT_MESSAGES,
    SERVER_MESSAGES,
    AnyMessage,
    ClientMessage,
    Message,
    ServerMessage,
    name_of,
    tag_of,
)
from pasjans_protocol.mirrors import MIRRORS, mirror, unmirror
from pasjans_protocol.nesting import json_too_deep, msgpack_too_deep
from pasjans_protocol.subprotocols import Subprotocol

Frame: TypeAlias = bytes | str
In = TypeVar("In", bound=AnyMessage)
Out = TypeVar("Out", bound=AnyMessage)


class Codec(ABC, Generic[In, Out]):
    """One side's encoder and decoder. It keeps no state: one serves all connections.

    Args:
        kinds: the types of the messages that come in.
        max_bytes: the largest frame to decode.
    """

    subprotocol: Subprotocol

    def __init__(self, kinds: tuple[type[Message], ...], max_bytes: int) -> None:
        self._kinds: dict[int | str, type[Message]] = {self._key(kind): kind for kind in kinds}
        self._max_bytes = max_bytes

    @abstractmethod
    def encode(self, message: Out, /) -> Frame:
        """The frame of a message."""

    @abstractmethod
    def decode(self, frame: Frame, /) -> In:
        """The message of a frame.

        Raises:
            ProtocolError: for every frame that is not a message of the other side. The code is
                `unknown_type` or `malformed`; the request's id is given if it can be read.
        """

    @staticmethod
    @abstractmethod
    def _key(kind: type[Message], /) -> int | str:
        """What tells the type in this encoding."""

    def _refusal(self, error: Exception, head: "_Head | _JsonHead | None") -> ProtocolError:
        """What is wrong with a frame of which no more than the head could be read."""
        if head is None:
            return ProtocolError(Code.MALFORMED, str(complaint(error, None)))
        kind = self._kinds.get(head.type)
        if kind is None:
            return ProtocolError(Code.UNKNOWN_TYPE, self._no_type(head.type), _request_id(head.id))
        text = str(complaint(error, kind))
        has_id = kind.__struct_fields__[0] == "id"
        return ProtocolError(Code.MALFORMED, text, _request_id(head.id) if has_id else None)

    def _no_type(self, key: int | str) -> str:
        told = str(key) if isinstance(key, int) else f"`{shown(key, _MAX_TYPE_CHARS)}`"
        kinds = self._kinds.items()
        names = (f"{key} {name_of(kind)}" if isinstance(key, int) else key for key, kind in kinds)
        sender = "client" if self._kinds.keys() <= _FROM_CLIENTS else "server"
        text = f"there is no message of type {told} from a {sender}; see docs/protocol.md"
        return f"{text}: {', '.join(names)}"

    def _too_large(self) -> ProtocolError:
        return ProtocolError(Code.MALFORMED, f"a frame has {self._max_bytes} bytes at most")

    def _too_deep(self) -> ProtocolError:
        return ProtocolError(Code.MALFORMED, f"nested too deeply: {MAX_NESTING} levels at most")

    def _wrong_kind(self, wanted: str) -> ProtocolError:
        return ProtocolError(Code.MALFORMED, f"{self.subprotocol} is spoken in {wanted} frames")


class _Head(msgspec.Struct, array_like=True):
    type: int
    id: Any = None


class _JsonHead(msgspec.Struct):
    type: str
    id: Any = None


_UNREADABLE: Final = (msgspec.MsgspecError, TypeError, UnicodeError)
_read_head: Final = msgspec.msgpack.Decoder(_Head).decode
_read_json_head: Final = msgspec.json.Decoder(_JsonHead).decode
_MAX_TYPE_CHARS: Final = 40
_FROM_CLIENTS: Final = {key for kind in CLIENT_MESSAGES for key in (tag_of(kind), name_of(kind))}


def _request_id(id: object) -> str | None:  # noqa: A002
    return id if isinstance(id, str) and 1 <= len(id) <= MAX_ID_CHARS else None


class MsgpackCodec(Codec[In, Out]):
    """Messages as MessagePack arrays in binary frames."""

    subprotocol = Subprotocol.MSGPACK
    _key = staticmethod(tag_of)

    def __init__(self, kinds: tuple[type[Message], ...], max_bytes: int) -> None:
        super().__init__(kinds, max_bytes)
        self._encode = msgspec.msgpack.Encoder().encode
        decode = msgspec.msgpack.Decoder(_union(kinds)).decode
        self._decode = cast("Callable[[Frame], In]", decode)

    def encode(self, message: Out, /) -> bytes:
        """The frame of a message."""
        return self._encode(message)

    def decode(self, frame: Frame, /) -> In:
        """The message of a frame; see the base class."""
        if len(frame) > self._max_bytes:
            raise self._too_large()
        if isinstance(frame, bytes) and msgpack_too_deep(frame):
            raise self._too_deep()
        try:
            return self._decode(frame)
        except _UNREADABLE as error:
            if isinstance(frame, str):
                raise self._wrong_kind("binary") from None
            try:
                head = _read_head(frame)
            except _UNREADABLE:
                head = None
            raise self._refusal(error, head) from error


class JsonCodec(Codec[In, Out]):
    """Messages as JSON objects in text frames."""

    subprotocol = Subprotocol.JSON
    _key = staticmethod(name_of)

    def __init__(self, kinds: tuple[type[Message], ...], max_bytes: int) -> None:
        super().__init__(kinds, max_bytes)
        self._encode = msgspec.json.Encoder().encode
        self._decode = msgspec.json.Decoder(_union(tuple(MIRRORS[kind] for kind in kinds))).decode

    def encode(self, message: Out, /) -> str:
        """The frame of a message."""
        return self._encode(mirror(message)).decode()

    def decode(self, frame: Frame, /) -> In:
        """The message of a frame; see the base class."""
        if not isinstance(frame, str):
            raise self._wrong_kind("text")
        if json_too_deep(frame):
            raise self._too_deep()
        try:
            data = frame.encode()
            if len(data) > self._max_bytes:
                raise self._too_large()
            return cast("In", unmirror(self._decode(data)))
        except _UNREADABLE as error:
            try:
                head = _read_json_head(frame)
            except _UNREADABLE:
                head = None
            raise self._refusal(error, head) from error


def _union(kinds: tuple[type[msgspec.Struct], ...]) -> Any:
    union: Any = kinds[0]
    for kind in kinds[1:]:
        union |= kind
    return union


ServerCodec: TypeAlias = Codec[ClientMessage, ServerMessage]
ClientCodec: TypeAlias = Codec[ServerMessage, ClientMessage]

_MAX_FROM_SERVER_BYTES: Final = 2**20

SERVER_CODECS: Final[Mapping[str, ServerCodec]] = {
    Subprotocol.MSGPACK: MsgpackCodec(CLIENT_MESSAGES, MAX_FRAME_BYTES),
    Subprotocol.JSON: JsonCodec(CLIENT_MESSAGES, MAX_FRAME_BYTES),
}
"""What a server decodes and encodes with, by subprotocol."""

CLIENT_CODECS: Final[Mapping[str, ClientCodec]] = {
    Subprotocol.MSGPACK: MsgpackCodec(SERVER_MESSAGES, _MAX_FROM_SERVER_BYTES),
    Subprotocol.JSON: JsonCodec(SERVER_MESSAGES, _MAX_FROM_SERVER_BYTES),
}
"""What a client decodes and encodes with, by subprotocol."""

_KIND_OF_TAG: Final = {tag_of(kind): kind for kind in CHANNEL_MESSAGES}
_KIND_OF_NAME: Final = {name_of(kind): kind for kind in CHANNEL_MESSAGES}
_CHANNEL_BYTES: Final = tuple(bytes((channel,)) for channel in range(MAX_CHANNEL + 1))
_JSON_START: Final = '{"type":"'
_JSON_CHANNEL: Final = '","channel":'


def rechannel(frame: Frame, channel: int) -> Frame:
    """The same frame for another connection, which knows the game by another channel.

    So a delta is encoded once for all who watch: in MessagePack one byte differs.

    Args:
        frame: what `encode` gave for a Delta, GuidedDelta, Presence or Finished.
        channel: 1 to 127.

    Raises:
        ValueError: it is another frame, or there is no such channel.
    """
    if not 1 <= channel <= MAX_CHANNEL:
        raise ValueError(f"channels are 1 to {MAX_CHANNEL}, not {channel}")
    channel_kind(frame)
    if isinstance(frame, bytes):
        return frame[:2] + _CHANNEL_BYTES[channel] + frame[3:]
    start = frame.index(_JSON_CHANNEL) + len(_JSON_CHANNEL)
    return f"{frame[:start]}{channel}{frame[frame.index(',', start) :]}"


def channel_kind(frame: Frame) -> type[Message]:
    """Which message about a channel an encoded frame is.

    Raises:
        ValueError: it is another frame.
    """
    if isinstance(frame, bytes):
        kind = _KIND_OF_TAG.get(frame[1])
    else:
        kind = _KIND_OF_NAME.get(frame[len(_JSON_START) : frame.find(_JSON_CHANNEL)])
    if kind is None:
        raise ValueError(f"not a frame that names a channel: {frame[:40]!r}")
    return kind
