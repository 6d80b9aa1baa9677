"""Games seen again: a state at a ply, a thousand replays on one process, bytes in Redis.

    python tests/bench/replay_bench.py [--watchers 1000] [--seconds 5] [--kept 2000]

A state at a ply is what HTTP answers, as JSON: cold, from the archive in Redis, and warm. The
watchers are raw connections to one gateway process; they see one game of 1,000 events, once as fast
as it goes, and once with some 100 ms between two events.
"""

import argparse
import asyncio
import random
import resource
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any, Final

import msgspec

from bench import servers
from bench.load import open_peer
from bench.peers import CODEC, Peer, client_frame, payload
from bench.processes import cpu_s, new_event_loop, pinned, resident_bytes
from bench.servers import OTHER_CPU, Served
from bench.table import hundredths, table, tenths, whole
from pasjans_engine.deal_id import deal_id
from pasjans_engine.rules import rules_named
from pasjans_engine.shuffle import commitment
from pasjans_protocol.messages import (
    Ack,
    Command,
    Create,
    Delta,
    Replay,
    Snapshot,
    Steer,
    Steered,
    tag_of,
)
from pasjans_services.eventstore.base import Stored
from pasjans_services.eventstore.memory import Memory, MemoryRegistry
from pasjans_services.eventstore.records import Header, encode_dealt, encode_event
from pasjans_services.eventstore.redis import RedisEventStore, connect
from pasjans_services.eventstore.redis_listings import RedisListings
from pasjans_services.games.deals import new_game_id
from pasjans_services.games.gamelog import GameLog
from pasjans_services.games.pars import Pars
from pasjans_services.leaderboard.leaderboard import Leaderboard
from pasjans_services.players import Players
from pasjans_services.replay.bodies import ply_info
from pasjans_services.replay.histories import Histories
from pasjans_services.replay.index import Index
from pasjans_services.replay.playback import REAL_SPEED
from pasjans_services.replay.plies import as_played
from support.lines import random_line
from support.logs import events_of, keep_line, resigned_line, solved_line
from support.stores import Server

LONG: Final = 1_000
SHORT: Final = 40
REPEATS: Final = 30
GAMES_A_PLAYER: Final = 20
FASTEST: Final = 100_000
PACE_MS: Final = 100
AT_ONCE: Final = 50
SETTLE_S: Final = 2.0
_DELTA, _STEERED = tag_of(Delta), tag_of(Steered)

_encode = msgspec.json.Encoder().encode


# A state at a ply


async def plies(url: str) -> list[tuple[str, ...]]:
    """Milliseconds for the state in the middle of a game."""
    client: Any = connect(url)
    store = RedisEventStore(client, "bench")
    rows: list[tuple[str, ...]] = []
    for events in (SHORT, LONG):
        game = f"game-{events}"
        await keep_line(store, game, resigned_line("polish", events - 1, seed=events))
        bytes_ = await store.compact(game)
        log = GameLog(store)
        warm = Histories(log)
        await warm.get(game)

        async def cold_state(game: str = game, log: GameLog = log, ply: int = events // 2) -> None:
            await state(Histories(log), game, ply)

        async def warm_state(game: str = game, ply: int = events // 2) -> None:
            await state(warm, game, ply)  # noqa: B023 - called before the next round

        cold_ms, warm_ms = await timed_ms(cold_state), await timed_ms(warm_state)
        rows.append((f"{events:,} events", whole(bytes_), hundredths(cold_ms), f"{warm_ms:.3f}"))
    await store.close()
    await client.aclose()
    return rows


async def state(histories: Histories, game: str, ply: int) -> None:
    """What is done for an answer over HTTP."""
    past = (await histories.get(game)).history
    _encode(ply_info(game, ply, "played", as_played(past, ply)))


async def timed_ms(work: Callable[[], Awaitable[None]]) -> float:
    """The median of some runs."""
    times: list[float] = []
    for _ in range(REPEATS):
        started = time.perf_counter()
        await work()
        times.append(time.perf_counter() - started)
    return statistics.median(times) * 1e3


# Replays


class Viewer(Peer):
    """Counts the deltas of one replay."""

    def __init__(self, url: str, stopped: Callable[[], None]) -> None:
        super().__init__(url)
        self.deltas = 0
        self._stopped = stopped

    async def begin(self, game: str) -> None:
        """Stand at the deal."""
        await open_peer(self)
        await self.ask(Replay("replay", game, playing=False), Snapshot)
        self.take = self._count

    def steer(self, request: Steer) -> None:
        """Ask for something, without waiting for the answer."""
        self.transport.write(client_frame(payload(request)))

    def _count(self, payload: bytes) -> None:
        if payload[1] == _DELTA:
            self.deltas += 1
        elif payload[1] == _STEERED:
            message = CODEC.decode(payload)
            if isinstance(message, Steered) and message.id is None:
                self._stopped()


async def play_long(url: str) -> tuple[str, int]:
    """Play a game of `LONG` events; its name, and the speed at which `PACE_MS` lie between two."""
    line = random_line("polish", LONG - 1, seed=1)
    peer = Peer(url)
    await open_peer(peer)
    game = (await peer.ask(Create("create", line.rules, line.deal), Snapshot)).game
    started = time.perf_counter()
    for version, action in enumerate(line.actions, start=1):
        await peer.ask(Command(f"c{version}", 1, version, action), Ack)
    pause_ms = (time.perf_counter() - started) * 1e3 / LONG
    peer.transport.close()
    return game, max(1, round(pause_ms / PACE_MS * REAL_SPEED))


async def streams(gateway: Served, watchers: int, seconds: float) -> list[tuple[str, ...]]:
    """Deltas a second, and what one costs."""
    game, pace = await play_long(gateway.url)
    all_stopped, running = asyncio.Event(), watchers

    def stopped() -> None:
        nonlocal running
        running -= 1
        if not running:
            all_stopped.set()

    viewers = [Viewer(gateway.url, stopped) for _ in range(watchers)]
    before = resident_bytes(gateway.pid)
    for start in range(0, watchers, AT_ONCE):
        await asyncio.gather(*(one.begin(game) for one in viewers[start : start + AT_ONCE]))
    kib = (resident_bytes(gateway.pid) - before) / watchers / 1024

    for viewer in viewers:
        viewer.steer(Steer("paced", 1, playing=True, speed=pace))
    server_s, started = await settled(gateway, viewers)
    await asyncio.sleep(seconds)
    paced = figures("at its pace", viewers, started, cpu_s(gateway.pid) - server_s)

    for viewer in viewers:
        viewer.steer(Steer("stop", 1, version=1, playing=False, speed=FASTEST))
    server_s, started = await settled(gateway, viewers)
    for viewer in viewers:
        viewer.steer(Steer("go", 1, playing=True))
    async with asyncio.timeout(300):
        await all_stopped.wait()
    fast = figures("as fast as it goes", viewers, started, cpu_s(gateway.pid) - server_s)
    for viewer in viewers:
        viewer.transport.close()
    return [(*paced, ""), (*fast, tenths(kib))]


async def settled(gateway: Served, viewers: Iterable[Viewer]) -> tuple[float, float]:
    """The server's CPU time and the time, when what was asked for is done; counts begin anew."""
    await asyncio.sleep(SETTLE_S)
    for viewer in viewers:
        viewer.deltas = 0
    return cpu_s(gateway.pid), time.perf_counter()


def figures(
    name: str, viewers: Iterable[Viewer], started: float, server_s: float
) -> tuple[str, ...]:
    """A row."""
    took_s, deltas = time.perf_counter() - started, sum(one.deltas for one in viewers)
    share = server_s / took_s
    return (
        *(name, whole(deltas), whole(deltas / took_s)),
        *(tenths(server_s / max(deltas, 1) * 1e6), f"{share:.0%}"),
    )


# Bytes


async def kept(url: str, games: int) -> list[tuple[str, str]]:
    """Bytes of Redis for a finished game, of players with 20 of them each."""
    client: Any = connect(url)
    store, listings = RedisEventStore(client, "bench"), RedisListings(client)
    registry = MemoryRegistry(Memory())
    players = await Players.open(registry)
    leaderboard = Leaderboard(store, listings, players, Pars(registry))
    index = Index(listings, store)
    archives: list[int] = []
    player = ""
    for number in range(games):
        if number % GAMES_A_PLAYER == 0:
            player = new_game_id()
        game, stored = new_game_id(), dealt_and_given_up(number, player)
        for entry in stored:
            final = entry is stored[-1]
            expected = entry.version - 1
            await store.append(game, expected, f"c{expected}", [entry.record], final=final)
        await store.compact(game)
        await index.apply(game, await store.read(game))
        archives.append(await client.memory_usage(f"pasjans:{{{game}}}:archive", samples=0))
    rows = [(f"archive of {SHORT} events, in its key", whole(statistics.mean(archives)))]
    rows += await listed(client, "index entries, all three together", "games:", games)
    for _ in range(games):
        game = new_game_id()
        await keep_line(store, game, solved_line())
        await leaderboard.projection.apply(game, await store.read(game))
    rows += await listed(client, "rows on boards, of a given deal", "board:", games)
    await leaderboard.close()
    await listings.close()
    await store.close()
    await client.aclose()
    return rows


async def listed(client: Any, name: str, prefix: str, games: int) -> list[tuple[str, str]]:
    """What the listings whose keys begin so take for each of so many games."""
    keys: list[bytes] = await client.keys(f"pasjans:listing:{{{prefix}*")
    sizes = [await client.memory_usage(key, samples=0) for key in keys]
    return [(f"{name} ({len(keys)} listings)", whole(sum(sizes) / games))]


def dealt_and_given_up(number: int, player: str) -> list[Stored]:
    """A dealt game of `SHORT` events."""
    rules = rules_named(("polish", "russian")[number % 2])
    line = resigned_line(rules.id, SHORT - 1, seed=number)
    seed = random.Random(number).randbytes(32)
    deal = rules.deal(seed)
    assert deal == line.deal
    header = Header(
        *(rules.id, rules.version, deal, commitment(seed), seed.hex()),
        *(deal_id(rules.family, deal), player, "random", False),
    )
    records = [encode_dealt(header), *map(encode_event, events_of(line))]
    return [Stored(version, 0, record) for version, record in enumerate(records, start=1)]


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--watchers", type=int, default=1_000)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--kept", type=int, default=2_000)
    options = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        server = Server.on_socket(Path(folder))
        server.start()
        try:
            states = asyncio.run(plies(server.url))
            sizes = asyncio.run(kept(server.url, options.kept))
        finally:
            server.stop()
    with (
        servers.gateway() as gateway,
        pinned(OTHER_CPU),
        asyncio.Runner(loop_factory=new_event_loop) as runner,
    ):
        replays = runner.run(streams(gateway, options.watchers, options.seconds))
    print(table(("game", "archive bytes", "cold ms", "warm ms"), states), end="\n\n")
    print(table(("a finished game in Redis", "bytes"), sizes), end="\n\n")
    head = ("replays", "deltas", "a second", "CPU µs a delta", "CPU", "KiB a replay")
    print(table(head, replays))


if __name__ == "__main__":
    main()
