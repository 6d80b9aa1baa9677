"""Looking into the index: games that fit, newest first, a page at a time.

A search does a bounded amount of work, and says where to go on. What is in progress by the index
is compared with the store, and mended, before it is shown.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from heapq import merge
from itertools import islice
from typing import Final

from pasjans_engine.rules import RULES
from pasjans_services.replay.entries import Entry, Result, glance, names_after_result
from pasjans_services.replay.index import Index, by_deal, by_player, by_rules, decoded

MAX_PAGE: Final = 100
MEMBERS_A_SEARCH: Final = 2_000
MEMBERS_A_SLICE: Final = 250
EVERY_RESULT: Final = frozenset(Result)


@dataclass(frozen=True, slots=True)
class Search:
    """What is looked for; None stands for any.

    Attributes:
        player: whose games.
        rules: the id of the rules, one of `RULES`.
        deal_id: the deal's public name.
        results: how they came out.
        limit: how many at most, 1 to `MAX_PAGE`.
        before: where to go on: `Page.next` of the page before.
    """

    player: str | None = None
    rules: str | None = None
    deal_id: str | None = None
    results: frozenset[Result] = EVERY_RESULT
    limit: int = 20
    before: bytes | None = None


@dataclass(frozen=True, slots=True)
class Listed:
    """A game on a page.

    Attributes:
        entry: what the index says of it.
        version: its version now.
    """

    entry: Entry
    version: int


@dataclass(frozen=True, slots=True)
class Page:
    """Games that were found, newest first.

    Attributes:
        games: them; perhaps fewer than asked for, although there are more.
        next: where to go on; None when there are no more.
    """

    games: tuple[Listed, ...]
    next: bytes | None


@dataclass(slots=True)
class _Found:
    """How far a search is."""

    high: bytes | None
    games: list[Listed] = field(default_factory=list[Listed])
    looked_at: int = 0
    at_end: bool = False


async def search(index: Index, wanted: Search) -> Page:
    """Games that fit, newest first.

    Raises:
        StoreUnavailable: The store cannot be reached.
    """
    keys, found = _keys(wanted), _Found(wanted.before)
    sifted = _needs_sifting(wanted)
    while (
        not found.at_end and len(found.games) < wanted.limit and found.looked_at < MEMBERS_A_SEARCH
    ):
        missing = wanted.limit - len(found.games)
        await _look(index, keys, wanted, found, MEMBERS_A_SLICE if sifted else missing + 1)
    return Page(tuple(found.games), None if found.at_end else found.high)


async def _look(
    index: Index, keys: Sequence[str], wanted: Search, found: _Found, most: int
) -> None:
    """Look at the next members, as far as they are needed."""
    slices = await asyncio.gather(
        *(index.listings.slice(key, high=found.high, most=most, backwards=True) for key in keys)
    )
    members = list(islice(merge(*slices, reverse=True), most))
    fit, starts = list[Entry](), _starts(wanted)
    seen = 0
    for member in members:
        if len(fit) == wanted.limit - len(found.games):
            break
        seen += 1
        found.high = member
        entry = decoded(member) if _fits(member, wanted, starts) else None
        if entry is not None:
            fit.append(entry)
    found.looked_at += seen
    found.at_end = seen == len(members) < most
    versions = await index.mend(fit)
    found.games += [
        Listed(entry, version) for entry, version in zip(fit, versions, strict=True) if version
    ]


def _keys(wanted: Search) -> list[str]:
    """The listings that have all that fits, as few as there are."""
    if wanted.player is not None:
        return [by_player(wanted.player)]
    if wanted.deal_id is not None:
        return [by_deal(wanted.deal_id)]
    kinds = {result is Result.PLAYING for result in wanted.results}
    rules = RULES if wanted.rules is None else (wanted.rules,)
    return [by_rules(one, live=live) for live in sorted(kinds) for one in rules]


def _needs_sifting(wanted: Search) -> bool:
    """Whether those listings have others too."""
    whole = (EVERY_RESULT, EVERY_RESULT - {Result.PLAYING}, frozenset({Result.PLAYING}))
    if wanted.player is None and wanted.deal_id is None:
        return wanted.results not in whole
    both = wanted.player is not None and wanted.deal_id is not None
    return both or wanted.rules is not None or wanted.results != EVERY_RESULT


def _starts(wanted: Search) -> tuple[bytes, ...]:
    """How what follows the result begins in entries that fit, of those in the listings."""
    others = (wanted.player, wanted.deal_id) if wanted.player is not None else ()
    known = [name for name in others if name is not None]
    rules = RULES if wanted.rules is None else (wanted.rules,)
    return tuple(names_after_result(one, *known) for one in rules)


def _fits(member: bytes, wanted: Search, starts: tuple[bytes, ...]) -> bool:
    seen = glance(member)
    return seen is not None and seen[0] in wanted.results and seen[1].startswith(starts)
