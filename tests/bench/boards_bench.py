"""A board of many rows: additions a second, and how long a page, the top and "around me" take.

    python tests/bench/boards_bench.py [--rows 100000] [--repeats 2000]

All on one data server, from one process. Rows are like those of one much-played rule set: 30 to 90
moves, the middle most often, so that many tie. A page is what an HTTP answer holds, names and the
size of the board with it, but for HTTP itself; one is asked for after the other. Games are verified
as the projector does it: the logs of the golden corpus, and the narrated game.
"""

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import uvloop

from pasjans_services.eventstore.redis import RedisRegistry, connect
from pasjans_services.eventstore.redis_listings import RedisListings
from pasjans_services.games.pars import Pars
from pasjans_services.leaderboard.boards import Boards, Placed
from pasjans_services.leaderboard.ids import Board, Scope
from pasjans_services.leaderboard.rows import Row
from pasjans_services.leaderboard.verify import verify
from pasjans_services.leaderboard.views import Views
from pasjans_services.players import Players
from support import corpus
from support.rows import DEAL_ID
from support.solves import OLDEST, narrated_log
from support.stores import Server

IN_FLIGHT = 64
ROWS_A_PAGE = 20
ROWS_AROUND = 9
GAMES_A_PLAYER = 10
ALL = Board(Scope.ALL, "polish")


def made_rows(count: int) -> list[Row]:
    """Rows of as many games, by a tenth as many players."""
    chance = random.Random(1)
    return [
        Row(
            moves=round(chance.triangular(30, 90, 45)),
            draws=0,
            windows=chance.choice((1, 2, 2, 3, 3, 3)),
            undos=min(int(chance.expovariate(0.1)), 500),
            finished_ms=1_795_000_000_000 + number * 997,
            game=f"{chance.getrandbits(60):012x}"[-12:],
            player=player_of(chance.randrange(count // GAMES_A_PLAYER)),
            deal_id=DEAL_ID,
            rules_version=1,
        )
        for number in range(count)
    ]


def player_of(number: int) -> str:
    """A player's id."""
    return f"player{number:06}"


async def fill(boards: Boards, rows: Sequence[Row]) -> float:
    """Put rows on the board; seconds that it took."""

    async def some(start: int) -> None:
        for row in rows[start::IN_FLIGHT]:
            await boards.add(ALL, row)

    began_s = time.perf_counter()
    await asyncio.gather(*map(some, range(IN_FLIGHT)))
    return time.perf_counter() - began_s


async def timed(ask: Callable[[], Awaitable[Sequence[Placed]]], views: Views, times: int) -> str:
    """Median and 99th percentile of an answer, in ms."""
    taken_ms: list[float] = []
    for _ in range(times):
        began_s = time.perf_counter()
        page = await views.page(ALL, await ask())
        taken_ms.append((time.perf_counter() - began_s) * 1_000)
        assert page.rows
    return f"{statistics.median(taken_ms):8.2f} {statistics.quantiles(taken_ms, n=100)[98]:8.2f}"


async def bench(url: str, count: int, repeats: int) -> None:
    """Fill a board and ask it, and print the figures."""
    client: Any = connect(url)
    listings, registry = RedisListings(client), RedisRegistry(client)
    boards = Boards(listings)
    views = Views(boards, Players(registry, "secret"), Pars(registry))
    chance, rows = random.Random(2), made_rows(count)
    before = (await client.info("memory"))["used_memory"]
    took_s = await fill(boards, rows)
    used = (await client.info("memory"))["used_memory"] - before
    print(f"rows on the board of everything {count:12,}")
    print(f"added a second                  {count / took_s:12,.0f}")
    print(f"bytes of memory a row           {used / count:12,.0f}")
    asked: dict[str, Callable[[], Awaitable[Sequence[Placed]]]] = {
        "top 20": lambda: boards.top(ALL, ROWS_A_PAGE),
        "page of 20 in the middle": lambda: boards.page(ALL, count // 2, ROWS_A_PAGE),
        "page of 20 at any place": lambda: boards.page(
            ALL, chance.randrange(1, count), ROWS_A_PAGE
        ),
        "page of 20 after a row": lambda: boards.page_after(ALL, chance.choice(rows), ROWS_A_PAGE),
        "9 around a player": lambda: boards.around(ALL, chance.choice(rows).player, ROWS_AROUND),
    }
    print(f"\n{'ms':26} {'median':>8} {'p99':>8}")
    for name, ask in asked.items():
        print(f"{name:26} {await timed(ask, views, repeats)}")
    for part in (listings, registry):
        await part.close()
    await client.aclose()


def verified() -> None:
    """Verify logs again and again, and print how many in a second of CPU."""
    logs = {name: log.stored for name, log in corpus.logs(OLDEST).items() if log.status == "solved"}
    events = statistics.mean(len(log) for log in logs.values())
    print(f"\n{'verified in a second of CPU':46} {'games':>8} {'events':>8}")
    for what, some in {
        f"golden corpus, {events:.0f} events each": logs,
        "narrated game, 39 events": {"narrated": narrated_log()},
    }.items():
        games = taken = 0
        began_s = time.process_time()
        while (took_s := time.process_time() - began_s) < 3.0:
            for name, log in some.items():
                verify(name, log)
                games, taken = games + 1, taken + len(log)
        print(f"{what:46} {games / took_s:8,.0f} {taken / took_s:8,.0f}")


def main() -> None:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--repeats", type=int, default=2_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server.on_socket(Path(folder))
        server.start()
        try:
            uvloop.run(bench(server.url, options.rows, options.repeats))
        finally:
            server.stop()
    verified()


if __name__ == "__main__":
    main()
