"""What an append costs in the process that asks for it: the store's client, on a real server."""

import asyncio
import itertools
import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bench.lines import Line
from bench.plies import Ply, header
from bench.processes import children, pin
from bench.servers import OTHER_CPU
from pasjans_services.embedded.server import embedded
from pasjans_services.eventstore.base import Appended, EventStore
from pasjans_services.eventstore.records import encode_dealt, encode_event
from pasjans_services.eventstore.redis import RedisEventStore, connect

IN_FLIGHT: Final = 64


async def append_us(lines: Sequence[Line], games: Sequence[Sequence[Ply]], appends: int) -> float:
    """Microseconds of this process's CPU an append, with `IN_FLIGHT` of them under way.

    Each is awaited by a task of its own, as in the gateway; the data server is on another CPU.

    Args:
        lines: The games.
        games: Their commands; they are played as often as needed.
        appends: How many appends are timed.
    """
    with TemporaryDirectory(prefix="pasjans-bench-") as folder:
        async with embedded(Path(folder)) as address:
            for child in children(os.getpid()):
                pin(child, OTHER_CPU)
            client = connect(address.url)
            store = RedisEventStore(client, "bench")
            names = itertools.count()
            await _play(store, lines, games, names, IN_FLIGHT * 16)
            begun = time.process_time()
            await _play(store, lines, games, names, appends)
            spent = time.process_time() - begun
            await store.close()
            await client.aclose()
    return spent / appends * 1e6


async def _play(
    store: EventStore,
    lines: Sequence[Line],
    games: Sequence[Sequence[Ply]],
    names: Iterator[int],
    appends: int,
) -> None:
    """Append so many events of some games, from `IN_FLIGHT` tasks."""
    left = itertools.repeat(None, appends)

    async def player() -> None:
        for number in names:
            at = number % len(lines)
            name, start = f"game-{number}", encode_dealt(header(lines[at]))
            await store.append(name, 0, "", [start], final=False)
            for version, ply in enumerate(games[at], start=1):
                if next(left, 0) == 0:
                    return
                record = encode_event(ply.event)
                outcome = await store.append(name, version, str(version), [record], final=False)
                assert isinstance(outcome, Appended), outcome

    async with asyncio.TaskGroup() as group:
        for _ in range(IN_FLIGHT):
            group.create_task(player())
