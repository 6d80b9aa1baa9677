"""Bytes: of a move on the wire, and of a game in Redis."""

import asyncio
import random
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from typing import Any, Final

from bench.lines import Line
from bench.load import command_payloads
from bench.plies import header, plies
from bench.seated import CODEC
from bench.table import table, tenths, whole
from pasjans_engine.rules import rules_named
from pasjans_engine.shuffle import commitment
from pasjans_protocol.messages import Ack
from pasjans_services.embedded.server import embedded
from pasjans_services.eventstore.archive import pack
from pasjans_services.eventstore.base import Stored
from pasjans_services.eventstore.records import Header, encode_dealt, encode_event
from pasjans_services.eventstore.redis import RedisEventStore, connect
from support import oracles

FRAME_HEADER: Final = 2
MASKING_KEY: Final = 4
GAP_MS: Final = (1_500, 20_000)
"""Between two moves of a person, least and most."""
_GAP: Final = " to ".join(f"{ms / 1000:g}" for ms in GAP_MS)
HALFWAY: Final = 20
"""Moves that the game in progress has."""
SEED: Final = sha256(b"sizes").digest()


def section() -> str:
    """The figures as tables."""
    line = solved_line()
    stored = asyncio.run(_in_redis(line))
    return f"""\
## Bytes

The game of the walkthrough: {len(line.actions)} moves under the Russian rules, three windows,
solved. On the wire, in MessagePack:

{table(("message", "bytes", "least", "most", "with WebSocket header"), _on_the_wire(line))}

In Redis, a finished game is one blob. A move here comes {_GAP} s after the one before, as a person
plays. A dealt game is kept without its deal, which follows from its seed.

{table(("finished game", "bytes"), _archives(line))}

A game in progress is a log, and the ids of its commands (of 22 characters here). What its keys
take of the server's memory, all that is around them included:

{table((f"game in progress, {HALFWAY} moves", "bytes"), stored)}"""


def solved_line() -> Line:
    """The walkthrough with a finish that solves it."""
    story = oracles.walkthrough()
    actions = (*story["moves"].split(), *story["a_finish"].split())
    return Line(story["rules"], story["deal"], actions)


def _on_the_wire(line: Line) -> list[tuple[str, ...]]:
    deltas = [len(CODEC.encode(ply.step.delta)) for ply in plies(line)]
    acks = [len(CODEC.encode(Ack(f"1.{v}", v + 1))) for v in range(1, len(line.actions) + 1)]
    commands = [len(payload) for payload in command_payloads(line, 1)]
    return [
        ("delta, to everybody", *_spread(deltas, FRAME_HEADER)),
        ("acknowledgement, to the player", *_spread(acks, FRAME_HEADER)),
        ("command, to the service", *_spread(commands, FRAME_HEADER + MASKING_KEY)),
    ]


def _spread(sizes: Sequence[int], header_bytes: int) -> tuple[str, ...]:
    average = mean(sizes)
    return tenths(average), str(min(sizes)), str(max(sizes)), tenths(average + header_bytes)


def _archives(line: Line) -> list[tuple[str, str]]:
    given = header(line)
    seeded = replace(
        given,
        deal=rules_named(line.rules).deal(SEED),
        seed=SEED.hex(),
        commitment=commitment(SEED),
        source="random",
    )
    return [
        (f"{len(line.actions)} moves of a given deal", whole(len(pack(_log(given, line))))),
        (f"{len(line.actions)} moves of a dealt game", whole(len(pack(_log(seeded, line))))),
    ]


def _log(first: Header, line: Line) -> list[Stored]:
    records = [encode_dealt(first), *(encode_event(ply.event) for ply in plies(line))]
    rng = random.Random(1)
    log: list[Stored] = []
    time_ms = 1_796_000_000_000
    for version, record in enumerate(records, start=1):
        log.append(Stored(version, time_ms, record))
        time_ms += rng.randint(*GAP_MS)
    return log


async def _in_redis(line: Line) -> list[tuple[str, str]]:
    """What a server says that the keys of a game take, with everything around them."""
    with TemporaryDirectory(prefix="pasjans-bench-") as folder:
        async with embedded(Path(folder)) as address:
            client: Any = connect(address.url)
            store = RedisEventStore(client, "bench")
            first, game = header(line), "g" * 22
            await store.append(game, 0, "", [encode_dealt(first)], final=False)
            for version, ply in enumerate(list(plies(line))[:HALFWAY], start=1):
                command, record = f"{version:022}", encode_event(ply.event)
                await store.append(game, version, command, [record], final=False)
            found: list[bytes] = sorted(await client.keys(f"*{game}*"))
            used = [(key, await client.memory_usage(key, samples=0)) for key in found]
            await store.close()
            await client.aclose()
    rows = [(f"`{key.decode().rpartition(':')[2]}`", whole(size)) for key, size in used]
    return [*rows, ("together", whole(sum(size for _, size in used)))]
