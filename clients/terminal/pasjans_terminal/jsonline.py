"""JSON as all commands write it: one object a line, and times in one form."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Final

TIMES: Final = "Times are such as 2026-11-30T18:31:24.208Z."

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def json_line(fields: Mapping[str, object]) -> str:
    """An object as a line, without the line's end."""
    return json.dumps(fields, allow_nan=False)


def time_text(when: datetime | None) -> str | None:
    """A time by UTC with milliseconds, `2026-11-30T18:31:24.208Z`; None for none."""
    if when is None:
        return None
    return when.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def ms_text(time_ms: int) -> str | None:
    """The same of milliseconds since 1970; None for a time beyond the calendar."""
    try:
        return time_text(_EPOCH + timedelta(milliseconds=time_ms))
    except OverflowError:
        return None
