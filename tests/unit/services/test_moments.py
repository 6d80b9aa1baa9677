"""How answers tell a time: each part told it in a way of its own, and now there is one."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from pasjans_services.web.moments import iso, iso_of

MOMENTS = [
    (1_796_059_848_221, "2026-11-30T17:30:48.221Z"),
    (1_796_083_200_000, "2026-12-01T00:00:00.000Z"),
    (7, "1970-01-01T00:00:00.007Z"),
]


@pytest.mark.parametrize(("time_ms", "text"), MOMENTS)
@pytest.mark.parametrize("hours", [0, 14, -11])
def test_a_time_is_told_in_utc_to_the_millisecond(time_ms: int, text: str, hours: int) -> None:
    assert iso(time_ms) == text
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=time_ms)
    assert iso_of(moment.astimezone(timezone(timedelta(hours=hours)))) == text
