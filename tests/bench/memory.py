"""Resident memory of the service for each idle connection."""

import asyncio
import resource
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Final

from bench import servers
from bench.load import GAMES_PER_SOCKET, open_peer
from bench.peers import Peer
from bench.plan import Plan
from bench.processes import new_event_loop, resident_bytes
from bench.servers import Served
from bench.table import table, tenths, whole
from pasjans_protocol.messages import Create, Join, Ping, Pong, Snapshot

FIRST: Final = 100
"""Connections before the first look, so that what the process needs once is not counted."""
AT_ONCE: Final = 50
SETTLE_S: Final = 1.0


def section(plan: Plan) -> str:
    """The figures as a table."""
    _allow_files()
    with servers.gateway() as gateway, asyncio.Runner(loop_factory=new_event_loop) as runner:
        greeted, watching = runner.run(_measure(gateway, plan.idle))
    rows = (("said hello", tenths(greeted)), ("said hello, watches a game", tenths(watching)))
    return f"""\
## Memory

What the process's resident memory grows by with {whole(plan.idle)} connections that only stay, for
each of them; {GAMES_PER_SOCKET} games are watched. The sockets' buffers are the kernel's.

{table(("an idle connection that has", "KiB"), rows)}"""


async def _measure(gateway: Served, count: int) -> tuple[float, float]:
    async with _peers(gateway, FIRST) as first:
        games = [
            (await first[0].ask(Create(f"game-{n}", "polish"), Snapshot)).game
            for n in range(GAMES_PER_SOCKET)
        ]
        for n, peer in enumerate(first[1:]):
            await peer.ask(Join("join", games[n % len(games)]), Snapshot)
        before = await _settled(gateway, first[0])
        async with _peers(gateway, count) as peers:
            greeted = await _settled(gateway, peers[0])
            for n, peer in enumerate(peers):
                await peer.ask(Join("join", games[n % len(games)]), Snapshot)
            watching = await _settled(gateway, peers[0])
    return (greeted - before) / count / 1024, (watching - before) / count / 1024


@asynccontextmanager
async def _peers(gateway: Served, count: int) -> AsyncGenerator[Sequence[Peer]]:
    """Connections that have said hello."""
    peers = [Peer(gateway.url) for _ in range(count)]
    try:
        for start in range(0, count, AT_ONCE):
            await asyncio.gather(*(open_peer(peer) for peer in peers[start : start + AT_ONCE]))
        yield peers
    finally:
        for peer in peers:
            peer.transport.close()


async def _settled(gateway: Served, peer: Peer) -> int:
    """The resident memory when what was asked for is done, and has been for a moment."""
    await asyncio.sleep(SETTLE_S)
    await peer.ask(Ping("settled"), Pong)
    return resident_bytes(gateway.pid)


def _allow_files() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
