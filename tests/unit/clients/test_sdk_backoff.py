import pytest

from pasjans.backoff import Backoff, Retries
from pasjans.errors import Refused
from pasjans.options import Options
from pasjans_protocol import messages
from pasjans_protocol.errors import Code


class Clock:
    """Time that passes only when somebody sleeps."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.slept_s: list[float] = []

    def now(self) -> float:
        return self.now_s

    async def sleep(self, seconds: float) -> None:
        self.slept_s.append(seconds)
        self.now_s += seconds


def options(clock: Clock, *, chance: float = 1.0, retry_s: float = 60.0) -> Options:
    return Options(
        backoff_first_s=0.5,
        backoff_most_s=4.0,
        retry_s=retry_s,
        now=clock.now,
        sleep=clock.sleep,
        random=lambda: chance,
    )


def limited(retry_after_ms: int | None = 100) -> messages.Refused:
    return messages.Refused("1", Code.RATE_LIMITED, "slowly", retry_after_ms=retry_after_ms)


def test_pauses_double_up_to_the_longest() -> None:
    backoff = Backoff(options(Clock()))
    assert [backoff.next_s() for _ in range(5)] == [0.5, 1.0, 2.0, 4.0, 4.0]
    backoff.reset()
    assert backoff.next_s() == 0.5


def test_each_pause_is_a_random_part_of_the_longest() -> None:
    chances = iter([0.0, 0.25, 0.999])
    backoff = Backoff(Options(backoff_first_s=1.0, random=lambda: next(chances)))
    assert [backoff.next_s() for _ in range(3)] == [0.0, 0.5, pytest.approx(3.996)]


def test_many_attempts_do_not_overflow() -> None:
    backoff = Backoff(options(Clock()))
    assert max(backoff.next_s() for _ in range(5_000)) == 4.0


async def test_a_refusal_for_now_is_waited_for() -> None:
    clock = Clock()
    retries = Retries(options(clock, chance=0.0))
    await retries.wait(limited(retry_after_ms=250))
    assert clock.slept_s == [0.25]


async def test_waiting_without_a_hint_backs_off() -> None:
    clock = Clock()
    retries = Retries(options(clock))
    for _ in range(3):
        await retries.wait(messages.Refused("1", Code.UNAVAILABLE, "no store"))
    assert clock.slept_s == [0.25, 0.5, 1.0]


async def test_waiting_has_an_end() -> None:
    clock = Clock()
    retries = Retries(options(clock, chance=0.0, retry_s=1.0))
    for _ in range(3):
        await retries.wait(limited(retry_after_ms=300))
    with pytest.raises(Refused) as refused:
        await retries.wait(limited(retry_after_ms=300))
    assert refused.value.code is Code.RATE_LIMITED
    assert refused.value.retry_after_ms == 300
    assert clock.slept_s == [0.3, 0.3, 0.3]


async def test_who_cannot_wait_so_long_gives_up_earlier() -> None:
    for longest_s, slept_s in ((0.7, [0.3, 0.3]), (9.0, [0.3, 0.3, 0.3])):
        clock = Clock()
        retries = Retries(options(clock, chance=0.0, retry_s=1.0), longest_s)
        for _ in slept_s:
            await retries.wait(limited(retry_after_ms=300))
        with pytest.raises(Refused):
            await retries.wait(limited(retry_after_ms=300))
        assert clock.slept_s == slept_s


async def test_nothing_is_waited_for_when_that_is_switched_off() -> None:
    clock = Clock()
    with pytest.raises(Refused, match="rate_limited"):
        await Retries(options(clock, retry_s=0.0)).wait(limited())
    assert clock.slept_s == []


@pytest.mark.parametrize("code", [c for c in Code if not c.advice.retry])
async def test_a_final_refusal_is_raised_at_once(code: Code) -> None:
    clock = Clock()
    with pytest.raises(Refused) as refused:
        await Retries(options(clock)).wait(messages.Refused("1", code, "no", 7, None, ("42",)))
    error = refused.value
    assert (error.code, error.version, error.fits) == (code, 7, ("42",))
    assert clock.slept_s == []
