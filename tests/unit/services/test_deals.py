import asyncio
from datetime import UTC, datetime, timedelta, timezone

import pytest

from pasjans_engine.deal_id import deal_id, is_deal_id
from pasjans_engine.errors import Invalid
from pasjans_engine.rules import RULES, Rules
from pasjans_engine.shuffle import commitment
from pasjans_services.eventstore.memory import Memory, MemoryRegistry
from pasjans_services.eventstore.records import Header
from pasjans_services.games.deals import Deal, Deals
from support.dominoes import GOAL

POLISH = RULES["polish"]


class Clock:
    def __init__(self, now: datetime) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


class Fixed:
    """Gives the same seed always, or has none ready."""

    def __init__(self, seed: bytes, *, any_ready: bool = True) -> None:
        self.seed = seed
        self.any_ready = any_ready
        self.found_count = 0

    async def ready(self, _rules: Rules, /) -> bytes | None:
        return self.seed if self.any_ready else None

    async def found(self, _rules: Rules, /) -> bytes:
        self.found_count += 1
        return self.seed


async def test_a_random_deal_is_a_solvable_one_if_one_is_ready() -> None:
    seeds = Fixed(bytes(range(32)))
    deals = Deals(MemoryRegistry(Memory()), seeds=seeds)
    assert (await deals.random(POLISH)).seed == seeds.seed.hex()
    seeds.any_ready = False
    assert (await deals.random(POLISH)).seed != seeds.seed.hex()
    assert seeds.found_count == 0


async def test_a_day_s_deal_is_chosen_once_however_many_ask() -> None:
    seeds = Fixed(bytes(range(32)), any_ready=False)
    deals = Deals(MemoryRegistry(Memory()), seeds=seeds)
    found = await asyncio.gather(*(deals.daily(POLISH) for _ in range(10)))
    assert {one.deal.seed for one in found} == {seeds.seed.hex()}
    assert seeds.found_count == 1


async def test_a_random_deal_is_what_its_seed_says_and_is_promised() -> None:
    deal = await Deals(MemoryRegistry(Memory())).random(POLISH)

    assert deal.seed is not None
    assert deal.text == POLISH.deal(bytes.fromhex(deal.seed))
    assert deal.commitment == commitment(bytes.fromhex(deal.seed))
    assert deal.seed not in deal.id


async def test_a_given_deal_has_no_seed_and_equal_layouts_one_name() -> None:
    deals = Deals(MemoryRegistry(Memory()))
    text = (await deals.random(POLISH)).text

    deal = deals.given(POLISH, text)

    assert (deal.seed, deal.commitment, deal.source) == (None, None, "given")
    assert deal.id == deal_id("domino", text)
    with pytest.raises(Invalid):
        deals.given(POLISH, text.replace("00", "01"))


def test_a_given_deal_with_cards_face_down_has_a_random_name() -> None:
    """Whoever sees all but seven prisoners could try 5,040 orders against a name of the layout."""
    queens = RULES["queens"]
    text = queens.deal(bytes(32))
    names = {Deals(MemoryRegistry(Memory())).given(queens, text).id for _ in range(3)}
    assert len(names) == 3
    assert all(map(is_deal_id, names))
    assert deal_id("queens", text) not in names


@pytest.mark.parametrize("rules", [POLISH, RULES["russian"]])
def test_a_given_deal_that_lies_solved_is_refused(rules: Rules) -> None:
    """Its game was over at version 1, so that its log never ended, and expired after a day."""
    with pytest.raises(Invalid, match="lies solved already"):
        Deals(MemoryRegistry(Memory())).given(rules, GOAL)


async def test_the_daily_deal_is_one_a_utc_day_in_each_process_and_zone() -> None:
    registry = MemoryRegistry(Memory())
    midnight = datetime(2026, 12, 1, tzinfo=UTC)
    before = Clock(midnight - timedelta(seconds=1))
    tokyo = Clock((midnight - timedelta(hours=1)).astimezone(timezone(timedelta(hours=14))))
    after = Clock(midnight)

    eve = await Deals(registry, before).daily(POLISH)
    again = await Deals(registry, tokyo).daily(POLISH)
    new = await Deals(registry, after).daily(POLISH)

    assert (eve.date, eve.ends, new.date) == ("2026-11-30", midnight, "2026-12-01")
    assert again == eve
    assert new.deal.text != eve.deal.text


async def test_the_daily_seed_may_be_told_when_its_day_is_over() -> None:
    clock = Clock(datetime(2026, 11, 30, 23, 59, tzinfo=UTC))
    deals = Deals(MemoryRegistry(Memory()), clock)
    daily, other = header((await deals.daily(POLISH)).deal), header(await deals.random(POLISH))

    assert deals.told_seed(daily) is None
    assert deals.told_seed(other) == other.seed
    clock.now += timedelta(minutes=1)
    assert deals.told_seed(daily) == daily.seed


def header(deal: Deal) -> Header:
    return Header(
        rules="polish",
        rules_version=1,
        deal=deal.text,
        commitment=deal.commitment,
        seed=deal.seed,
        deal_id=deal.id,
        player="p",
        source=deal.source,
        bot=False,
    )
