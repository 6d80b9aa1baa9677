"""Portable files: what is written is verified, and nothing else is."""

from io import BytesIO
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasjans_engine.domino import POLISH
from pasjans_engine.game import Dealt, Event, Redone, Resigned, replay
from pasjans_engine.rules import rules_named
from pasjans_engine.view import check, view
from pasjans_protocol.portable import Flaw, NotVerified, Step, hash_of, lines, verify
from support.portables import SEED, START_MS, header, played, rechained, timed
from support.strategies import all_rules, choices, seeds, stream
from support.walkthrough import walkthrough

games = st.tuples(all_rules, seeds, choices, st.booleans()).map(
    lambda drawn: (drawn[1], [*stream(*drawn[:3]), *([Resigned()] if drawn[3] else [])])
)
"""A seed, and the events of a game dealt from it, which may be resigned at the end."""


def ended(events: list[Event]) -> list[Event]:
    """The events up to the one that ends the game."""
    game = replay(events[:-1]) if len(events) > 1 else None
    return events[:-1] if game is not None and game.over else events


def written(seed: bytes, events: list[Event]) -> tuple[bytes, ...]:
    dealt = events[0]
    assert isinstance(dealt, Dealt)
    over, rules = replay(events).over, rules_named(dealt.rules)
    if rules.hidden and not over:
        told = header(dealt.rules, deal=rules.deal(seed))
    else:
        told = header(dealt.rules, seed=seed, tell=over)
    return lines(told, timed(events))


def first_difference(one: list[bytes], other: list[bytes]) -> int:
    """Number of the first line that is not the same in both, from 1."""
    return next(
        number for number in count(1) if one[number - 1 : number] != other[number - 1 : number]
    )


def split(data: bytes) -> list[bytes]:
    return list(BytesIO(data))


def refusal(of: list[bytes]) -> NotVerified:
    with pytest.raises(NotVerified) as caught:
        verify(of)
    return caught.value


@given(games)
def test_what_is_written_is_verified(drawn: tuple[bytes, list[Event]]) -> None:
    seed, events = drawn[0], ended(drawn[1])
    steps: list[Step] = []
    told = written(seed, events)
    proved = verify(told, steps.append)
    game = replay(events)
    assert (proved.status, proved.moves, proved.undos) == (game.status, game.moves, game.undos)
    assert proved.events == game.version == len(told) - 1
    assert proved.hash == hash_of(told[-1])
    assert [check(view(step.game)) for step in steps] == [
        check(view(replay(events[: version + 1]))) for version in range(len(events))
    ]
    assert [step.time_ms for step in steps] == [START_MS + 1000 * n for n in range(len(events))]


@given(games, st.data())
def test_a_change_anywhere_is_found_in_its_line(
    drawn: tuple[bytes, list[Event]], data: st.DataObject
) -> None:
    told = list(written(drawn[0], ended(drawn[1])))
    whole = b"".join(told)
    at = data.draw(st.integers(0, len(whole) - 1))
    cut = data.draw(st.integers(0, 3))
    more = data.draw(st.binary(max_size=3))
    changed = whole[:at] + more + whole[at + cut :]
    if changed != whole:
        assert refusal(split(changed)).line == first_difference(told, split(changed))


@given(games, st.data())
def test_lines_in_another_order_are_found(
    drawn: tuple[bytes, list[Event]], data: st.DataObject
) -> None:
    told = list(written(drawn[0], ended(drawn[1])))
    numbers = data.draw(st.lists(st.integers(0, len(told) - 1), max_size=len(told) + 2))
    changed = [told[number] for number in numbers]
    if changed != told:
        assert refusal(changed).line == first_difference(told, changed)


@given(games, st.data())
def test_an_event_left_out_is_found_though_hashes_are_new(
    drawn: tuple[bytes, list[Event]], data: st.DataObject
) -> None:
    told = list(written(drawn[0], ended(drawn[1])))
    if len(told) > 2:
        out = data.draw(st.integers(1, len(told) - 2))
        wrong = refusal(rechained([*told[:out], *told[out + 1 :]]))
        assert wrong.line == out + 1
        assert wrong.code in {Flaw.ORDER, Flaw.CHECK, Flaw.RESULT}


@given(games, st.data())
def test_another_event_is_found_though_hashes_are_new(
    drawn: tuple[bytes, list[Event]], data: st.DataObject
) -> None:
    """Only a redo and the same move played again may lead to the very same view."""
    events = ended(drawn[1])
    told = list(written(drawn[0], events))
    if len(told) == 2:
        return
    at = data.draw(st.integers(1, len(told) - 2))
    action = data.draw(st.sampled_from(["undo", "resign", "open", "54@14", "10@50"]))
    before, found, after = told[at].partition(b'"event":"')
    changed = before + found + action.encode() + after[after.index(b'"') :]
    if changed != told[at] and not isinstance(events[at], Redone):
        wrong = refusal(rechained([*told[:at], changed, *told[at + 1 :]]))
        assert (wrong.line, wrong.version) == (at + 1, at + 1)
        assert wrong.code in {Flaw.ILLEGAL, Flaw.CHECK}


@pytest.mark.slow
def test_every_changed_lost_or_added_byte_is_found() -> None:
    events = [*stream(POLISH, SEED, [0, 1, 7]), Resigned()]
    told = list(written(SEED, events))
    whole = b"".join(told)
    for at in range(len(whole) + 1):
        for value in {0x0A, 0x20, 0x30, *_near(whole[at : at + 1])}:
            one = bytes((value,))
            _found(told, whole[:at] + one + whole[at:])
            _found(told, whole[:at] + one + whole[at + 1 :], same_lines=value != 0x0A)
        _found(told, whole[:at] + whole[at + 1 :], same_lines=whole[at : at + 1] != b"\n")
        cut = split(whole[:at])
        assert cut == told or refusal(cut).line == first_difference(told, cut)


def _near(byte: bytes) -> set[int]:
    """Bytes that differ from one in a single bit, or in case."""
    return {byte[0] ^ 1, byte[0] ^ 0x20, byte[0] ^ 0x80} if byte else set()


def _found(told: list[bytes], changed: bytes, *, same_lines: bool = False) -> None:
    altered = split(changed)
    if altered == told:
        return
    wrong = refusal(altered)
    assert wrong.line == first_difference(told, altered)
    if wrong.line < len(told):
        assert wrong.version == wrong.line
    elif same_lines:
        assert wrong.version is None


def test_a_solved_game_cut_short_anywhere_is_found() -> None:
    story = walkthrough()
    told = header(story.rules, deal=story.deal)
    whole = b"".join(lines(told, played(told, (*story.moves, *story.finish))))
    full = split(whole)
    for end in range(0, len(whole), 7):
        wrong = refusal(split(whole[:end]))
        assert wrong.line == first_difference(full, split(whole[:end]))
