"""Catalogues of easy, medium and hard deals as the services read them, and the one they ship."""

import gzip
import json
from collections import Counter
from contextlib import suppress
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from pasjans_engine.queens import QUEENS, policy
from pasjans_engine.queens.levels import Level, grade
from pasjans_engine.rules import RULES
from pasjans_services.eventstore.memory import Memory, MemoryRegistry
from pasjans_services.eventstore.records import Header
from pasjans_services.games.deals import Deal, Deals, NoSuchLevel
from pasjans_services.games.levels import SHIPPED, Levels

GRADED = (Level.EASY, Level.MEDIUM, Level.HARD)
POLISH = RULES["polish"]
PAGE = Path(__file__).parents[3] / "docs" / "levels.md"


def shipped() -> list[dict[str, Any]]:
    content = files("pasjans_services.games").joinpath(SHIPPED).read_bytes()
    return [json.loads(line) for line in gzip.decompress(content).splitlines()]


ENTRIES = shipped()
SAMPLE = [
    entry for level in GRADED for entry in [one for one in ENTRIES if one["level"] == level][::60]
]


def line(level: str = "easy", seed: str = "00" * 32) -> str:
    return json.dumps({"rules": "queens", "level": level, "seed": seed, "line": "draw"}) + "\n"


def deals(levels: Levels | None = None) -> Deals:
    return Deals(MemoryRegistry(Memory()), levels=levels)


def test_the_catalogue_that_comes_along_has_200_deals_a_level_at_least() -> None:
    counts = Counter(entry["level"] for entry in ENTRIES)
    assert set(counts) == set(GRADED)
    assert min(counts.values()) >= 200
    assert len({entry["seed"] for entry in ENTRIES}) == len(ENTRIES)


def test_nobody_chose_the_deals_that_come_along_but_the_text_and_the_grade() -> None:
    for entry in ENTRIES:
        text = f"pasjans/levels/1:{entry['catalogue']}:{entry['number']}"
        assert entry["seed"] == sha256(text.encode()).hexdigest()
    assert len({entry["catalogue"] for entry in ENTRIES}) == 1


@pytest.mark.slow
def test_solutions_that_come_along_solve_their_deals_by_the_rules() -> None:
    for entry in SAMPLE:
        here = QUEENS.start(QUEENS.deal(bytes.fromhex(entry["seed"])))
        for name in entry["line"].split():
            here = QUEENS.play(here, QUEENS.parse_move(name))
        assert QUEENS.solved(here), entry["number"]


@pytest.mark.slow
def test_deals_that_come_along_are_of_their_level_whoever_grades_them() -> None:
    for entry in SAMPLE:
        found = grade(QUEENS, QUEENS.start(QUEENS.deal(bytes.fromhex(entry["seed"]))))
        assert (found.wins, found.play_outs) == (entry["wins"], entry["play_outs"])
        assert found.level == entry["level"]
        assert entry["policy"] == policy.VERSION


@pytest.mark.slow
def test_levels_differ_in_fresh_play_outs_as_is_published() -> None:
    """What graded a deal flatters its level; these play-outs graded none."""
    published = published_rates()
    for level in GRADED:
        seeds = [bytes.fromhex(entry["seed"]) for entry in ENTRIES if entry["level"] == level]
        starts = [QUEENS.start(QUEENS.deal(seed)) for seed in seeds[::8]]
        wins = sum(policy.wins(QUEENS, start, range(65, 81)) for start in starts)
        assert wins / (16 * len(starts)) == pytest.approx(published[level], abs=0.06)


def published_rates() -> dict[str, float]:
    """Share won in fresh play-outs, from the table of docs/levels.md."""
    rows = [row.split("|") for row in PAGE.read_text("utf-8").splitlines()]
    return {
        row[1].strip(): float(row[5].strip(" %")) / 100
        for row in rows
        if len(row) == 8 and row[1].strip() in set(GRADED)
    }


def test_a_catalogue_is_read_as_text_or_compressed(tmp_path: Path) -> None:
    plain, packed = tmp_path / "levels.jsonl", tmp_path / "levels.jsonl.gz"
    plain.write_text(line("easy", "00" * 32) + line("hard", "11" * 32), "utf-8")
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    for path in (plain, packed):
        levels = Levels.open(path)
        assert levels.seed_for(QUEENS, Level.EASY) == bytes(32)
        assert levels.seed_for(QUEENS, Level.HARD) == bytes((0x11,) * 32)
        assert levels.seed_for(QUEENS, Level.MEDIUM) is None
        assert levels.seed_for(POLISH, Level.EASY) is None


@pytest.mark.parametrize(
    "bad", ["draw\n", line("simple"), line("any", "00"), line(seed="zz" * 32), "{}\n"]
)
def test_what_is_no_catalogue_is_told_with_its_line(tmp_path: Path, bad: str) -> None:
    path = tmp_path / "levels.jsonl"
    path.write_text(line() + bad, "utf-8")
    with pytest.raises(ValueError, match=r"levels\.jsonl, line 2: not a deal of a catalogue"):
        Levels.open(path)


@pytest.mark.parametrize("keep", [2, 60, -4])
def test_a_catalogue_whose_end_was_lost_is_told_by_its_name(tmp_path: Path, keep: int) -> None:
    """A catalogue that was copied while it was written ended the server with a traceback."""
    path = tmp_path / "levels.jsonl.gz"
    path.write_bytes(gzip.compress((line() * 100).encode())[:keep])
    with pytest.raises(ValueError, match=r"levels\.jsonl\.gz: cannot be decompressed"):
        Levels.open(path)


def test_a_catalogue_that_is_not_there_is_told_by_its_name(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"levels\.jsonl: cannot be read \(No such file"):
        Levels.open(tmp_path / "levels.jsonl")


def test_a_damaged_catalogue_is_told_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "levels.jsonl.gz"
    packed = gzip.compress((line() * 100).encode())
    for at in range(2, len(packed)):
        path.write_bytes(packed[:at] + bytes((packed[at] ^ 0x55,)) + packed[at + 1 :])
        with suppress(ValueError):
            Levels.open(path)


async def test_a_deal_of_a_level_is_one_of_the_catalogue_and_keeps_its_seed() -> None:
    known = {entry["seed"] for entry in ENTRIES if entry["level"] == "medium"}
    some = deals()
    found = [await some.level(QUEENS, "medium") for _ in range(20)]
    assert {deal.seed for deal in found} <= known
    assert len({deal.seed for deal in found}) > 1
    assert {deal.source for deal in found} == {"level:medium"}
    assert some.told_seed(header(found[0])) is None


async def test_any_level_is_a_random_deal() -> None:
    some = deals()
    deal = await some.level(QUEENS, "any")
    assert deal.source == "random"
    assert some.told_seed(header(deal)) == deal.seed


@pytest.mark.parametrize(
    ("rules", "name", "expected"),
    [("polish", "easy", "any"), ("queens", "simple", "easy or medium or hard or any")],
)
async def test_a_level_without_deals_is_refused(rules: str, name: str, expected: str) -> None:
    with pytest.raises(NoSuchLevel, match=f"no deals of {rules} here .*: expected {expected}$"):
        await deals().level(RULES[rules], name)


def header(deal: Deal) -> Header:
    return Header(
        rules="queens",
        rules_version=1,
        deal=deal.text,
        commitment=deal.commitment,
        seed=deal.seed,
        deal_id=deal.id,
        player="p",
        source=deal.source,
        bot=False,
    )
