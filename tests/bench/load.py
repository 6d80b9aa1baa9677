"""The load generator, a process of its own: players that play as fast as they are answered.

python -m bench.load ws://127.0.0.1:8000/ws --players 64 --server-pid 4711

Each player has one command in flight. What is measured is printed as one line of JSON.
"""

import argparse
import asyncio
import gc
import os
import sys
import time
from collections.abc import Sequence
from statistics import quantiles
from typing import Final

import msgspec

from bench.lines import Line, random_lines
from bench.peers import Peer, Player, Tally, Watcher, client_frame, payload
from bench.processes import cpu_s, new_event_loop, pin
from pasjans_protocol.messages import Command, Create, Hello, Join, Snapshot, Welcome

GAMES: Final = 4_096
"""Games that are dealt before the clock starts, so that no player runs dry."""
GAMES_PER_SOCKET: Final = 64
CONNECTING_AT_ONCE: Final = 32


class Quantiles(msgspec.Struct, frozen=True):
    """Milliseconds that half, 99 % and 99.9 % stay below."""

    p50: float
    p99: float
    p999: float


class Outcome(msgspec.Struct, frozen=True):
    """One timed window.

    Attributes:
        moves: Commands that were acknowledged.
        seconds: How long it took.
        latency: From command to acknowledgement.
        watched: From command to delta, at watchers; None without any.
        delta_bytes: Bytes of a delta's payload, on average.
        command_bytes: Bytes of a command's payload, on average.
        refusals: What was refused.
        server_cpu_s: CPU time of the server process.
        own_cpu_s: CPU time of this process.
    """

    moves: int
    seconds: float
    latency: Quantiles
    watched: Quantiles | None
    delta_bytes: float
    command_bytes: float
    refusals: tuple[str, ...]
    server_cpu_s: float
    own_cpu_s: float

    @property
    def rate(self) -> float:
        """Moves a second."""
        return self.moves / self.seconds

    @property
    def cpu_us(self) -> float:
        """Microseconds of the server's CPU a move."""
        return self.server_cpu_s / self.moves * 1e6


class Load:
    """A run against one server.

    Args:
        url: Where its WebSocket is.
        lines: The game of each channel, from channel 1 on; every player plays them all.
        echo: Whether the server sends back what it gets, and knows no games.
    """

    def __init__(self, url: str, lines: Sequence[Line], *, echo: bool) -> None:
        self._url = url
        self._lines = lines
        self._echo = echo
        self._tally = Tally()
        self._players: list[Player] = []
        self._watchers: list[Watcher] = []
        self._games = [
            [client_frame(payload) for payload in command_payloads(line, channel)]
            for channel, line in enumerate(lines, start=1)
        ]

    async def connect(self, players: int, watchers: int, pause_s: float) -> None:
        """Seat the players at their games, and so many watchers at each of these."""
        limit = asyncio.Semaphore(CONNECTING_AT_ONCE)

        async def seat(number: int) -> None:
            async with limit:
                player = Player(self._url, self._tally, pause_s)
                games = await self._seat(player, number)
                crowd = [Watcher(self._url, self._tally, player) for _ in range(watchers)]
                for watcher in crowd:
                    await self._join(watcher, games)
                self._players.append(player)
                self._watchers += crowd

        async with asyncio.TaskGroup() as group:
            for number in range(players):
                group.create_task(seat(number))

    async def _seat(self, player: Player, number: int) -> list[str]:
        await open_peer(player, hello=not self._echo)
        games: list[str] = []
        for n, line in enumerate(() if self._echo else self._lines):
            request = Create(f"game-{number}-{n}", line.rules, line.deal)
            games.append((await player.ask(request, Snapshot)).game)
        return games

    async def _join(self, watcher: Watcher, games: Sequence[str]) -> None:
        await open_peer(watcher)
        for game in games:
            await watcher.ask(Join(f"join-{game}", game), Snapshot)

    async def run(self, warm_up_s: float, seconds: float, server_pid: int | None) -> Outcome:
        """Let everybody play for a while, then measure, until a player runs dry at most."""
        over = asyncio.Event()
        self._tally.dry = over.set
        started, server, own = time.perf_counter(), cpu_s(server_pid), time.process_time()
        for watcher in self._watchers:
            watcher.start()
        for number, player in enumerate(self._players):
            # Not all at the same game: each begins with another one.
            games = (
                self._games[number % len(self._games) :] + self._games[: number % len(self._games)]
            )
            frames = [frame for game in games for frame in game]
            player.start(frames, watched=bool(self._watchers))
        if await _pass(over, warm_up_s):
            self._tally.clear()
            started, server, own = time.perf_counter(), cpu_s(server_pid), time.process_time()
        await _pass(over, seconds)
        elapsed = time.perf_counter() - started
        return self._outcome(elapsed, cpu_s(server_pid) - server, time.process_time() - own)

    def _outcome(self, seconds: float, server_cpu_s: float, own_cpu_s: float) -> Outcome:
        tally = self._tally
        if len(tally.latencies) < 2:
            raise RuntimeError(f"nothing was acknowledged; refusals: {tally.refusals}")
        sizes = [len(frame) - len(client_frame(b"")) for game in self._games for frame in game]
        return Outcome(
            moves=len(tally.latencies),
            seconds=seconds,
            latency=_quantiles(tally.latencies),
            watched=_quantiles(tally.seen_after) if tally.seen_after else None,
            delta_bytes=tally.delta_bytes / max(tally.deltas, 1),
            command_bytes=sum(sizes) / len(sizes),
            refusals=tuple(tally.refusals),
            server_cpu_s=server_cpu_s,
            own_cpu_s=own_cpu_s,
        )


async def open_peer(peer: Peer, *, hello: bool = True) -> None:
    """Connect a peer, and say hello."""
    await asyncio.get_running_loop().create_connection(lambda: peer, peer.host, peer.port)
    await peer.opened
    if hello:
        await peer.ask(Hello("pasjans-bench 1"), Welcome)


def command_payloads(line: Line, channel: int) -> list[bytes]:
    """The commands of a game that a socket knows by a channel, encoded."""
    return [
        payload(Command(f"{channel}.{version}", channel, version, action))
        for version, action in enumerate(line.actions, start=1)
    ]


async def _pass(over: asyncio.Event, seconds: float) -> bool:
    """Wait; whether so much time has passed, and it is not over yet."""
    try:
        async with asyncio.timeout(seconds):
            await over.wait()
    except TimeoutError:
        return True
    return False


def _quantiles(seconds: Sequence[float]) -> Quantiles:
    cuts = quantiles(seconds, n=1000)
    return Quantiles(cuts[499] * 1e3, cuts[989] * 1e3, cuts[998] * 1e3)


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url", help="where the server's WebSocket is")
    parser.add_argument("--players", type=int, default=64)
    parser.add_argument("--watchers", type=int, default=0, help="for each player")
    parser.add_argument("--games", type=int, help="for each player, one after the other")
    parser.add_argument("--pause-ms", type=float, default=0.0, help="before each command")
    parser.add_argument("--warm-up", type=float, default=1.0, help="seconds that are not counted")
    parser.add_argument("--seconds", type=float, default=5.0, help="seconds that are")
    parser.add_argument("--echo", action="store_true", help="the server is a bare echo")
    parser.add_argument("--server-pid", type=int, help="whose CPU time is to be measured")
    parser.add_argument("--cpu", type=int, help="the CPU to run on")
    return parser.parse_args(arguments)


async def measure(arguments: argparse.Namespace) -> Outcome:
    """One run, as the command line says."""
    games = arguments.games or max(1, min(GAMES_PER_SOCKET, GAMES // arguments.players))
    load = Load(arguments.url, random_lines(games), echo=arguments.echo)
    await load.connect(arguments.players, arguments.watchers, arguments.pause_ms / 1e3)
    gc.freeze()
    gc.disable()
    return await load.run(arguments.warm_up, arguments.seconds, arguments.server_pid)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parsed = _arguments(arguments)
    if parsed.cpu is not None:
        pin(os.getpid(), parsed.cpu)
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        outcome = runner.run(measure(parsed))
    sys.stdout.write(msgspec.json.encode(outcome).decode() + "\n")


if __name__ == "__main__":
    main()
