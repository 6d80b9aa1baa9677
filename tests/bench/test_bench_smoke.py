"""The load generator works, against a gateway and against the echo. Its figures are not tested."""

from pathlib import Path

import pytest

from bench import servers
from bench.lines import random_lines
from bench.load import Load, Outcome
from support.gateways import NO_LIMITS, serving

pytestmark = pytest.mark.slow

PLAYERS = 4
LINES = random_lines(2)


async def play(url: str, *, echo: bool, watchers: int = 0) -> Outcome:
    """Let the players play until one of them has come to the end of both games."""
    load = Load(url, LINES, echo=echo)
    await load.connect(PLAYERS, watchers, pause_s=0.0)
    return await load.run(warm_up_s=0.0, seconds=60.0, server_pid=None)


def at_least(outcome: Outcome) -> bool:
    """Whether one player at least has made all moves."""
    return outcome.moves >= sum(len(line.actions) for line in LINES)


async def test_players_play_and_watchers_see_it(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as serve:
        (gateway,) = serve(1, *NO_LIMITS)
        outcome = await play(gateway.ws_url, echo=False, watchers=1)
    assert outcome.refusals == ()
    assert at_least(outcome)
    assert 12 < outcome.delta_bytes < 20
    assert outcome.watched is not None


async def test_the_echo_echoes() -> None:
    with servers.echo() as echo:
        outcome = await play(echo.url, echo=True)
    assert outcome.refusals == ()
    assert at_least(outcome)


def test_lines_are_the_same_each_time() -> None:
    assert random_lines(2) == LINES
    assert all(len(line.actions) > 20 for line in LINES)
