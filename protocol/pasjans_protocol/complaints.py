"""What a decoder complains of, in words for people: which field is wrong, and what it should be.

The decoder speaks of types by their names in Python and of fields by their place, as in ``Expected
`int`, got `str` - at `$[3]` ``. Here the place is looked up in the type that was decoded.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

import msgspec
from msgspec import inspect

from pasjans_protocol.limits import PATTERNS

_MAX_CHARS: Final = 200
_FROM_HERE_POWERS: Final = 2**16

_WORDS: Final = {
    "int": "a whole number",
    "float": "a floating-point number",
    "str": "a string",
    "bool": "true or false",
    "array": "an array",
    "object": "an object",
    "bytes": "binary data",
    "ext": "an extension type",
    "datetime": "a timestamp",
    "null": "null",
    "None": "null",
}

_STEP: Final = re.compile(r"\.(\w+)|\[(\d+)\]")
_WRONG_TYPE: Final = re.compile(r"Expected `([\w |]+)`(?:, got `(\w+)`)?")
_OUT_OF_BOUNDS: Final = re.compile(
    r"Expected `\w+` (?:[<>]|of length)|(?:Number|Integer value) out of range|Invalid enum"
)
_PATTERN: Final = re.compile(r"Expected `str` matching regex (.+)", re.DOTALL)
_TOO_SHORT: Final = re.compile(r"Expected `array` of at least length (\d+), got (\d+)")
_MISSING: Final = re.compile(r"Object missing required field `(\w+)`")
_UNKNOWN: Final = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Complaint:
    """What is wrong with a frame or a line.

    Attributes:
        field: which field, as `expected` or `rows[3].moves`; empty for the whole.
        wanted: what belongs there, as `a whole number`; empty where `note` says what is wrong.
        got: what is there, where that is another type.
        note: what is wrong, where it is not a matter of types and bounds.
    """

    field: str
    wanted: str = ""
    got: str = ""
    note: str = ""

    def __str__(self) -> str:
        if not self.wanted:
            return shown(f"`{self.field}` {self.note}" if self.field else self.note)
        place = f"`{self.field}`: " if self.field else ""
        got = f", got {self.got}" if self.got else ""
        return shown(f"{place}expected {self.wanted}{got}")


def shown(text: str, most: int = _MAX_CHARS) -> str:
    """The beginning of a text that a stranger had a hand in, fit for a terminal."""
    return "".join(sign if sign.isprintable() else "?" for sign in text[:most])


def complaint(
    error: Exception,
    kind: type[msgspec.Struct] | None,
    meanings: Mapping[str, str] = PATTERNS,
) -> Complaint:
    """What a decoder's error says.

    Args:
        error: what it raised.
        kind: the type that was to be decoded; None if that could not be found out.
        meanings: what each pattern means.
    """
    what, path = _parted(str(error))
    place = _Place("", None if kind is None else _info(kind)).along(path)
    found = _of_fields(what, place) or _of_values(what, place, meanings)
    return found or Complaint(place.name, note=f"is wrong: {what}" if place.name else what)


def _of_fields(what: str, place: "_Place") -> Complaint | None:
    """What is said of fields that are missing, or too many."""
    if found := _TOO_SHORT.fullmatch(what):
        size = f"the array has {found[2]} of at least {found[1]} elements"
        field = place.element(int(found[2]))
        if field.of is None and field.name != "type":
            return Complaint(place.name, note=f"is too short: {size}" if place.name else size)
        return Complaint(field.name, note=f"is missing: {size}")
    if found := _MISSING.fullmatch(what):
        return Complaint(place.member(found[1]).name, note="is missing")
    if found := _UNKNOWN.fullmatch(what):
        return Complaint(found[1], note="does not belong there")
    return None


def _of_values(what: str, place: "_Place", meanings: Mapping[str, str]) -> Complaint | None:
    """What is said of a value of another type, or out of bounds."""
    if found := _PATTERN.fullmatch(what):
        texts = {repr(pattern): meaning for pattern, meaning in meanings.items()}
        return Complaint(place.name, f"a string of {texts.get(found[1], 'other characters')}")
    if found := _WRONG_TYPE.fullmatch(what):
        names = found[1].split(" | ")
        wanted = " or ".join(_WORDS.get(name, name) for name in names)
        return Complaint(place.name, wanted, _WORDS.get(found[2], found[2] or ""))
    if _OUT_OF_BOUNDS.match(what) and place.bounds:
        return Complaint(place.name, place.bounds)
    return None


@dataclass(frozen=True, slots=True)
class _Place:
    """A place in what was decoded, and the type of what belongs there, if it is known."""

    name: str
    of: inspect.Type | None

    def along(self, path: str) -> "_Place":
        """The place at the end of a decoder's path."""
        place = self
        for step in _STEP.finditer(path):
            place = place.member(step[1]) if step[1] else place.element(int(step[2]))
        return place

    def member(self, name: str) -> "_Place":
        """The field of that name."""
        fields = self.of.fields if isinstance(self.of, inspect.StructType) else ()
        of = next((field.type for field in fields if field.encode_name == name), None)
        return _Place(f"{self.name}.{name}" if self.name else name, _not_null(of))

    def element(self, index: int) -> "_Place":
        """The element of an array; in a struct that is written as an array, a field."""
        match self.of:
            case inspect.StructType(fields=fields, tag=tag):
                number = index if tag is None else index - 1
                if number < 0:
                    return self.member("type")
                if number < len(fields):
                    return self.member(fields[number].encode_name)
                of = None
            case inspect.VarTupleType(item_type=of):
                pass
            case inspect.TupleType(item_types=types):
                of = types[index] if index < len(types) else None
            case _ if not self.name and index == 0:
                return self.member("type")
            case _:
                of = None
        return _Place(f"{self.name}[{index}]", _not_null(of))

    @property
    def bounds(self) -> str:
        """What belongs here, with its bounds; empty if that is not known."""
        match self.of:
            case inspect.IntType(ge=least, le=most):
                return f"a whole number {_between(least, most)}"
            case inspect.StrType(min_length=least, max_length=most):
                return f"a string of {_so_many(least, most)} characters"
            case inspect.VarTupleType(min_length=least, max_length=most):
                return f"an array of {_so_many(least, most)} elements"
            case inspect.TupleType(item_types=types):
                return f"an array of {len(types)} elements"
            case inspect.EnumType(cls=words):
                return f"one of {', '.join(str(word.value) for word in words)}"
            case _:
                return ""


_info: Final = cache(inspect.type_info)


def _parted(text: str) -> tuple[str, str]:
    """What a decoder says, and where."""
    what, sign, path = text.rpartition(" - at `$")
    return (what, path) if sign else (text, "")


def _not_null(of: inspect.Type | None) -> inspect.Type | None:
    if isinstance(of, inspect.UnionType):
        return next(part for part in of.types if not isinstance(part, inspect.NoneType))
    return of


def _between(least: int | None, most: int | None) -> str:
    if least is None or most is None:
        return f"up to {_number(most)}" if most is not None else f"from {least} on"
    return f"from {least} to {_number(most)}"


def _so_many(least: int | None, most: int | None) -> str:
    if most is None:
        return f"at least {least}"
    if least == most:
        return str(most)
    return f"{least} to {most}" if least else f"at most {most}"


def _number(bound: int | None) -> str:
    """A bound as people write it: 2^53-1."""
    if bound is not None and bound >= _FROM_HERE_POWERS and not bound & (bound + 1):
        return f"2^{bound.bit_length()}-1"
    return str(bound)
