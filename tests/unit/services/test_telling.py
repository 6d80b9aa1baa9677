"""What may be told of a deal, and when."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from pasjans_engine.game import Game, Resigned, evolve
from pasjans_services.eventstore.memory import Memory, MemoryRegistry
from pasjans_services.eventstore.records import Header
from pasjans_services.games.deals import Deals
from pasjans_services.games.telling import deal_told, seed_told
from support import solves

SEED = bytes(range(32))
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
TODAY, YESTERDAY = "daily:2026-11-30", "daily:2026-11-29"
TOLD_SEED = Deals(MemoryRegistry(Memory()), lambda: NOW).told_seed


def header_of(rules: str, source: str) -> Header:
    if source == "given":
        return solves.header(rules, solves.dealt_header(rules, SEED).deal)
    return solves.dealt_header(rules, SEED, source=source)


def game_of(header: Header, *, over: bool) -> Game:
    game = evolve(None, header.event)
    return evolve(game, Resigned()) if over else game


@pytest.mark.parametrize("rules", ["polish", "queens"])
@pytest.mark.parametrize("source", ["random", TODAY, YESTERDAY, "level:easy"])
def test_no_seed_is_told_of_a_game_in_progress(rules: str, source: str) -> None:
    header = header_of(rules, source)
    assert seed_told(header, game_of(header, over=False), TOLD_SEED) is None


@pytest.mark.parametrize("rules", ["polish", "queens"])
@pytest.mark.parametrize(
    ("source", "told"),
    [("random", True), (YESTERDAY, True), (TODAY, False), ("level:easy", False)],
)
def test_a_deal_that_others_may_still_play_keeps_its_seed(
    rules: str, source: str, told: bool
) -> None:
    header = header_of(rules, source)
    seed = seed_told(header, game_of(header, over=True), TOLD_SEED)
    assert seed == (SEED.hex() if told else None)


@pytest.mark.parametrize("source", ["random", "given", TODAY, YESTERDAY, "level:easy"])
@pytest.mark.parametrize("over", [False, True])
def test_a_deal_that_lies_open_is_told_at_once(source: str, over: bool) -> None:
    header = header_of("polish", source)
    assert deal_told(header, game_of(header, over=over), TOLD_SEED) == header.deal


@pytest.mark.parametrize(
    ("source", "over", "told"),
    [
        ("random", False, False),
        ("given", False, False),
        (YESTERDAY, False, False),
        ("random", True, True),
        ("given", True, True),
        (YESTERDAY, True, True),
        (TODAY, True, False),
        ("level:easy", True, False),
    ],
)
@pytest.mark.parametrize("rules", ["queens", "queens-3pass"])
def test_a_deal_with_cards_face_down_is_told_with_its_seed(
    rules: str, source: str, over: bool, told: bool
) -> None:
    header = header_of(rules, source)
    deal = deal_told(header, game_of(header, over=over), TOLD_SEED)
    assert deal == (header.deal if told else None)


def test_what_is_written_into_logs_by_mistake_has_no_secret() -> None:
    header = solves.dealt_header("queens", SEED)
    game = game_of(header, over=False)
    for known in (header, replace(header, bot=True), header.event, game, game.ply):
        assert SEED.hex() not in repr(known)
        assert header.deal not in repr(known)
        assert repr(game.position) not in repr(known)
