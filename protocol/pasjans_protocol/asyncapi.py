"""The AsyncAPI 3.0 document of the protocol, made from the types.

Payloads are described in JSON, as `pasjans.1.json` has them. `x-msgpack` of each message says what
it is in `pasjans.1.msgpack`.
"""

from collections.abc import Iterable
from typing import Any, Final, TypeAlias, cast

import msgspec

from pasjans_protocol import describe
from pasjans_protocol.close_codes import CloseCode
from pasjans_protocol.errors import Code
from pasjans_protocol.examples import EXAMPLES
from pasjans_protocol.limits import MAX_BOARDS, MAX_CHANNEL, MAX_FRAME_BYTES
from pasjans_protocol.messages import (
    CLIENT_MESSAGES,
    MESSAGES,
    PROTOCOL_VERSION,
    SERVER_MESSAGES,
    Limits,
    Message,
    Row,
    name_of,
    tag_of,
)
from pasjans_protocol.mirrors import MIRRORS, mirror
from pasjans_protocol.subprotocols import Subprotocol
from pasjans_protocol.transitions import ANSWERS

Document: TypeAlias = dict[str, Any]

_ABOUT: Final = """Solitaire games, played and watched live. One WebSocket carries any number of
games. The client says hello and is welcomed; it creates or joins games; it sends commands, each of
which is acknowledged or refused; it gets a delta for each event of each of its games. With every
delta comes a check by which the client can prove that its copy of the game is right. Games can be
replayed from any version at any pace, a solver can be asked for hints, and boards of the best
solves followed."""

_GAMES: Final = {"$ref": "#/channels/games"}


def asyncapi(version: str, address: str = "/ws") -> Document:
    """The document, for a server.

    Args:
        version: of the program that serves it.
        address: the path of the WebSocket.
    """
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "pasjans over WebSocket",
            "version": version,
            "description": " ".join(_ABOUT.split()),
            "license": {"name": "MIT"},
        },
        "defaultContentType": "application/json",
        "channels": {"games": _channel(address)},
        "operations": dict(_operations()),
        "components": {
            "messages": {name_of(type(example)): _message(example) for example in EXAMPLES},
            "schemas": _schemas(),
        },
        "x-protocol-version": PROTOCOL_VERSION,
        "x-subprotocols": _subprotocols(),
        "x-limits": {
            "frame_bytes": MAX_FRAME_BYTES,
            "games": MAX_CHANNEL,
            "boards": MAX_BOARDS,
        },
        "x-refusal-codes": [_refusal_code(code) for code in Code],
        "x-close-codes": [_close_code(code) for code in CloseCode],
    }


def _channel(address: str) -> Document:
    return {
        "address": address,
        "title": "All games of one connection",
        "messages": {name_of(kind): _ref("components/messages", kind) for kind in MESSAGES},
        "bindings": {
            "ws": {
                "method": "GET",
                "headers": {
                    "type": "object",
                    "required": ["Sec-WebSocket-Protocol"],
                    "properties": {
                        "Sec-WebSocket-Protocol": {"type": "string", "enum": [*Subprotocol]},
                    },
                },
                "bindingVersion": "0.1.0",
            },
        },
    }


def _operations() -> Iterable[tuple[str, Document]]:
    answers = {answer for kinds in ANSWERS.values() for answer in kinds}
    for kind in CLIENT_MESSAGES:
        reply = {"channel": _GAMES, "messages": [*map(_in_channel, ANSWERS[kind])]}
        yield name_of(kind), _operation("receive", kind) | {"reply": reply}
    for kind in SERVER_MESSAGES:
        if kind not in answers:
            yield name_of(kind), _operation("send", kind)


def _operation(action: str, kind: type[Message]) -> Document:
    return {
        "action": action,
        "channel": _GAMES,
        "summary": describe.summary(kind),
        "messages": [_in_channel(kind)],
    }


def _in_channel(kind: type[Message]) -> Document:
    return _ref("channels/games/messages", kind)


def _ref(place: str, kind: type[Message]) -> Document:
    return {"$ref": f"#/{place}/{name_of(kind)}"}


def _message(example: Message) -> Document:
    kind = type(example)
    required = [f for f in msgspec.structs.fields(kind) if f.default is msgspec.NODEFAULT]
    return {
        "name": name_of(kind),
        "title": kind.__name__,
        "summary": describe.summary(kind),
        "description": describe.description(kind),
        "contentType": "application/json",
        "payload": {"$ref": f"#/components/schemas/{kind.__name__}"},
        "examples": [{"name": name_of(kind), "payload": msgspec.to_builtins(mirror(example))}],
        "x-direction": "client to server" if kind in CLIENT_MESSAGES else "server to client",
        "x-msgpack": {
            "type": tag_of(kind),
            "array": ["type", *kind.__struct_fields__],
            "optional": kind.__struct_fields__[len(required) :],
            "example": msgspec.to_builtins(example),
            "example_bytes": msgspec.msgpack.encode(example).hex(),
        },
    }


def _schemas() -> Document:
    _, schemas = msgspec.json.schema_components(
        MIRRORS.values(),
        ref_template="#/components/schemas/{name}",
    )
    described: tuple[type[msgspec.Struct], ...] = (*MESSAGES, Limits, Row)
    for kind in described:
        schema = schemas[kind.__name__]
        schema["description"] = describe.description(kind)
        for at, (name, text) in enumerate(describe.fields(kind).items()):
            if "properties" in schema:
                schema["properties"][name]["description"] = text
            else:
                schema["prefixItems"][at] |= {"title": name, "description": text}
    return {name: _draft_07(schema) for name, schema in schemas.items()}


def _draft_07(schema: object) -> object:
    """A schema in the draft that AsyncAPI understands: a tuple's items are in `items`."""
    if isinstance(schema, list):
        return [_draft_07(part) for part in cast("list[object]", schema)]
    if not isinstance(schema, dict):
        return schema
    parts = {name: _draft_07(part) for name, part in cast("Document", schema).items()}
    if "prefixItems" in parts:
        # A struct that is an array may get more elements; a tuple may not.
        more = {"additionalItems": parts["items"]} if "items" in parts else {}
        parts |= {"items": parts.pop("prefixItems")} | more
    return parts


def _subprotocols() -> Document:
    return {
        Subprotocol.MSGPACK: "binary frames, each an array: the type, then the fields in order",
        Subprotocol.JSON: "text frames, each an object: the fields by name, the type in `type`",
    }


def _refusal_code(code: Code) -> Document:
    advice = code.advice
    return {
        "code": code,
        "meaning": advice.meaning,
        "next_step": advice.next_step,
        "retry": advice.retry,
    }


def _close_code(code: CloseCode) -> Document:
    return {
        "code": int(code),
        "name": code.name.lower(),
        "reason": code.reason,
        "reconnect": code.reconnects,
    }
