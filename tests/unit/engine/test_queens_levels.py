"""Levels: bands of wins, and when a deal is played 64 times."""

from itertools import pairwise

import pytest

from pasjans_engine.queens import QUEENS
from pasjans_engine.queens.levels import BANDS, FEW, MANY, Grade, Level, grade, is_near_edge


def test_bands_are_apart() -> None:
    bands = sorted(BANDS, key=lambda band: band.least)
    assert [band.level for band in bands] == [Level.HARD, Level.MEDIUM, Level.EASY]
    assert all(lower.most < upper.least for lower, upper in pairwise(bands))


@pytest.mark.parametrize(
    ("wins", "level"),
    [
        (0, None),
        (1, None),
        (2, "hard"),
        (4, "hard"),
        (5, None),
        (6, "medium"),
        (10, "medium"),
        (11, None),
        (17, None),
        (18, "easy"),
        (32, "easy"),
    ],
)
def test_the_level_of_wins(wins: int, level: str | None) -> None:
    assert Grade(wins, FEW).level == level
    assert Grade(2 * wins, MANY).level == level


def test_32_play_outs_do_unless_one_win_more_or_less_would_matter() -> None:
    for wins in range(FEW + 1):
        around = {Grade(min(wins + off, FEW), FEW).level for off in (-1, 0, 1)}
        if len(around) > 1:
            assert is_near_edge(wins), wins
    assert not any(map(is_near_edge, (0, 8, 12, 16, 20, 32)))


@pytest.mark.slow
def test_a_grade_is_always_the_same_and_64_play_outs_are_there_near_an_edge() -> None:
    play_outs = set()
    for number in range(8):
        start = QUEENS.start(QUEENS.deal(bytes((number,) * 32)))
        found = grade(QUEENS, start)
        assert grade(QUEENS, start) == found
        play_outs.add(found.play_outs)
    assert play_outs == {FEW, MANY}
