"""The deal of the day at the day's boundary, which is midnight UTC wherever anybody is."""

import asyncio
import json
import os
import subprocess
import sys
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import httpx
import pytest

from pasjans_protocol.messages import Snapshot, Standings, Subscribe
from pasjans_services.backends import Backends
from support.gateways import NO_LIMITS, GatewayProcess, serving
from support.inprocess import InProcess, Running
from support.leaderboards import leaderboard_of, play, settled
from support.solves import actions_of, golden_log, header_of, moved
from support.wire import Wire, fresh_id

pytestmark = pytest.mark.slow

SOLVED = golden_log("polish-4")
"""A deal of the day that was solved, with its seed and the moves."""

ACTIONS = actions_of(SOLVED)
DAY = date(2026, 11, 30)
MIDNIGHT = datetime(2026, 12, 1, tzinfo=UTC)
KIRITIMATI = timezone(timedelta(hours=14))
PAGO_PAGO = timezone(timedelta(hours=-11))


@dataclass(slots=True)
class Clock:
    """A clock that a test sets."""

    now: datetime

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock(MIDNIGHT - timedelta(seconds=1))


@pytest.fixture
def inprocess(inprocess: InProcess, clock: Clock) -> InProcess:
    return replace(inprocess, clock=clock)


async def get(running: Running, path: str) -> Any:
    async with httpx.AsyncClient(base_url=running.http_url) as web:
        answer = await web.get(f"/api/v1/{path}")
    assert answer.status_code == 200, answer.text
    return answer.json()


async def dealt(url: str) -> Snapshot:
    """The game that somebody gets who asks for the deal of the day."""
    async with Wire.connect(url) as wire:
        table = await wire.create("polish", daily=True)
        made = next(one for one in wire.seen if isinstance(one, Snapshot))
        assert made.game == table.game
        return made


async def test_the_day_changes_at_midnight_utc_for_everybody(
    running: Running, clock: Clock
) -> None:
    before = [
        (await get(running, "daily/polish"), await get(running, "boards/daily:polish"))
        for clock.now in (
            MIDNIGHT - timedelta(days=1),
            (MIDNIGHT - timedelta(hours=12)).astimezone(KIRITIMATI),
            (MIDNIGHT - timedelta(milliseconds=1)).astimezone(PAGO_PAGO),
        )
    ]
    first_deal, first_board = before[0]
    assert (first_deal["date"], first_deal["ends"]) == ("2026-11-30", "2026-12-01T00:00:00.000Z")
    assert first_board["board"] == "daily:polish:2026-11-30"
    assert first_board["ends"] == first_deal["ends"]
    assert before == [before[0]] * 3

    for clock.now in (MIDNIGHT, MIDNIGHT.astimezone(PAGO_PAGO), MIDNIGHT.astimezone(KIRITIMATI)):
        deal, board = await get(running, "daily/polish"), await get(running, "boards/daily:polish")
        assert (deal["date"], board["board"]) == ("2026-12-01", "daily:polish:2026-12-01")
        assert deal["ends"] == board["ends"] == "2026-12-02T00:00:00.000Z"
        assert deal["deal"] != first_deal["deal"]
        assert (await get(running, "boards/daily:polish:2026-11-30"))["ends"] == first_board["ends"]


async def test_a_restart_in_the_middle_of_the_day_does_not_change_the_deal(
    inprocess: InProcess, clock: Clock
) -> None:
    seen: set[tuple[str, str]] = set()
    for hours in (1, 9, 23):
        clock.now = MIDNIGHT - timedelta(hours=hours)
        async with inprocess.gateway() as one, inprocess.gateway() as other:
            for running in (one, other):
                daily = await get(running, "daily/polish")
                game = await dealt(running.ws_url)
                seen.add((daily["deal_id"], daily["commitment"]))
                seen.add((game.deal_id, str(game.commitment)))
    assert len(seen) == 1


async def test_the_game_solved_on_its_day_stands_on_the_board_and_one_second_later_it_does_not(
    running: Running, shared: Backends
) -> None:
    """By the times in the log, whichever clock the process has and whenever it looks."""
    source = f"daily:{DAY.isoformat()}"
    midnight_ms = int(MIDNIGHT.timestamp()) * 1000
    projection = leaderboard_of(running).projection
    for game, ends_ms in {
        "early": midnight_ms - 1,
        "at-midnight": midnight_ms,
        "late": midnight_ms + 1_000,
        "next-day": midnight_ms + 90_000_000,
    }.items():
        await projection.apply(game, moved(golden_log("polish-4", source=source), ends_ms))

    async def games(board: str) -> list[str]:
        return [row["game"] for row in (await get(running, f"boards/{board}"))["rows"]]

    assert await games("daily:polish") == ["early"]
    everywhere = ["early", "at-midnight", "late", "next-day"]
    assert await games("dealt:polish") == everywhere
    assert await games("all:polish") == everywhere


async def test_a_game_begun_before_midnight_and_solved_after_it_is_not_on_yesterday_s_board(
    inprocess: InProcess, shared: Backends, clock: Clock
) -> None:
    """The deal is yesterday's, by a real clock: the day of the deal is long over."""
    day = header_of(SOLVED).source.removeprefix("daily:")
    clock.now = datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC)
    await seed_of_the_day(shared, day)
    async with inprocess.gateway() as running, Wire.connect(running.ws_url) as wire:
        table = await wire.create("polish", daily=True)
        assert (await get(running, f"games/{table.game}"))["seed"] is None
        await play(table, ACTIONS)
        await settled(shared)
        assert (await get(running, f"boards/daily:polish:{day}"))["rows"] == []
        (row,) = (await get(running, "boards/dealt:polish"))["rows"]
        assert row["game"] == table.game


async def test_a_daily_deal_solved_on_its_day_stands_on_its_board_until_the_next_day_comes(
    inprocess: InProcess, shared: Backends, clock: Clock
) -> None:
    """Times in the log are the data server's, so the process is put some hours ahead of it."""
    clock.now = datetime.now(UTC) + timedelta(hours=12)
    day = clock.now.date().isoformat()
    await seed_of_the_day(shared, day)
    async with inprocess.gateway() as running, Wire.connect(running.ws_url) as wire:
        followed = await wire.ask(Subscribe(fresh_id(), "daily:polish"))
        assert isinstance(followed, Standings)
        assert (followed.rows, followed.ends is None) == ((), False)
        table = await wire.create("polish", daily=True)
        await play(table, ACTIONS)
        told = await standings(wire)
        assert [row.game for row in told.rows] == [table.game]
        assert (told.board, told.ends) == ("daily:polish", followed.ends)
        found = await get(running, "boards/daily:polish")
        assert found["board"] == f"daily:polish:{day}"
        assert [row["game"] for row in found["rows"]] == [table.game]

        clock.now += timedelta(days=1)
        told = await standings(wire)
        assert told.rows == ()
        assert told.ends == (followed.ends or 0) + 86_400_000
        assert (await get(running, "boards/daily:polish"))["rows"] == []
        assert await get(running, f"boards/daily:polish:{day}") == found


async def standings(wire: Wire) -> Standings:
    """The next standings that nobody asked for."""
    while not (isinstance(told := await wire.receive(), Standings) and told.id is None):
        pass
    return told


ASK = """
import asyncio, json, sys, time
import pasjans

async def main(http_url, ws_url):
    async with pasjans.Api(http_url) as api, pasjans.connect(ws_url) as client:
        daily, board = await api.daily("polish"), await api.board("daily:polish")
        game = await client.create("polish", daily=True)
        print(json.dumps({
            "deal": daily.deal_id, "date": daily.date, "ends": str(daily.ends),
            "board": board.board, "board_ends": str(board.ends), "position": game.position,
        }))
        print(time.timezone)

asyncio.run(main(*sys.argv[1:]))
"""


async def test_the_time_zones_of_process_and_clients_change_nothing(tmp_path: Path) -> None:
    """The server ran in Moscow, and its day began three hours before everybody else's."""
    # POSIX writes UTC+3 as `UTC-3`.
    with pytest.MonkeyPatch.context() as environment, serving(tmp_path / "data") as serve:
        environment.setenv("TZ", "UTC-3")
        (gateway,) = serve(1, *NO_LIMITS)
        assert _zone_of(gateway.process) == "UTC-3"
        answers = [await asked_in(zone, gateway) for zone in ("UTC-14", "UTC+11", "UTC0")]
    assert [offset for _, offset in answers] == ["-50400", "39600", "0"]
    assert len({answer for answer, _ in answers}) == 1
    told = json.loads(answers[0][0])
    assert told["board"] == f"daily:polish:{told['date']}"
    assert told["ends"] == told["board_ends"]
    assert "00:00:00+00:00" in told["ends"]


async def asked_in(zone: str, gateway: GatewayProcess) -> list[str]:
    """What a client in a time zone is told, and the zone's offset as the client sees it."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", ASK, gateway.http_url, gateway.ws_url),
        env=os.environ | {"TZ": zone},
        stdout=subprocess.PIPE,
    )
    output, _ = await process.communicate()
    return output.decode().splitlines()


async def seed_of_the_day(shared: Backends, day: str) -> None:
    """Let the deal of a day be the one whose solution is known."""
    seed = header_of(SOLVED).seed
    assert seed is not None
    assert await shared.registry.put_if_absent(f"daily:{day}:polish", seed, None) == seed


def _zone_of(process: subprocess.Popen[str]) -> str:
    environment = Path(f"/proc/{process.pid}/environ").read_bytes().split(b"\0")
    return next(one for one in environment if one.startswith(b"TZ=")).removeprefix(b"TZ=").decode()
