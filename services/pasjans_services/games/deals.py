"""Where deals come from: the system's randomness, a given text, the day, or a level."""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final

from pasjans_engine.deal_id import name_of_deal, sealed_deal_id
from pasjans_engine.errors import Invalid
from pasjans_engine.queens.levels import Level
from pasjans_engine.rules import Rules
from pasjans_engine.shuffle import commitment
from pasjans_services.eventstore.names import new_name
from pasjans_services.eventstore.records import Header
from pasjans_services.eventstore.registry import Registry
from pasjans_services.games.levels import Levels
from pasjans_services.games.seeds import SEED_BYTES, Seeds

DAILY_PREFIX: Final = "daily:"
LEVEL_PREFIX: Final = "level:"
GAME_ID_BYTES: Final = 9

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """The time, in UTC whatever zone the process runs in."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal and what is known of its origin.

    Attributes:
        id: Public name of the deal, which says nothing about the seed.
        text: The deal in notation. A secret where cards lie face down.
        source: `random`, `given`, `daily:` and the UTC date, or `level:` and the level's name.
        seed: Hex of the 32 bytes it was made from; None for a given text. Secret until the game
            is over, for a daily deal until its day is, and for a deal of a level for good.
        commitment: Hex of the commitment to the seed; None for a given text.
    """

    id: str
    text: str = field(repr=False)
    source: str
    seed: str | None = field(default=None, repr=False)
    commitment: str | None = None


@dataclass(frozen=True, slots=True)
class DailyDeal:
    """The deal of one UTC day.

    Attributes:
        date: The day, `2026-11-30`.
        ends: The first moment of the next day, in UTC.
        deal: The deal.
    """

    date: str
    ends: datetime
    deal: Deal


class NoSuchLevel(LookupError):
    """There are no deals of a level here; the message says so."""


class Deals:
    """Makes deals; the daily ones are the same in each process on one store.

    Args:
        registry: Where the daily ones are kept.
        clock: Decides which day it is.
        seeds: Seeds of solvable deals; None for whatever the system's randomness gives.
        levels: Deals of each level; None for the catalogue that comes with the program.
    """

    def __init__(
        self,
        registry: Registry,
        clock: Clock = utc_now,
        seeds: Seeds | None = None,
        levels: Levels | None = None,
    ) -> None:
        self._registry = registry
        self._clock = clock
        self._seeds = seeds
        self._levels = levels
        self._choosing = asyncio.Lock()

    async def random(self, rules: Rules) -> Deal:
        """A new deal: a solvable one if one is ready, or any, so that nobody waits for it.

        Raises:
            StoreUnavailable: When the store cannot be reached.
        """
        seed = None if self._seeds is None else await self._seeds.ready(rules)
        return _dealt(rules, seed or secrets.token_bytes(SEED_BYTES), "random")

    async def level(self, rules: Rules, name: str) -> Deal:
        """A deal of a level, by the system's randomness; of `any` a new one.

        Raises:
            NoSuchLevel: When there is none.
            StoreUnavailable: When the store cannot be reached.
        """
        if name == Level.ANY:
            return await self.random(rules)
        levels = self._levels or Levels.open(None)
        level = next((level for level in Level if level == name), None)
        seed = None if level is None else levels.seed_for(rules, level)
        if seed is None:
            known = [level for level in Level if levels.seed_for(rules, level) is not None]
            raise NoSuchLevel(
                f"there are no deals of {rules.id} here that are known to be {name!r}: expected "
                f"{' or '.join([*known, Level.ANY])}"
            )
        return _dealt(rules, seed, f"{LEVEL_PREFIX}{name}")

    def given(self, rules: Rules, text: str) -> Deal:
        """A deal that somebody wrote down.

        Raises:
            Invalid: When the text is not a deal of these rules, or lies solved already: its game
                would be over before it began.
        """
        if rules.status(rules.start(text)).over:
            message = "this deal lies solved already, so there is nothing to play: send another"
            raise Invalid(message, text)
        return Deal(_name(rules, text, None), text, "given")

    async def daily(self, rules: Rules) -> DailyDeal:
        """The deal of today, by UTC, a solvable one. The first who asks makes it; it never changes.

        Raises:
            StoreUnavailable: When the store cannot be reached.
        """
        today = self._clock().astimezone(UTC).date()
        key = f"{DAILY_PREFIX}{today.isoformat()}:{rules.id}"
        seed = await self._registry.get(key) or await self._chosen(key, rules)
        ends = datetime.combine(today + timedelta(days=1), datetime.min.time(), UTC)
        source = f"{DAILY_PREFIX}{today.isoformat()}"
        return DailyDeal(today.isoformat(), ends, _dealt(rules, bytes.fromhex(seed), source))

    async def _chosen(self, key: str, rules: Rules) -> str:
        async with self._choosing:
            if (seed := await self._registry.get(key)) is not None:
                return seed
            if self._seeds is None:
                chosen = secrets.token_bytes(SEED_BYTES)
            else:
                chosen = await self._seeds.found(rules)
            return await self._registry.put_if_absent(key, chosen.hex(), None)

    def told_seed(self, header: Header) -> str | None:
        """The seed of a finished game, if it may be told: not while others may play the deal.

        Others may play a deal of the day until the day is over, and a deal of a level ever after.
        """
        if header.source.startswith(LEVEL_PREFIX):
            return None
        today = self._clock().astimezone(UTC).date().isoformat()
        daily = header.source.startswith(DAILY_PREFIX)
        if daily and header.source.removeprefix(DAILY_PREFIX) >= today:
            return None
        return header.seed


def new_game_id() -> str:
    """A game's name: 12 random characters of URL-safe base64."""
    return new_name(GAME_ID_BYTES)


def _dealt(rules: Rules, seed: bytes, source: str) -> Deal:
    text = rules.deal(seed)
    return Deal(_name(rules, text, seed), text, source, seed.hex(), commitment(seed))


def _name(rules: Rules, text: str, seed: bytes | None) -> str:
    name = name_of_deal(rules, text, seed)
    return name or sealed_deal_id(secrets.token_bytes(SEED_BYTES))
