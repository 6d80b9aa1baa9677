"""Replays on a socket that notes what it is sent and when, by a clock that the loop turns."""

import asyncio
from itertools import pairwise

import pytest

from pasjans_protocol.messages import (
    Finished,
    Leave,
    Left,
    Replay,
    Snapshot,
    Steer,
    Steered,
)
from pasjans_services.eventstore.records import encode_event
from pasjans_services.replay.streams import LOOK_AGAIN_S
from pasjans_services.replay.turns import EVENTS_A_TURN
from support.lines import random_line
from support.logs import append, events_of, header_of, resigned_line
from support.replaydesk import Parts, parts_with
from support.turned import run_turned

LINE = resigned_line("polish", 6, seed=2)


def test_events_come_at_their_pace_then_the_end_and_the_stop() -> None:
    async def run() -> None:
        parts = await parts_with(LINE, 250)
        await parts.ask(Replay("r", "g"))
        await asyncio.sleep(60)
        way = parts.way
        assert way.shown() == [(0.5, 2), (1.0, 3), (1.5, 4), (2.0, 5), (2.5, 6), (3.0, 7)]
        assert way.named() == ["Snapshot", *["Delta"] * 6, "Finished", "Steered"]
        assert way.sent[-1] == (3.0, Steered(None, 1, 7, 7, False, 100))
        await parts.close()

    run_turned(run())


def test_no_pause_is_longer_than_three_seconds_and_speed_divides_it() -> None:
    async def run() -> None:
        parts = await parts_with(LINE, 60_000)
        await parts.ask(Replay("r", "g", speed=300))
        await asyncio.sleep(60)
        assert parts.way.shown() == [(float(n), n + 1) for n in range(1, 7)]
        await parts.close()

    run_turned(run())


def test_a_replay_is_steered() -> None:
    async def run() -> None:
        parts = await parts_with(LINE, 500)
        way = parts.way
        await parts.ask(Replay("r", "g", version=2, playing=False, guide=True))
        await asyncio.sleep(10)
        assert way.named() == ["Snapshot"]
        await parts.ask(Steer("a", 1, playing=True))
        await asyncio.sleep(1.5)
        assert [version for _, version in way.shown()] == [3]
        await parts.ask(Steer("b", 1, playing=False))
        await asyncio.sleep(10)
        await parts.ask(Steer("c", 1, version=5))
        await parts.ask(Steer("d", 1, version=1, playing=True, speed=1_000))
        await asyncio.sleep(0.25)
        await parts.ask(Steer("e", 1, version=7))
        await asyncio.sleep(10)

        assert way.named() == [
            *("Snapshot", "Steered", "GuidedDelta", "Steered"),
            *("Snapshot", "Steered", "Snapshot", "Steered"),
            *("GuidedDelta", "GuidedDelta", "Snapshot", "Finished", "Steered"),
        ]
        steered = [message for _, message in way.sent if isinstance(message, Steered)]
        assert steered == [
            Steered("a", 1, 2, 7, True, 100),
            Steered("b", 1, 3, 7, False, 100),
            Steered("c", 1, 5, 7, False, 100),
            Steered("d", 1, 1, 7, True, 1_000),
            Steered("e", 1, 7, 7, False, 1_000),
        ]
        snapshots = [message for _, message in way.sent if isinstance(message, Snapshot)]
        assert [(shot.id, shot.version) for shot in snapshots] == [
            *(("r", 2), (None, 5), (None, 1), (None, 7)),
        ]
        assert {(shot.reason, shot.role, shot.watching) for shot in snapshots} == {
            ("replay", "watcher", 0)
        }
        await parts.close()

    run_turned(run())


@pytest.mark.parametrize("playing", [True, False])
def test_a_replay_that_begins_at_the_end_says_so(playing: bool) -> None:
    async def run() -> None:
        parts = await parts_with(LINE, 500)
        await parts.ask(Replay("r", "g", version=7, playing=playing))
        await asyncio.sleep(10)
        stop = ["Steered"] if playing else []
        assert parts.way.named() == ["Snapshot", "Finished", *stop]
        assert isinstance(parts.way.sent[1][1], Finished)
        await parts.close()

    run_turned(run())


def test_who_reads_slowly_is_sent_nothing_until_he_has_read() -> None:
    async def run() -> None:
        parts = await parts_with(LINE, 500)
        way = parts.way
        await parts.ask(Replay("r", "g"))
        await asyncio.sleep(1.5)
        way.waiting_bytes = 1
        await asyncio.sleep(100)
        assert way.shown() == [(1.0, 2)]
        way.waiting_bytes = 0
        await asyncio.sleep(60)
        first, second, *others = [at for at, _ in way.shown()]
        assert first == 1.0
        assert 101.5 <= second <= 101.5 + LOOK_AGAIN_S
        # It does not hurry after what it missed.
        assert [round(at - second, 3) for at in others] == [1.0, 2.0, 3.0, 4.0]
        await parts.close()

    run_turned(run())


def test_events_that_are_due_at_once_leave_turns_to_others() -> None:
    async def run() -> None:
        line = random_line("polish", 300, seed=9)
        parts = await parts_with(line, 0)
        way = parts.way
        lengths: list[int] = []

        async def watch() -> None:
            while len(way.sent) < 301:
                lengths.append(len(way.shown()))
                await asyncio.sleep(0)

        watching = asyncio.create_task(watch())
        await parts.ask(Replay("r", "g", speed=100_000))
        await watching
        steps = {after - before for before, after in pairwise(lengths)}
        assert max(steps) == EVENTS_A_TURN
        assert {at for at, _ in way.shown()} == {0.0}
        await parts.close()

    run_turned(run())


def test_a_game_in_progress_ends_at_its_head_and_playing_on_looks_again() -> None:
    async def run() -> None:
        parts = Parts(500)
        happened = events_of(LINE)
        await append(parts.store, "g", header_of(LINE.rules, LINE.deal), happened[:2])
        way = parts.way
        await parts.ask(Replay("r", "g"))
        await asyncio.sleep(10)
        assert way.named() == ["Snapshot", "Delta", "Delta", "Steered"]
        await parts.ask(Steer("a", 1, playing=True))
        for version, event in enumerate(happened[2:], start=3):
            last = version == 6
            await parts.store.append("g", version, f"c{version}", [encode_event(event)], final=last)
        await asyncio.sleep(10)
        assert way.sent[-1][1] == Steered("a", 1, 3, 3, False, 100)

        await parts.ask(Steer("b", 1, playing=True))
        await asyncio.sleep(60)

        assert way.sent[-7][1] == Steered("b", 1, 3, 7, True, 100)
        assert way.named()[-2:] == ["Finished", "Steered"]
        assert [version for _, version in way.shown()] == [2, 3, 4, 5, 6, 7]
        await parts.close()

    run_turned(run())


def test_a_log_that_lost_its_tail_is_shown_as_it_is_now() -> None:
    async def run() -> None:
        parts = Parts(500)
        line = random_line("polish", 9, seed=1)
        await append(parts.store, "g", header_of(line.rules, line.deal), events_of(line))
        await parts.ask(Replay("r", "g", version=10, playing=False))
        parts.memory.game("g").log[4:] = []
        await parts.ask(Steer("a", 1, playing=True))
        snapshot, steered = (message for _, message in parts.way.sent[-2:])
        assert isinstance(snapshot, Snapshot)
        assert (snapshot.id, snapshot.version) == (None, 4)
        assert steered == Steered("a", 1, 4, 4, False, 100)
        await parts.close()

    run_turned(run())


def test_what_is_left_or_ended_is_silent() -> None:
    async def run() -> None:
        parts = await parts_with(LINE, 500)
        way = parts.way
        for id_ in ("r", "s"):
            await parts.ask(Replay(id_, "g"))
        way.take(Leave("l", 1))
        assert parts.desk.leave(1)
        assert not parts.desk.leave(1)
        way.send(Left("l"))
        await asyncio.sleep(1.5)
        assert way.named() == ["Snapshot", "Snapshot", "Left", "Delta"]
        parts.desk.end()
        way.ended = True
        await asyncio.sleep(60)
        assert len(way.sent) == 4
        await parts.close()

    run_turned(run())
