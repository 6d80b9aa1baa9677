"""What every event store promises (see `pasjans_services.eventstore.base`)."""

import asyncio

import pytest

from pasjans_services.eventstore.base import (
    COMMANDS_TTL_MS,
    DEALT_TTL_MS,
    LIVE_TTL_MS,
    TTL_SLACK_MS,
    Appended,
    EventStore,
    GameFinished,
    NotFinished,
    Repeated,
    Saved,
    Stale,
    Standing,
)
from support.stores import Backend

MINUTE_MS = 60_000


async def fill(store: EventStore, game: str, records: int, final: bool = False) -> None:
    for version in range(records):
        last = final and version == records - 1
        outcome = await store.append(game, version, f"c{version}", [b"r%d" % version], last)
        assert isinstance(outcome, Appended)


async def records(store: EventStore, game: str, after: int = 0) -> list[tuple[int, bytes]]:
    return [(entry.version, entry.record) for entry in await store.read(game, after)]


def numbered(first: int, last: int) -> list[tuple[int, bytes]]:
    return [(version, b"r%d" % (version - 1)) for version in range(first, last + 1)]


# Appending


async def test_there_is_nothing_before_the_first_append(backend: Backend, game: str) -> None:
    store = backend.store()
    assert await store.head(game) == 0
    assert await store.read(game) == ()
    assert await store.committed(game, "c0") is None
    assert await store.load_snapshot(game) is None
    assert await backend.lifetime_ms(game) == {}


async def test_versions_begin_at_1_and_have_no_gaps(backend: Backend, game: str) -> None:
    store = backend.store()
    await fill(store, game, 12)
    assert await records(store, game) == numbered(1, 12)
    assert await store.head(game) == 12


async def test_several_records_of_one_append_follow_each_other(backend: Backend, game: str) -> None:
    store = backend.store()
    await fill(store, game, 2)
    outcome = await store.append(game, 2, "both", [b"r2", b"", b"r4"], final=False)
    assert isinstance(outcome, Appended)
    assert outcome.version == 5
    log = await store.read(game, 2)
    assert [(entry.version, entry.record) for entry in log] == [(3, b"r2"), (4, b""), (5, b"r4")]
    assert {entry.time_ms for entry in log} == {outcome.time_ms}


async def test_any_bytes_come_back(backend: Backend, game: str) -> None:
    store = backend.store()
    odd = [b"", b"\n", b"\r\n", b"\x00", bytes(range(256)), b"x" * 70_000]
    await store.append(game, 0, "c", odd, final=False)
    assert [entry.record for entry in await store.read(game)] == odd


async def test_an_append_needs_a_record(backend: Backend, game: str) -> None:
    with pytest.raises(ValueError, match="one record or more"):
        await backend.store().append(game, 0, "c", [], final=False)


async def test_an_old_expected_version_is_stale(backend: Backend, game: str) -> None:
    store = backend.store()
    await fill(store, game, 3)
    for expected in (0, 1, 2):
        assert await store.append(game, expected, "new", [b"x"], final=False) == Stale(3)
    assert await records(store, game) == numbered(1, 3)


async def test_a_jump_is_refused(backend: Backend, game: str) -> None:
    store = backend.store()
    assert await store.append(game, 1, "first", [b"x"], final=False) == Stale(0)
    await fill(store, game, 2)
    for expected in (3, 4, 1_000):
        assert await store.append(game, expected, "new", [b"x"], final=False) == Stale(2)
    assert await records(store, game) == numbered(1, 2)


async def test_what_was_refused_may_be_sent_again(backend: Backend, game: str) -> None:
    store = backend.store()
    await fill(store, game, 2)
    assert await store.append(game, 1, "mine", [b"x"], final=False) == Stale(2)
    assert await store.committed(game, "mine") is None
    assert isinstance(await store.append(game, 2, "mine", [b"x"], final=False), Appended)


async def test_one_of_many_writers_wins(backend: Backend, game: str) -> None:
    stores = [backend.store(node) for node in "abc"]
    await fill(stores[0], game, 1)
    outcomes = await asyncio.gather(
        *(
            store.append(game, 1, f"{number}-{writer}", [b"r1"], final=False)
            for number, store in enumerate(stores)
            for writer in range(10)
        )
    )
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Appended"] + ["Stale"] * 29
    assert await records(stores[1], game) == numbered(1, 2)


async def test_games_do_not_touch_each_other(backend: Backend, game: str) -> None:
    store = backend.store()
    games = [f"{game}-{number}" for number in range(20)]
    await asyncio.gather(*(fill(store, one, 3) for one in games))
    for one in games:
        assert await records(store, one) == numbered(1, 3)


@pytest.mark.parametrize("name", ["", "a}b", "{", "a b", "ł", "a\n", "x" * 65])
async def test_names_that_could_break_out_of_their_slot_are_refused(
    backend: Backend, name: str
) -> None:
    store = backend.store()
    with pytest.raises(ValueError, match="not the name of a game"):
        await store.append(name, 0, "c", [b"x"], final=False)
    with pytest.raises(ValueError, match="not the name of a game"):
        await store.read(name)


# Command ids


async def test_k1_a_command_id_five_times_over_two_nodes_is_one_record(
    backend: Backend, game: str
) -> None:
    one, other = backend.store("a"), backend.store("b")
    await fill(one, game, 4)
    outcomes = await asyncio.gather(
        *(store.append(game, 4, "again", [b"r4"], final=False) for store in (one, other, one)),
        *(store.append(game, 4, "again", [b"r4"], final=False) for store in (other, one)),
    )
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Appended"] + ["Repeated"] * 4
    assert {outcome.version for outcome in outcomes if not isinstance(outcome, Stale)} == {5}
    assert await records(one, game) == numbered(1, 5)


async def test_k4_an_old_command_id_gets_its_old_answer_at_any_version(
    backend: Backend, game: str
) -> None:
    store = backend.store()
    await fill(store, game, 6)
    for expected in (0, 2, 6, 99):
        assert await store.append(game, expected, "c2", [b"x"], final=True) == Repeated(3)
    assert await store.committed(game, "c2") == 3
    assert await records(store, game) == numbered(1, 6)


async def test_k2_equal_records_with_two_command_ids_are_two_records(
    backend: Backend, game: str
) -> None:
    store = backend.store()
    await store.append(game, 0, "one", [b"draw"], final=False)
    await store.append(game, 1, "two", [b"draw"], final=False)
    assert await records(store, game) == [(1, b"draw"), (2, b"draw")]


async def test_command_ids_are_any_text(backend: Backend, game: str) -> None:
    store = backend.store()
    odd = ["", "\x00", "1", "ÿ", "дама", "a b\r\n", "x" * 64]
    for version, command in enumerate(odd):
        assert isinstance(await store.append(game, version, command, [b"x"], final=False), Appended)
    assert [await store.committed(game, command) for command in odd] == list(range(1, 8))


async def test_a_command_id_belongs_to_its_game(backend: Backend, game: str) -> None:
    store = backend.store()
    await fill(store, game, 1)
    await fill(store, f"{game}-2", 1)
    assert await store.committed(f"{game}-2", "c0") == 1
    assert await store.committed(f"{game}-3", "c0") is None


# Reading


async def test_reading_starts_after_a_version(backend: Backend, game: str) -> None:
    store = backend.store()
    await fill(store, game, 5)
    for after in range(8):
        assert await records(store, game, after) == numbered(after + 1, 5)


async def test_another_node_reads_what_was_appended(backend: Backend, game: str) -> None:
    await fill(backend.store("a"), game, 3)
    assert await records(backend.store("b"), game) == numbered(1, 3)


async def test_times_do_not_go_back(backend: Backend, game: str) -> None:
    store = backend.store()
    await fill(store, game, 5)
    times = [entry.time_ms for entry in await store.read(game)]
    assert times == sorted(times)


# Snapshots


async def test_the_newest_snapshot_is_loaded(backend: Backend, game: str) -> None:
    store = backend.store()
    await fill(store, game, 5)
    await store.save_snapshot(game, 2, b"two\n")
    assert await store.load_snapshot(game) == Saved(2, b"two\n")
    await store.save_snapshot(game, 4, b"\nfour")
    await store.save_snapshot(game, 3, b"three, late")
    await store.save_snapshot(game, 4, b"four again")
    assert await store.load_snapshot(game) == Saved(4, b"\nfour")


async def test_a_snapshot_is_never_ahead_of_the_log(backend: Backend, game: str) -> None:
    store = backend.store()
    await store.save_snapshot(game, 1, b"of nothing")
    await fill(store, game, 3)
    await store.save_snapshot(game, 4, b"of tomorrow")
    assert await store.load_snapshot(game) is None


async def test_a_snapshot_does_not_outlive_its_log(backend: Backend, game: str) -> None:
    store = backend.store()
    await fill(store, game, 3)
    await store.save_snapshot(game, 3, b"three")
    lifetimes = await backend.lifetime_ms(game)
    assert lifetimes["snapshot"] is not None
    assert lifetimes["log"] is not None
    assert 0 < lifetimes["snapshot"] <= lifetimes["log"] + 1_000


# Expiry


async def test_a_game_that_was_never_moved_goes_after_a_day(backend: Backend, game: str) -> None:
    await fill(backend.store(), game, 1)
    lifetimes = await backend.lifetime_ms(game)
    assert lifetimes.keys() == {"log", "commands"}
    for lifetime in lifetimes.values():
        assert lifetime is not None
        assert DEALT_TTL_MS - MINUTE_MS < lifetime <= DEALT_TTL_MS


@pytest.mark.parametrize("moves", [1, 2, 10])
async def test_a_game_in_progress_goes_30_days_after_its_last_record(
    backend: Backend, game: str, moves: int
) -> None:
    await fill(backend.store(), game, 1 + moves)
    lifetimes = await backend.lifetime_ms(game)
    assert lifetimes.keys() == {"log", "commands"}
    for lifetime in lifetimes.values():
        assert lifetime is not None
        assert LIVE_TTL_MS - MINUTE_MS < lifetime <= LIVE_TTL_MS + TTL_SLACK_MS


async def test_a_finished_game_stays(backend: Backend, game: str) -> None:
    await fill(backend.store(), game, 3, final=True)
    assert await backend.lifetime_ms(game) == {"log": None, "commands": None}


# Finished games


async def test_a_finished_game_takes_no_more_records(backend: Backend, game: str) -> None:
    store = backend.store()
    await fill(store, game, 3, final=True)
    for _ in ("as a log", "compacted"):
        with pytest.raises(GameFinished):
            await store.append(game, 3, "late", [b"x"], final=False)
        assert await store.append(game, 2, "late", [b"x"], final=False) == Stale(3)
        assert await store.append(game, 2, "c2", [b"x"], final=True) == Repeated(3)
        assert await records(store, game) == numbered(1, 3)
        await store.compact(game)


async def test_a_compacted_game_is_read_as_before(backend: Backend, game: str) -> None:
    store = backend.store()
    await fill(store, game, 40, final=True)
    before = [await store.read(game, after) for after in range(42)]
    length = await store.compact(game)
    assert 0 < length < 40 * 10
    assert [await store.read(game, after) for after in range(42)] == before
    assert await store.head(game) == 40
    assert await store.committed(game, "c7") == 8


async def test_a_compacted_game_is_one_blob_for_ever(backend: Backend, game: str) -> None:
    store = backend.store()
    await fill(store, game, 3)
    await store.save_snapshot(game, 3, b"three")
    await store.append(game, 3, "last", [b"r3"], final=True)
    await store.compact(game)
    lifetimes = await backend.lifetime_ms(game)
    assert lifetimes.keys() == {"archive", "commands"}
    assert lifetimes["archive"] is None
    assert lifetimes["commands"] is not None
    assert COMMANDS_TTL_MS - MINUTE_MS < lifetimes["commands"] <= COMMANDS_TTL_MS
    assert await store.load_snapshot(game) is None
    await store.save_snapshot(game, 2, b"late")
    assert await store.load_snapshot(game) is None


async def test_compacting_again_and_from_two_nodes_changes_nothing(
    backend: Backend, game: str
) -> None:
    stores = [backend.store("a"), backend.store("b")]
    await fill(stores[0], game, 5, final=True)
    log = await stores[0].read(game)
    lengths = await asyncio.gather(*(store.compact(game) for store in stores * 3))
    assert len(set(lengths)) == 1
    assert await stores[0].compact(game) == lengths[0]
    assert await stores[1].read(game) == log


async def test_only_a_finished_game_is_compacted(backend: Backend, game: str) -> None:
    store = backend.store()
    with pytest.raises(NotFinished):
        await store.compact(game)
    await fill(store, game, 3)
    with pytest.raises(NotFinished):
        await store.compact(game)
    assert await records(store, game) == numbered(1, 3)


async def test_a_store_answers(backend: Backend) -> None:
    await backend.store().ping()


async def test_standing_tells_how_far_a_game_is(backend: Backend, game: str) -> None:
    store = backend.store()
    assert await store.standing(game) == Standing(0, finished=False)
    await store.append(game, 0, "a", [b"1", b"2"], final=False)
    assert await store.standing(game) == Standing(2, finished=False)
    await store.append(game, 2, "b", [b"3"], final=True)
    assert await store.standing(game) == Standing(3, finished=True)
    await store.compact(game)
    assert await store.standing(game) == Standing(3, finished=True)


async def test_all_games_are_found(backend: Backend, game: str) -> None:
    store = backend.store()
    names = {f"{game}-{number}" for number in range(20)}
    for number, name in enumerate(sorted(names)):
        await store.append(name, 0, "a", [b"1"], final=number % 2 == 0)
        if number % 4 == 0:
            await store.compact(name)
    assert names <= {name async for name in store.games()}
