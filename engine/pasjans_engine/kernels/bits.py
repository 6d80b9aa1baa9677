"""Masks: the lowest member of a set and the number of members, one machine instruction each."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias, cast

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

_Typed: TypeAlias = tuple[Any, Callable[[Any, Any, Any, Any], Any]]
_types = cast("Any", types)
_intrinsic = cast("Any", intrinsic)
_true_bit = cast("Any", cgutils).true_bit


def _lowest(_context: object, _mask: object) -> _Typed:
    def generate(_: Any, builder: Any, __: Any, args: Any) -> Any:
        return builder.cttz(args[0], _true_bit)

    return _types.int64(_types.int64), generate


def _members(_context: object, _mask: object) -> _Typed:
    def generate(_: Any, builder: Any, __: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return _types.int64(_types.int64), generate


lowest: Final = cast("Callable[[int], int]", _intrinsic(_lowest))
"""The number of the lowest bit that is set; the mask must not be 0."""

members: Final = cast("Callable[[int], int]", _intrinsic(_members))
"""The number of bits that are set."""
