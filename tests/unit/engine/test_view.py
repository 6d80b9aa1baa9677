"""What may be seen, and how it changes."""

from struct import pack
from zlib import crc32

import pytest

from pasjans_engine.errors import Invalid
from pasjans_engine.game import Dealt, Game, decide, evolve, replay
from pasjans_engine.notation import parse_command
from pasjans_engine.view import canonical, check, diff, patch, view
from support import oracles

STORY = oracles.walkthrough()


def after(commands: str) -> Game:
    game = replay([Dealt("russian", 1, STORY["deal"], None)])
    for text in commands.split():
        (event,) = decide(game, parse_command(game.rules, text))
        game = evolve(game, event)
    return game


def test_the_slots_of_a_view() -> None:
    game = after("30@32 60@00 undo")
    seen = view(game)
    assert len(seen) == 33
    assert seen[:28] == tuple(game.rules.board(game.position)[:28])
    assert seen[28:] == (1, 0, 1, 1, 1)


@pytest.mark.parametrize(
    ("commands", "number"),
    [("", 0), (f"{STORY['moves']} {STORY['a_finish']}", 1), ("resign", 3)],
)
def test_the_status_is_a_number(commands: str, number: int) -> None:
    assert view(after(commands))[29] == number


def test_the_canonical_bytes_are_big_endian() -> None:
    seen = view(after("30@32"))
    assert canonical(seen) == b"".join(pack(">I", value) for value in seen)
    assert check(seen) == crc32(canonical(seen))
    assert canonical((1, 2**32 - 1)) == b"\0\0\0\1\xff\xff\xff\xff"


def test_a_move_changes_two_cells_and_the_count() -> None:
    before, now = after(""), after("30@32")
    changes = diff(view(before), view(now))
    assert len(changes) == 6
    assert changes[::2] == (0, 20, 30)
    assert changes[1::2] == (28, 6, 1)
    assert patch(view(before), changes) == view(now)


def test_nothing_changes_between_equal_views() -> None:
    seen = view(after(""))
    assert diff(seen, seen) == ()
    assert patch(seen, ()) == seen


def test_views_of_different_games_have_no_difference() -> None:
    seen = view(after(""))
    with pytest.raises(Invalid, match="views of 33 and 35 slots"):
        diff(seen, (*seen, 0, 0))
    with pytest.raises(Invalid, match="views of 33 and 32 slots"):
        diff(seen, seen[:-1])


def test_hints_have_a_slot_from_the_first_on() -> None:
    before, now = after("30@32"), after("30@32 hint")
    assert diff(view(before), view(now)) == (33, 1)
    assert patch(view(before), (33, 1)) == view(now) == (*view(before), 1)
    assert diff(view(now), view(after("30@32 hint hint"))) == (33, 2)


@pytest.mark.parametrize(
    "changes", [(1,), (34, 0), (-1, 0), (0, -1), (0, 2**32), (0, 1, 2), (2**60, 1)]
)
def test_bad_changes_are_refused(changes: tuple[int, ...]) -> None:
    seen = view(after(""))
    with pytest.raises(Invalid):
        patch(seen, changes)
    assert seen == view(after(""))
