"""The index made anew from all logs, while it is used.

First every game is applied, then every member that no log gives is taken out. What games do in
the meantime comes from the projection, as always.
"""

import asyncio
from collections.abc import Sequence
from typing import Final

from pasjans_services.replay.entries import decode, decode_end, encode, encode_end
from pasjans_services.replay.index import PREFIX, Index, by_end, keys_of

AT_ONCE: Final = 32


async def rebuild(index: Index) -> int:
    """Bring the whole index to what the logs say.

    Returns:
        How many games were applied; one may count twice.

    Raises:
        StoreUnavailable: The store cannot be reached; do it again.
    """
    applied = 0
    batch: list[str] = []
    async for game in index.store.games():
        batch.append(game)
        if len(batch) == AT_ONCE:
            applied += await _apply(index, batch)
            batch = []
    applied += await _apply(index, batch)
    async for key in index.listings.keys(PREFIX):
        await _sift(index, key)
    return applied


async def _apply(index: Index, games: Sequence[str]) -> int:
    return sum(await asyncio.gather(*map(index.refresh, games)))


async def _sift(index: Index, key: str) -> None:
    """Take the members out of a listing that do not follow from a log."""
    low = b""
    while members := await index.listings.slice(key, low=low, most=AT_ONCE):
        true = await asyncio.gather(*(_follows(index, key, member) for member in members))
        wrong = [member for member, follows in zip(members, true, strict=True) if not follows]
        if wrong:
            await index.listings.change(key, remove=wrong)
        low = members[-1] + b"\0"


async def _follows(index: Index, key: str, member: bytes) -> bool:
    of_ends = key.startswith(by_end(""))
    try:
        game = decode_end(member) if of_ends else decode(member).game
        entries = await index.readable(game)
    except ValueError:
        return False
    if entries is None:
        return False
    live, over = entries
    if of_ends:
        return over is not None and (key, member) == (by_end(over.rules), encode_end(over))
    true = over or live
    return key in keys_of(true) and encode(true) == member
