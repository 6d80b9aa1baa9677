"""Entries of the index: what they hold, in how few bytes, in which order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasjans_services.games.deals import new_game_id
from pasjans_services.replay.entries import (
    Entry,
    Result,
    decode,
    encode,
    glance,
    names_after_result,
)

ids = st.text("abcXYZ019-_", min_size=1, max_size=64) | st.builds(new_game_id)
deals = st.text("abcdefghijklmnopqrstuvwxyz234567", min_size=16, max_size=16) | ids
times = st.integers(0, 2**48 - 1)
counts = st.integers(0, 20_000)


@st.composite
def entries(draw: st.DrawFn) -> Entry:
    result, time_ms = draw(st.sampled_from(Result)), draw(times)
    names = draw(ids), draw(st.booleans()), draw(ids), draw(ids), draw(deals)
    game, bot, rules, player, deal_id = names
    if result is Result.PLAYING:
        figures = (0, 0, 0, 0, time_ms)
    else:
        figures = (draw(counts), draw(st.integers(1, 3)), draw(counts), draw(counts), draw(times))
    return Entry(time_ms, game, result, bot, rules, player, deal_id, *figures)


@pytest.mark.slow
@given(entries())
def test_an_entry_is_read_back_as_it_was(entry: Entry) -> None:
    member = encode(entry)
    assert decode(member) == entry
    seen = glance(member)
    assert seen is not None
    assert seen[0] is entry.result
    assert seen[1].startswith(names_after_result(entry.rules, entry.player, entry.deal_id))
    assert member.startswith(entry.place)


@pytest.mark.slow
@given(entries(), entries())
def test_the_order_of_the_bytes_is_that_of_time(one: Entry, other: Entry) -> None:
    if one.time_ms != other.time_ms:
        assert (encode(one) < encode(other)) == (one.time_ms < other.time_ms)


@pytest.mark.parametrize("rules", ["polish", "russian", "queens", "queens-3pass"])
def test_entries_of_the_longest_games_stay_compact_in_redis(rules: str) -> None:
    finished = Entry(
        time_ms=1_796_000_000_000,
        game="Gq7pX2mV9bTc",
        result=Result.SOLVED,
        bot=True,
        rules=rules,
        player="p4tW8sLzQx1B",
        deal_id="abcdefghijklmnop",
        moves=10_000,
        windows=3,
        undos=10_000,
        events=10_000,
        dealt_ms=1_796_000_000_000 - 90 * 86_400_000,
    )
    assert len(encode(finished)) <= 64


@pytest.mark.slow
@given(entries(), st.data())
def test_what_is_not_an_entry_is_refused(entry: Entry, data: st.DataObject) -> None:
    member = encode(entry)
    cut = member[: data.draw(st.integers(0, len(member) - 1))]
    for other in (cut, member + b"\0", b""):
        with pytest.raises(ValueError, match="no entry"):
            decode(other)


@pytest.mark.slow
@given(st.binary(max_size=80))
def test_any_bytes_are_an_entry_or_refused(noise: bytes) -> None:
    try:
        entry = decode(noise)
    except ValueError:
        glance(noise)
        return
    assert encode(entry) == noise


@pytest.mark.parametrize("name", ["", "x" * 65, "żółw"])
def test_a_name_that_cannot_be_packed_is_refused(name: str) -> None:
    wrong = Entry(1, name, Result.PLAYING, False, "polish", "p", "d", 0, 0, 0, 0, 1)
    with pytest.raises(ValueError, match=r"characters|ascii"):
        encode(wrong)
