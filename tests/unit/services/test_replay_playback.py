"""How a replay goes on, with a clock that the test turns."""

import pytest

from pasjans_services.replay.playback import Playback, pauses

TIMES_MS = (0, 500, 1_500, 61_500, 61_400, 62_400)
PAUSES_MS = (500, 1_000, 3_000, 0, 1_000)


def shown(playback: Playback, until: float) -> list[tuple[int, float]]:
    """The versions that are shown up to a time, each as soon as it is due."""
    seen: list[tuple[int, float]] = []
    while playback.due is not None and playback.due <= until:
        due = playback.due
        playback.step(due)
        seen.append((playback.version, due))
    return seen


def test_pauses_are_those_of_the_game_and_not_too_long() -> None:
    assert pauses(TIMES_MS) == PAUSES_MS
    assert pauses([5]) == ()


def test_events_come_at_the_pace_at_which_they_were_played() -> None:
    playback = Playback(PAUSES_MS, 1, playing=True, speed=100, now=10.0)
    assert shown(playback, 100.0) == [(2, 10.5), (3, 11.5), (4, 14.5), (5, 14.5), (6, 15.5)]
    assert (playback.playing, playback.due, playback.at_head) == (False, None, True)


def test_speed_divides_every_pause() -> None:
    playback = Playback(PAUSES_MS, 1, playing=True, speed=1_000, now=0.0)
    times = [round(time, 6) for _, time in shown(playback, 100.0)]
    assert times == [0.05, 0.15, 0.45, 0.45, 0.55]


def test_what_does_not_play_waits_until_it_does() -> None:
    playback = Playback(PAUSES_MS, 2, playing=False, speed=100, now=0.0)
    due = [playback.due]
    playback.steer(50.0, version=None, playing=True, speed=None)
    due.append(playback.due)
    playback.steer(50.5, version=None, playing=False, speed=None)
    due.append(playback.due)
    assert due == [None, 51.0, None]


def test_a_seek_waits_for_the_next_event_from_there() -> None:
    playback = Playback(PAUSES_MS, 1, playing=True, speed=100, now=0.0)
    playback.steer(0.2, version=3, playing=None, speed=None)
    assert (playback.version, playback.due) == (3, 3.2)
    playback.steer(1.0, version=1, playing=None, speed=None)
    assert (playback.version, playback.due) == (1, 1.5)


def test_a_new_speed_divides_what_is_left_of_the_pause() -> None:
    playback = Playback(PAUSES_MS, 3, playing=True, speed=100, now=0.0)
    playback.steer(1.0, version=None, playing=None, speed=200)
    assert playback.due == 2.0
    playback.steer(1.5, version=None, playing=None, speed=50)
    assert playback.due == 3.5


def test_a_seek_to_the_end_stops_and_playing_on_there_does_nothing() -> None:
    playback = Playback(PAUSES_MS, 1, playing=True, speed=100, now=0.0)
    playback.steer(0.0, version=6, playing=None, speed=None)
    assert (playback.at_head, playback.playing, playback.due) == (True, False, None)
    playback.steer(0.0, version=None, playing=True, speed=None)
    assert playback.due is None


def test_more_events_can_be_played_once_they_are_there() -> None:
    playback = Playback(PAUSES_MS[:2], 3, playing=True, speed=100, now=0.0)
    assert (playback.at_head, playback.playing) == (True, False)
    playback.take(PAUSES_MS)
    playback.steer(9.0, version=None, playing=True, speed=None)
    assert (playback.head, playback.due) == (6, 12.0)


def test_a_little_delay_is_made_up_for_and_a_long_one_is_not() -> None:
    playback = Playback(PAUSES_MS, 1, playing=True, speed=100, now=0.0)
    playback.step(0.55)
    assert playback.due == 1.5
    playback.step(9.0)
    assert playback.due == 12.0


@pytest.mark.parametrize("playing", [False, True])
def test_a_game_that_was_only_dealt_has_nothing_to_play(playing: bool) -> None:
    playback = Playback((), 1, playing=playing, speed=100, now=0.0)
    assert (playback.head, playback.at_head, playback.due) == (1, True, None)
