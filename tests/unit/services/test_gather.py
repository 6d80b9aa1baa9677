import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from pasjans_services.eventstore.gather import MOST, Gather


class Echo:
    """Answers each request with itself, or with what it was told to."""

    def __init__(self) -> None:
        self.trips: list[list[str]] = []
        self.answers: dict[str, list[Any]] = {}
        self.gate = asyncio.Event()
        self.gate.set()

    async def __call__(self, requests: Sequence[str]) -> list[Any]:
        self.trips.append(list(requests))
        await self.gate.wait()
        return [(self.answers.get(one) or [one]).pop(0) for one in requests]


async def test_requests_of_one_turn_share_a_round_trip() -> None:
    echo = Echo()
    gather: Gather[str] = Gather(echo)
    answers = await asyncio.gather(*(gather.ask(name) for name in "abc"))
    assert answers == ["a", "b", "c"]
    assert echo.trips == [["a", "b", "c"]]


async def test_requests_that_come_meanwhile_share_the_next_one() -> None:
    echo = Echo()
    gather: Gather[str] = Gather(echo)
    echo.gate.clear()
    asking = [gather.ask("a")]
    while not echo.trips:
        await asyncio.sleep(0)
    asking += [gather.ask(name) for name in "bc"]
    await asyncio.sleep(0)
    echo.gate.set()
    assert await asyncio.gather(*asking) == ["a", "b", "c"]
    assert echo.trips == [["a"], ["b", "c"]]


async def test_a_round_trip_has_a_limit() -> None:
    echo = Echo()
    gather: Gather[str] = Gather(echo)
    names = [str(number) for number in range(2 * MOST + 1)]
    assert await asyncio.gather(*(gather.ask(name) for name in names)) == names
    assert [len(trip) for trip in echo.trips] == [MOST, MOST, 1]


async def test_an_error_is_raised_to_its_caller_alone() -> None:
    echo = Echo()
    echo.answers["b"] = [KeyError("b")]
    gather: Gather[str] = Gather(echo)
    answers = await asyncio.gather(*(gather.ask(n) for n in "abc"), return_exceptions=True)
    assert [type(answer) for answer in answers] == [str, KeyError, str]


async def test_a_fault_of_the_round_trip_leaves_nobody_waiting(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def broken(requests: Sequence[str]) -> list[Any]:
        raise ZeroDivisionError(len(requests))

    gather: Gather[str] = Gather(broken)
    answers = await asyncio.gather(*(gather.ask(n) for n in "abc"), return_exceptions=True)
    assert [type(answer) for answer in answers] == [ZeroDivisionError] * 3


async def test_who_gave_up_before_the_round_trip_is_not_asked_for() -> None:
    echo = Echo()
    gather: Gather[str] = Gather(echo)
    asking = [gather.ask(name) for name in "abc"]
    asking[1].cancel()
    await asyncio.wait(asking)
    assert echo.trips == [["a", "c"]]


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
async def test_close_leaves_nobody_waiting(turns: int) -> None:
    echo = Echo()
    echo.gate.clear()
    gather: Gather[str] = Gather(echo)
    asking = [gather.ask(name) for name in "abc"]
    for _ in range(turns):
        await asyncio.sleep(0)
    await gather.close(EOFError("closed"))
    for one in asking:
        with pytest.raises(EOFError, match="closed"):
            await one
    await gather.close(EOFError("closed"))
