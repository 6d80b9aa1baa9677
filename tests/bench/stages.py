"""Where the CPU time of a move goes: each stage alone, with the service's own parts.

The stages run in this process over all commands of the games that the players under load play.
What their sum leaves of the time that the whole service takes for a move is the server's: event
loop, sockets, HTTP and WebSocket, and the calls between the stages.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Final, TypeVar

from bench.append import append_us
from bench.lines import Line, random_lines
from bench.load import GAMES_PER_SOCKET, command_payloads
from bench.plan import Plan
from bench.plies import Ply, plies
from bench.processes import new_event_loop, pinned
from bench.seated import CODEC, Table, seated
from bench.servers import SERVER_CPU
from bench.table import percent, table, tenths
from pasjans_engine.game import decide, evolve
from pasjans_engine.notation import parse_command
from pasjans_engine.view import view
from pasjans_protocol.messages import Ack
from pasjans_services.eventstore.records import encode_event
from pasjans_services.games.gamelog import Loaded
from pasjans_services.games.step import step_to

WATCHERS: Final = 8

T = TypeVar("T")
Stages = dict[str, float]
"""Microseconds of CPU for each command, by what it is for."""


def section(plan: Plan, move_us: float | None) -> str:
    """The stages as a table.

    Args:
        plan: How often each is timed.
        move_us: What the whole service takes for a move, if that was measured.
    """
    with pinned(SERVER_CPU), asyncio.Runner(loop_factory=new_event_loop) as runner:
        stages = runner.run(measure(plan))
    watcher_us = stages.pop(_WATCHER)
    rows = [(name, tenths(us), _share(us, move_us)) for name, us in stages.items()]
    if move_us is not None:
        rest = move_us - sum(stages.values())
        rows.append(
            ("the server: loop, sockets, WebSocket, calls", tenths(rest), _share(rest, move_us))
        )
        rows.append(("**the whole move**", tenths(move_us), ""))
    third = percent(_with_three_windows())
    engine_us = sum(us for name, us in stages.items() if name.startswith(_ENGINE))
    return f"""\
## The stages of a move

{table(("stage", "CPU µs", "share"), rows)}

The engine, with `closed`, takes {tenths(engine_us)} µs of a move. Each stage was timed alone, over
and over, with all that it needs in the CPU's caches; within a whole move it is slower, and what it
is slower by is part of the server's line. The games are random ones of both rule sets; {third} of
their moves lead to positions with three windows, where each needs `closed`. Each further watcher on
the same process costs {tenths(watcher_us)} µs before its socket."""


def _with_three_windows() -> float:
    lines = random_lines(GAMES_PER_SOCKET)
    opened = [view(game)[28] for line in lines for game in line.games()[1:]]
    return opened.count(3) / len(opened)


def _share(us: float, move_us: float | None) -> str:
    return percent(us / move_us) if move_us else ""


_WATCHER: Final = "a watcher"
_ENGINE: Final = "engine: "


async def measure(plan: Plan) -> Stages:
    """The stages in the order of a move's life; and what one more watcher costs."""
    lines = random_lines(GAMES_PER_SOCKET)
    games = [list(plies(line)) for line in lines]
    flat = [ply for game in games for ply in game]

    def timed(run: Callable[[], None]) -> float:
        return _micros(run, len(flat), plan.repeats)

    stages = {
        "decode and check the command": 0.0,
        f"{_ENGINE}parse, decide": timed(lambda: _decide(flat)),
        f"{_ENGINE}evolve, with `closed` where needed": timed(lambda: _evolve(flat)),
        f"{_ENGINE}view, diff, check": timed(lambda: _show(flat)),
        "encode the record": timed(lambda: _record(flat)),
        "append: the store's client": await append_us(lines, games, plan.appends),
        "encode the delta": timed(lambda: _encode_deltas(flat)),
    }
    async with seated(lines, 0) as alone:
        decodes, acks = _conversation(alone, lines, plan.repeats)
        stages["decode and check the command"] = decodes
        one = timed(lambda: _fan_out(alone, games)) - stages["encode the delta"]
        stages["show the delta to the player"] = one
        stages["encode and check the acknowledgement"] = acks
    async with seated(lines, WATCHERS) as crowd:
        many = timed(lambda: _fan_out(crowd, games)) - stages["encode the delta"]
        stages[_WATCHER] = (many - one) / WATCHERS
    return stages


def _micros(run: Callable[[], None], count: int, repeats: int) -> float:
    """Microseconds of CPU for one of `count` commands: the median of several runs."""
    times: list[float] = []
    for _ in range(repeats):
        begun = time.process_time()
        run()
        times.append(time.process_time() - begun)
    return median(times) / count * 1e6


def _decide(flat: Sequence[Ply]) -> None:
    for ply in flat:
        decide(ply.before, parse_command(ply.before.rules, ply.action))


def _evolve(flat: Sequence[Ply]) -> None:
    for ply in flat:
        evolve(ply.before, ply.event)


def _show(flat: Sequence[Ply]) -> None:
    for ply in flat:
        step_to(ply.step.game, ply.seen)


def _record(flat: Sequence[Ply]) -> None:
    for ply in flat:
        encode_event(ply.event)


def _encode_deltas(flat: Sequence[Ply]) -> None:
    for ply in flat:
        CODEC.encode(ply.step.delta)


def _fan_out(seats: Table, games: Sequence[Sequence[Ply]]) -> None:
    for room, game in zip(seats.rooms, games, strict=True):
        room.reset(Loaded(room.header, game[0].before, time_ms=0))
        for time_ms, ply in enumerate(game, start=1):
            room.show(ply.step, time_ms)


def _conversation(seats: Table, lines: Sequence[Line], repeats: int) -> tuple[float, float]:
    """Microseconds to take a command, and to acknowledge it, in the player's connection."""
    connection = seats.player.connection
    frames = [
        payload
        for channel, line in enumerate(lines, start=1)
        for payload in command_payloads(line, channel)
    ]
    decodes: list[float] = []
    acks: list[float] = []
    for _ in range(repeats):
        decodes.append(_micros_each(connection.receive, frames))
        acks.append(_micros_each(connection.send, [Ack(id_, 100) for id_ in connection.pending]))
    return median(decodes), median(acks)


def _micros_each(do: Callable[[T], object], values: Sequence[T]) -> float:
    begun = time.process_time()
    for value in values:
        do(value)
    return (time.process_time() - begun) / len(values) * 1e6
