"""Whose turn it is, by a clock that the loop turns."""

import asyncio
from collections.abc import Callable

from structlog.testing import capture_logs

from pasjans_services.replay.turns import (
    CANCELLED_ANYWAY,
    EVENTS_A_TURN,
    EVENTS_AT_ONCE,
    Turns,
)
from support.turned import run_turned


def test_what_is_due_first_comes_first() -> None:
    async def run() -> None:
        turns, loop = Turns(), asyncio.get_running_loop()
        began, seen = loop.time(), list[tuple[str, float]]()

        def note(name: str) -> Callable[[int], int]:
            def go_on(_most: int) -> int:
                seen.append((name, round(loop.time() - began, 3)))
                return 1

            return go_on

        turns.at(began + 3, note("late"))
        turns.at(began + 1, note("one"))
        turns.at(began + 1, note("other"))
        turns.at(began + 2, note("never")).cancel()
        turns.at(began - 5, note("overdue"))
        await asyncio.sleep(10)
        assert seen == [("overdue", 0.0), ("one", 1.0), ("other", 1.0), ("late", 3.0)]
        assert len(turns) == turns.cancelled == 0

    run_turned(run())


def test_however_much_is_due_a_turn_is_bounded_and_all_go_on() -> None:
    async def run() -> None:
        turns, loop = Turns(), asyncio.get_running_loop()
        due, shown = loop.time(), dict.fromkeys(range(500), 0)

        def ask(number: int) -> None:
            def go_on(most: int) -> int:
                shown[number] += most
                if shown[number] < 40:
                    ask(number)
                return most

            turns.at(due, go_on)

        for number in shown:
            ask(number)
        before, most = 0, 0
        while min(shown.values()) < 40:
            await asyncio.sleep(0)
            now = sum(shown.values())
            most, before = max(most, now - before), now
            assert max(shown.values()) - min(shown.values()) <= EVENTS_AT_ONCE
        assert most == EVENTS_A_TURN

    run_turned(run())


def test_tickets_that_were_cancelled_are_forgotten_in_time() -> None:
    async def run() -> None:
        turns, loop = Turns(), asyncio.get_running_loop()
        kept = [turns.at(loop.time() + 300, lambda _: 1) for _ in range(10)]
        for _ in range(10_000):
            ticket = turns.at(loop.time() + 300, lambda _: 1)
            ticket.cancel()
            ticket.cancel()
            assert len(turns) <= 2 * (len(kept) + CANCELLED_ANYWAY) + 2
        await asyncio.sleep(400)
        assert len(turns) == turns.cancelled == 0

    run_turned(run())


def test_a_replay_that_fails_ends_no_other() -> None:
    async def run() -> None:
        turns, loop, seen = Turns(), asyncio.get_running_loop(), list[str]()

        def fail(_most: int) -> int:
            raise ValueError("not this one")

        def note(_most: int) -> int:
            seen.append("the other")
            return 1

        turns.at(loop.time(), fail)
        turns.at(loop.time(), note)
        with capture_logs() as logs:
            await asyncio.sleep(1)
        assert seen == ["the other"]
        assert [line["event"] for line in logs] == ["replay_failed"]

    run_turned(run())
