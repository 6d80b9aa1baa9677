"""Appends a second, 64 in flight, beside one EVALSHA each and beside pipelines of PING.

    python tests/bench/store_bench.py [--rounds 5] [--appends 20000]

All run in one process against one server, one after the other in each round; the medians are
shown. `client` and `server` are microseconds of CPU of either for one append.
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvloop

from pasjans_services.eventstore import keys
from pasjans_services.eventstore.base import Appended
from pasjans_services.eventstore.redis import RedisEventStore, connect
from pasjans_services.eventstore.scripts import load
from support.stores import Server

IN_FLIGHT = 64
MOVES = 40
RECORD = b"\x94\x01\x02\x13\x0b"


@dataclass(frozen=True, slots=True)
class Figures:
    """One run: rate a second, and microseconds of CPU for each."""

    rate: float
    client_us: float
    server_us: float


class Runs:
    """What is compared."""

    def __init__(self, client: Any, store: RedisEventStore, appends: int) -> None:
        self._client = client
        self._store = store
        self._appends = appends
        self._script = load("pasjans_services.eventstore", "append.lua")
        self._games = 0

    async def gathered(self) -> None:
        """The event store: appends that arrive together share a round trip."""

        async def append(game: str, version: int) -> None:
            outcome = await self._store.append(game, version, f"c{version}", [RECORD], False)
            assert isinstance(outcome, Appended)

        await self._play(append)

    async def one_each(self) -> None:
        """The same script through redis-py, a call and a round trip for each append."""
        await self._client.script_load(self._script.source)

        async def append(game: str, version: int) -> None:
            on = keys_of(game)
            args = (str(version), f"c{version}", "0", "bench", RECORD)
            answer = await self._client.evalsha(self._script.sha, len(on), *on, *args)
            assert answer[0] == b"appended"

        await self._play(append)

    async def pipelined(self) -> None:
        """The same script through pipelines of redis-py."""
        for version in range(self._appends // IN_FLIGHT):
            pipeline = self._client.pipeline(transaction=False)
            for number in range(IN_FLIGHT):
                game = f"{self._games + number}-{version // MOVES}"
                on = keys_of(game)
                args = (str(version % MOVES), f"c{version}", "0", "bench", RECORD)
                pipeline.evalsha(self._script.sha, len(on), *on, *args)
            answers = await pipeline.execute()
            assert answers[0][0] == b"appended"
        self._games += IN_FLIGHT

    async def pings(self) -> None:
        """Pipelines of 64 PING through redis-py."""
        for _ in range(self._appends // IN_FLIGHT):
            pipeline = self._client.pipeline(transaction=False)
            for _ in range(IN_FLIGHT):
                pipeline.ping()
            await pipeline.execute()

    async def _play(self, append: Callable[[str, int], Awaitable[None]]) -> None:
        async def player(number: int) -> None:
            for turn in range(self._appends // IN_FLIGHT):
                await append(f"{number}-{turn // MOVES}", turn % MOVES)

        await asyncio.gather(*(player(self._games + n) for n in range(IN_FLIGHT)))
        self._games += IN_FLIGHT


def keys_of(game: str) -> tuple[str, ...]:
    """The keys that the script works on, in its order."""
    of = keys.of(game)
    return of.log, of.commands, of.nodes, of.archive


async def measure(run: Callable[[], Awaitable[None]], client: Any, appends: int) -> Figures:
    """Rate and CPU of one run."""
    server_s = await server_cpu_s(client)
    client_s, started_s = time.process_time(), time.perf_counter()
    await run()
    took_s, client_s = time.perf_counter() - started_s, time.process_time() - client_s
    server_s = await server_cpu_s(client) - server_s
    return Figures(appends / took_s, client_s / appends * 1e6, server_s / appends * 1e6)


async def server_cpu_s(client: Any) -> float:
    """CPU that the server's main thread has used."""
    info = await client.info("cpu")
    return float(info["used_cpu_user_main_thread"] + info["used_cpu_sys_main_thread"])


async def bench(url: str, rounds: int, appends: int) -> dict[str, list[Figures]]:
    """Figures of each run in each round."""
    client: Any = connect(url)
    store = RedisEventStore(client, "bench")
    runs = Runs(client, store, appends)
    compared = {
        "event store, gathered": runs.gathered,
        "redis-py, one EVALSHA each": runs.one_each,
        "redis-py, EVALSHA pipelines of 64": runs.pipelined,
        "redis-py, PING pipelines of 64": runs.pings,
    }
    figures: dict[str, list[Figures]] = {name: [] for name in compared}
    await runs.gathered()
    for _ in range(rounds):
        for name, run in compared.items():
            figures[name].append(await measure(run, client, appends))
    await store.close()
    await client.aclose()
    return figures


def main() -> None:
    """Run and print the medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--appends", type=int, default=20_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server.on_socket(Path(folder))
        server.start()
        try:
            figures = uvloop.run(bench(server.url, options.rounds, options.appends))
        finally:
            server.stop()
    print(f"{'':34} {'a second':>9} {'client':>7} {'server':>7}")
    for name, runs in figures.items():
        rate, client_us, server_us = (
            statistics.median(values)
            for values in zip(*((f.rate, f.client_us, f.server_us) for f in runs), strict=True)
        )
        print(f"{name:34} {rate:9,.0f} {client_us:7.1f} {server_us:7.1f}")


if __name__ == "__main__":
    main()
