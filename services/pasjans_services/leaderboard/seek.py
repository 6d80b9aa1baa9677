"""The member at a place of a listing, found by counting.

A listing counts the members below any bytes in the time of a search tree, and has no other way to
a place. So the place is closed in on from both sides, each step from one member to another: in
turn by rule of three, which is quick where members are spread evenly, and by halves, which is
never slow.
"""

import asyncio
from dataclasses import dataclass
from typing import Final

from pasjans_services.eventstore.listings import Listings

NEAR: Final = 256
"""How many members are read at once when the place is so near."""


@dataclass(frozen=True, slots=True)
class _At:
    """A member, and how many are below it."""

    member: bytes
    index: int


async def member_at(
    listings: Listings, key: str, index: int, *, low: bytes, high: bytes
) -> bytes | None:
    """The member that `index` others are below; None when there are not so many.

    Args:
        listings: Where it is.
        key: The listing.
        index: 0 for the first.
        low: The lowest that counts.
        high: What all that count are below.
    """
    total, first, last = await asyncio.gather(
        listings.count(key, low=low, high=high),
        listings.slice(key, low=low, high=high, most=1),
        listings.slice(key, low=low, high=high, most=1, backwards=True),
    )
    if not 0 <= index < total or not first or not last:
        return None
    before, after = _At(first[0], 0), _At(last[0], total - 1)
    halves = False
    while index - before.index > NEAR and after.index - index > NEAR:
        share = (1, 2) if halves else (index - before.index, after.index - before.index)
        guess = _between(before.member, after.member, *share)
        below, down, up = await asyncio.gather(
            listings.count(key, low=low, high=guess),
            listings.slice(key, low=low, high=guess, most=1, backwards=True),
            listings.slice(key, low=guess, high=high, most=1),
        )
        if below <= index and up:
            before = _At(up[0], below)
        elif below > index and down:
            after = _At(down[0], below - 1)
        else:
            break  # Others took rows away meanwhile.
        if before.member >= after.member:
            break
        halves = not halves
    return await _walk(listings, key, index, before, after, low=low, high=high)


async def _walk(  # noqa: PLR0913 - the bounds are part of what is searched
    listings: Listings, key: str, index: int, before: _At, after: _At, *, low: bytes, high: bytes
) -> bytes | None:
    """The member at an index, from the nearer one of two members around it."""
    steps = index - before.index
    if steps <= after.index - index:
        found = await listings.slice(key, low=before.member, high=high, most=max(steps, 0) + 1)
    else:
        steps = max(after.index - index, 0)
        up_to = after.member + b"\0"
        found = await listings.slice(key, low=low, high=up_to, most=steps + 1, backwards=True)
    return found[-1] if found else None


def _between(before: bytes, after: bytes, part: int, whole: int) -> bytes:
    """Bytes above `before` and not above `after`, some part of the way from one to the other."""
    width = max(len(before), len(after))
    start, end = (int.from_bytes(one.ljust(width, b"\0"), "big") for one in (before, after))
    if end - start < 2:
        return after
    step = min(max((end - start) * part // whole, 1), end - start - 1)
    return (start + step).to_bytes(width, "big")
