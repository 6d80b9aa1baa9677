"""The JSON forms of the messages, generated from the array structs."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from pasjans_protocol.messages import MESSAGES, Message, name_of


def _mirrored(kind: type[Message]) -> type[msgspec.Struct]:
    fields: list[tuple[str, Any] | tuple[str, Any, Any]] = [
        (field.name, field.type)
        if field.default is msgspec.NODEFAULT
        else (field.name, field.type, field.default)
        for field in msgspec.structs.fields(kind)
    ]
    shared = ("__doc__", "__post_init__")
    return msgspec.defstruct(
        kind.__name__,
        fields,
        tag_field="type",
        tag=name_of(kind),
        frozen=True,
        gc=False,
        module=__name__,
        namespace={name: vars(kind)[name] for name in shared if name in vars(kind)},
    )


MIRRORS: Final[Mapping[type[Message], type[msgspec.Struct]]] = {
    kind: _mirrored(kind) for kind in MESSAGES
}
"""For each message its JSON form: the same fields, and the name in `type`."""

_ORIGINALS: Final = {form: kind for kind, form in MIRRORS.items()}


def mirror(message: Message) -> msgspec.Struct:
    """The JSON form of a message."""
    return MIRRORS[type(message)](*msgspec.structs.astuple(message))


def unmirror(form: msgspec.Struct) -> Message:
    """The message of a JSON form."""
    return _ORIGINALS[type(form)](*msgspec.structs.astuple(form))
