"""What all listings promise (see `pasjans_services.eventstore.listings`)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasjans_services.eventstore.memory import Memory
from pasjans_services.eventstore.memory_listings import MemoryListings
from support.stores import Backend

LETTERS = (b"a", b"aa", b"ab", b"b", b"\x00", b"\xff\xff", b"")


async def test_members_are_in_byte_order(backend: Backend, game: str) -> None:
    listings = backend.listings()
    assert await listings.change(game, add=LETTERS) == len(LETTERS)
    expected = (b"", b"\x00", b"a", b"aa", b"ab", b"b", b"\xff\xff")
    assert await listings.slice(game, most=100) == expected
    assert await listings.slice(game, most=100, backwards=True) == expected[::-1]
    assert await listings.slice(game, most=2) == expected[:2]
    assert await listings.slice(game, most=2, backwards=True) == expected[:-3:-1]


async def test_the_lower_bound_is_in_and_the_upper_one_is_not(backend: Backend, game: str) -> None:
    listings = backend.listings()
    await listings.change(game, add=LETTERS)
    assert await listings.slice(game, low=b"a", high=b"b", most=9) == (b"a", b"aa", b"ab")
    assert await listings.slice(game, low=b"a", high=b"b", most=1, backwards=True) == (b"ab",)
    assert await listings.slice(game, low=b"a", high=b"a", most=9) == ()
    assert await listings.count(game, low=b"a", high=b"b") == 3
    assert await listings.count(game, low=b"ab") == 3
    assert await listings.count(game, high=b"a") == 2
    assert await listings.count(game) == len(LETTERS)


async def test_what_is_not_there_has_no_members(backend: Backend, game: str) -> None:
    listings = backend.listings()
    assert await listings.slice(game, most=9) == ()
    assert await listings.count(game) == 0
    assert await listings.change(game, remove=[b"a"]) == 0


async def test_a_change_may_be_repeated(backend: Backend, game: str) -> None:
    listings = backend.listings()
    assert await listings.change(game, add=[b"a", b"b"]) == 2
    assert await listings.change(game, add=[b"a", b"b"]) == 0
    assert await listings.change(game, add=[b"c"], remove=[b"a"]) == 2
    assert await listings.change(game, add=[b"c"], remove=[b"a"]) == 0
    assert await listings.slice(game, most=9) == (b"b", b"c")


async def test_what_is_put_in_and_taken_out_at_once_is_in(backend: Backend, game: str) -> None:
    listings = backend.listings()
    await listings.change(game, add=[b"a"])
    assert await listings.change(game, add=[b"a"], remove=[b"a"]) == 0
    assert await listings.slice(game, most=9) == (b"a",)


async def test_keys_are_found_by_how_they_begin(backend: Backend, game: str) -> None:
    listings = backend.listings()
    for key in (f"{game}:a*", f"{game}:a?b", f"{game}:[x]", f"{game}"):
        await listings.change(key, add=[b"1"])
    assert {key async for key in listings.keys(f"{game}:")} == {
        f"{game}:a*",
        f"{game}:a?b",
        f"{game}:[x]",
    }
    assert [key async for key in listings.keys(f"{game}:a*")] == [f"{game}:a*"]
    await listings.delete(f"{game}:[x]")
    await listings.change(f"{game}:a*", remove=[b"1"])
    assert [key async for key in listings.keys(f"{game}:")] == [f"{game}:a?b"]


@pytest.mark.parametrize("key", ["", "{a}", "x" * 201])
async def test_a_key_that_cannot_be_is_refused(backend: Backend, key: str) -> None:
    with pytest.raises(ValueError, match="no key of a listing"):
        await backend.listings().change(key, add=[b"a"])


@given(st.lists(st.binary(max_size=4)), st.binary(max_size=4), st.binary(max_size=4))
async def test_memory_is_a_sorted_set(members: list[bytes], low: bytes, high: bytes) -> None:
    listings = MemoryListings(Memory())
    await listings.change("key", add=members)
    expected = [member for member in sorted(set(members)) if low <= member < high]
    assert list(await listings.slice("key", low=low, high=high, most=100)) == expected
    assert await listings.count("key", low=low, high=high) == len(expected)
