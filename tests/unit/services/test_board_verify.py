"""What a log proves, and which logs prove nothing."""

import random
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from pasjans_engine.deal_id import deal_id, sealed_deal_id
from pasjans_engine.rules import RULES
from pasjans_engine.status import Status
from pasjans_services.eventstore.base import Stored
from pasjans_services.eventstore.records import encode_dealt
from pasjans_services.leaderboard.solve import Solve, day_of
from pasjans_services.leaderboard.verify import NotASolve, Unverified, verify
from support import cards, corpus, solves
from support.dominoes import GOAL
from support.solves import golden_log, header_of, narrated_log


def board_ids(log: tuple[Stored, ...], game: str = "g") -> list[str]:
    solve = verify(game, log)
    assert isinstance(solve, Solve)
    return [board.id for board in solve.boards]


def test_the_narrated_game_has_38_moves_and_3_windows() -> None:
    log = narrated_log(detours=2)
    solve = verify("narrated", log)
    assert isinstance(solve, Solve)
    row = solve.row
    assert (row.moves, row.windows, row.undos) == (38, 3, 2)
    assert (row.game, row.player, row.rules_version) == ("narrated", "somebody", 1)
    assert row.deal_id == deal_id("domino", solves.NARRATED.deal)
    assert row.finished_ms == log[-1].time_ms


@pytest.mark.parametrize("rules", cards.SOLVED)
def test_draws_and_redeals_are_no_moves(rules: str) -> None:
    known = cards.SOLVED[rules]
    solve = verify("g", solves.queens_log(rules, detours=3))
    assert isinstance(solve, Solve)
    row = solve.row
    assert (row.moves, row.draws, row.windows, row.undos) == (known.moves, known.draws, 0, 3)
    assert row.moves + row.draws == len(known.actions)
    assert row.deal_id == sealed_deal_id(known.seed)
    assert [board.id for board in solve.boards] == [
        f"deal:{rules}:{row.deal_id}",
        f"dealt:{rules}",
        f"all:{rules}",
    ]


def test_a_deal_of_a_level_is_one_of_the_server_s() -> None:
    ids = board_ids(solves.queens_log(source="level:easy"))
    assert [board.split(":")[0] for board in ids] == ["deal", "dealt", "all"]


@pytest.mark.parametrize("name", list(corpus.logs(solves.OLDEST)))
def test_logs_of_the_first_version_are_verified_to_what_they_recorded(name: str) -> None:
    kept = corpus.logs(solves.OLDEST)[name]
    verdict = verify(name, kept.stored)
    if kept.status != "solved":
        assert verdict == NotASolve(Status(kept.status))
        return
    assert isinstance(verdict, Solve)
    row = verdict.row
    assert (row.moves, row.windows, row.undos) == (kept.moves, kept.windows, kept.undos)
    assert verdict.origin.deal_id == deal_id("domino", kept.header.deal)


def test_boards_follow_from_where_the_deal_came_from() -> None:
    deal = deal_id("domino", solves.NARRATED.deal)
    assert board_ids(narrated_log()) == [f"deal:russian:{deal}", "all:russian"]
    random_deal = deal_id("domino", header_of(golden_log("polish-2")).deal)
    assert board_ids(golden_log("polish-2")) == [
        f"deal:polish:{random_deal}",
        "dealt:polish",
        "all:polish",
    ]
    assert board_ids(golden_log("polish-2", bot=True)) == [
        f"deal:polish:{random_deal}:bots",
        "dealt:polish:bots",
        "all:polish:bots",
    ]


MIDNIGHT_MS = 1_795_132_800_000
"""The end of 2026-11-19, UTC."""


@pytest.mark.parametrize(("late_ms", "stands"), [(-1, True), (0, False), (1, False)])
def test_a_daily_board_takes_what_was_solved_before_its_end(late_ms: int, stands: bool) -> None:
    log = solves.moved(golden_log("polish-4"), MIDNIGHT_MS + late_ms)
    ids = board_ids(log)
    assert ("daily:polish:2026-11-19" in ids) == stands
    assert {"dealt:polish", "all:polish"} <= set(ids)


def test_a_game_that_goes_on_proves_nothing_yet() -> None:
    log = narrated_log()
    assert verify("g", log[:1]) == NotASolve(Status.PLAYING)
    assert verify("g", log[:-1]) == NotASolve(Status.PLAYING)


@pytest.mark.parametrize("rules", ["polish", "russian"])
def test_a_deal_that_lies_solved_was_solved_by_nobody(rules: str) -> None:
    assert verify("g", solves.log(solves.header(rules, GOAL), ())) == NotASolve(Status.SOLVED)


FORGED: dict[str, dict[str, Any]] = {
    "another deal than the seed's": {"deal": RULES["polish"].deal(bytes(32))},
    "another seed": {"seed": "00" * 32},
    "another commitment": {"commitment": "00" * 32},
    "no commitment": {"commitment": None},
    "no seed": {"seed": None, "commitment": None},
    "half a seed": {"seed": "00" * 31},
    "a given deal with a seed": {"source": "given"},
    "a deal from nowhere": {"source": "tomorrow"},
    "a day that is none": {"source": "daily:2026-13-01"},
    "a day in other digits": {"source": "daily:２０２６-11-19"},
    "another deal's name": {"deal_id": "a" * 16},
    "a part of the deal's name": {"deal_id": ""},
    "rules that are none": {"rules": "czech"},
    "another version of the rules": {"rules_version": 2},
    "a player that cannot be": {"player": "a b"},
    "a level without a name": {"source": "level:"},
    "a level with a strange name": {"source": "level:Easy!"},
}


@pytest.mark.parametrize("change", FORGED.values(), ids=FORGED.keys())
def test_a_forged_header_proves_nothing(change: dict[str, Any]) -> None:
    log = golden_log("polish-2")
    forged = replace(log[0], record=encode_dealt(replace(header_of(log), **change)))
    with pytest.raises(Unverified):
        verify("g", (forged, *log[1:]))


@pytest.mark.parametrize(
    "deal_name",
    [deal_id("queens", cards.SOLVED["queens"].deal), sealed_deal_id(bytes(32)), ""],
    ids=["of the layout", "of another seed", "none"],
)
def test_a_deal_with_cards_face_down_has_the_name_of_its_seed(deal_name: str) -> None:
    with pytest.raises(Unverified, match="the deal's name is"):
        verify("g", solves.queens_log(deal_id=deal_name))


def test_a_move_that_is_not_legal_is_named_by_its_version() -> None:
    log = narrated_log()
    swapped = (*log[:9], *(replace(log[9], record=log[11].record), *log[10:]))
    with pytest.raises(Unverified, match=r"^version 10: "):
        verify("g", swapped)


@pytest.mark.parametrize(
    ("tile", "cell"), [(-1, 0), (0, -1), (28, 0), (0, 28), (0, 10**6), (True, 1)]
)
def test_numbers_of_no_tile_or_cell_are_refused(tile: int, cell: int) -> None:
    log = list(narrated_log())
    log[1] = replace(log[1], record=msgspec.msgpack.encode((1, 2, tile, cell)))
    with pytest.raises(Unverified, match=r"^version 2: "):
        verify("g", log)


def test_nothing_follows_a_solve() -> None:
    log = narrated_log()
    more = Stored(len(log) + 1, log[-1].time_ms, msgspec.msgpack.encode((1, 4)))
    with pytest.raises(Unverified, match=r"^version 40: .*over"):
        verify("g", (*log, more))


@pytest.mark.parametrize("record", [b"", b"\xc1", msgspec.msgpack.encode((9, 2, 1, 1))])
@pytest.mark.parametrize("version", [1, 2, 39])
def test_a_damaged_record_is_named_by_its_version(version: int, record: bytes) -> None:
    log = list(narrated_log())
    log[version - 1] = replace(log[version - 1], record=record)
    with pytest.raises(Unverified, match=f"^version {version}: "):
        verify("g", log)


def test_a_second_deal_is_refused() -> None:
    log = list(narrated_log())
    log[5] = replace(log[5], record=log[0].record)
    with pytest.raises(Unverified, match=r"^version 6: "):
        verify("g", log)


def test_a_log_with_a_gap_or_none_at_all_is_refused() -> None:
    log = narrated_log()
    for cut in ((), log[1:], log[:5] + log[6:], (*log[:2], log[1], *log[2:]), log[::-1]):
        with pytest.raises(Unverified, match="not whole"):
            verify("g", cut)


@pytest.mark.slow
def test_no_change_of_a_byte_makes_a_solve_with_fewer_moves() -> None:
    """A changed byte may turn a log into another honest one; never into a better one."""
    chance = random.Random(5)
    log = golden_log("polish-2")
    honest = verify("g", log)
    assert isinstance(honest, Solve)
    for _ in range(2_000):
        at = chance.randrange(len(log))
        record = bytearray(log[at].record)
        record[chance.randrange(len(record))] = chance.randrange(256)
        forged = (*log[:at], replace(log[at], record=bytes(record)), *log[at + 1 :])
        try:
            verdict = verify("g", forged)
        except Unverified:
            continue
        if isinstance(verdict, Solve):
            assert verdict.row.moves >= honest.row.moves


def test_days_of_sources() -> None:
    assert day_of("daily:2026-11-30") == "2026-11-30"
    for source in ("random", "given", "daily:", "daily:2026-11-31", "daily:20261130"):
        assert day_of(source) is None
