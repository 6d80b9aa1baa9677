"""How answers over HTTP tell a time: ISO 8601, in UTC, to the millisecond."""

from datetime import UTC, datetime
from typing import Annotated, Final, TypeAlias

from msgspec import Meta

Moment: TypeAlias = Annotated[str, Meta(description="ISO 8601, UTC, to the millisecond.")]

_SECOND_MS: Final = 1_000


def iso(time_ms: int) -> str:
    """A time in ms since 1970 as text: `2026-11-30T12:00:00.000Z`."""
    seconds, rest_ms = divmod(time_ms, _SECOND_MS)
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}.{rest_ms:03}Z"


def iso_of(moment: datetime) -> str:
    """A moment, in whatever zone, as such a text."""
    seconds = moment.astimezone(UTC)
    return f"{seconds:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1_000:03}Z"
