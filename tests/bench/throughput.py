"""Acknowledged moves a second beside a bare echo, in windows that take turns."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from bench import servers
from bench.load import Outcome
from bench.plan import Plan
from bench.servers import Served
from bench.table import hundredths, percent, table, tenths, whole

PLAYERS: Final = (64, 500)
WATCHERS: Final = (1, 8)
WATCHED_PLAYERS: Final = 64
SECONDS_A_MOVE: Final = 5
"""What a quick player takes to think."""
PACED_PER_S: Final = 1_000
"""Moves a second, far below what a process can do: how long a move takes for one who is alone."""
UNHURRIED: Final = ("--heartbeat-s", "60")
"""The players bring thousands of games to play one after the other. No service has so many idle
games that it compares with the store, so it does that less often here."""


@dataclass(frozen=True, slots=True)
class Contest:
    """The windows of the service and of the echo, with the same players."""

    players: int
    service: tuple[Outcome, ...]
    echo: tuple[Outcome, ...]

    @property
    def share(self) -> float:
        """The service's rate as a share of the echo's: the median over pairs of windows."""
        pairs = zip(self.service, self.echo, strict=True)
        return median(ours.rate / bare.rate for ours, bare in pairs)


def contest(plan: Plan, players: int) -> Contest:
    """Windows of the echo and of the service in turn; each of the latter in a new service."""
    service: list[Outcome] = []
    echo: list[Outcome] = []
    with servers.echo() as bare:
        for _ in range(plan.windows):
            echo.append(window(plan, bare, players))
            with servers.gateway(*UNHURRIED) as gateway:
                service.append(window(plan, gateway, players))
    return Contest(players, tuple(service), tuple(echo))


def window(plan: Plan, server: Served, players: int, *options: str) -> Outcome:
    """One timed window of the load generator."""
    times = ("--warm-up", str(plan.warm_up_s), "--seconds", str(plan.seconds))
    return servers.load(server, players, *times, *options)


def watched(plan: Plan, watchers: int) -> Outcome:
    """One window with watchers at each game."""
    with servers.gateway(*UNHURRIED) as gateway:
        return window(plan, gateway, WATCHED_PLAYERS, "--watchers", str(watchers), "--games", "24")


def paced(plan: Plan) -> Outcome:
    """One window in which players take their time: `PACED_PER_S` moves a second together."""
    pause_ms = WATCHED_PLAYERS / PACED_PER_S * 1e3
    with servers.gateway() as gateway:
        return window(plan, gateway, WATCHED_PLAYERS, "--pause-ms", str(pause_ms), "--games", "16")


def section(plan: Plan) -> tuple[str, float]:
    """The figures in words and tables; and the server's CPU a move with the fewest players, µs."""
    contests = [contest(plan, players) for players in PLAYERS]
    text = "\n\n".join((_contests(contests), _crowds(plan), _calm(plan)))
    return text, middle(contests[0].service, lambda outcome: outcome.cpu_us)


def middle(outcomes: Sequence[Outcome], of: Callable[[Outcome], float]) -> float:
    """The median of something over windows."""
    return median(map(of, outcomes))


def _contests(contests: Sequence[Contest]) -> str:
    head = ("players", "server", "moves/s", "of the echo", "CPU µs a move", *_LATENCY, "CPU busy")
    rows: list[tuple[str, ...]] = []
    for one in contests:
        for name, outcomes in (("bare echo", one.echo), ("service", one.service)):
            share = percent(one.share) if outcomes is one.service else ""
            rows.append((str(one.players), name, *_row(outcomes, share)))
    sizes = contests[0].service[0]
    everything = [outcome for one in contests for outcome in (*one.echo, *one.service)]
    own = max(outcome.own_cpu_s / outcome.seconds for outcome in everything)
    return f"""\
## Moves a second

Each player has one command in flight and sends the next when it is acknowledged: then the move is
in the store's log, and the player has got its delta. The echo gets the same commands
({tenths(sizes.command_bytes)} bytes on average) and sends them back. The servers take turns;
figures are medians of {len(contests[0].echo)} windows, "of the echo" is the median of pairs.
The load generator was busy for {percent(own)} of the time at most, so it was not what limited them.

{table(head, rows)}

{_in_words(contests)}"""


def _in_words(contests: Sequence[Contest]) -> str:
    shares = " and ".join(f"{percent(one.share)} with {one.players} players" for one in contests)
    rate = middle(contests[-1].service, lambda one: one.rate)
    return f"""\
In plain words: one process, with all that a move takes, does this share of what the bare stack can
echo: {shares}. If each player moves every {SECONDS_A_MOVE} seconds,
it keeps up with {whole(rate * SECONDS_A_MOVE)} of them."""


_LATENCY: Final = ("p50 ms", "p99 ms", "p99.9 ms")


def _row(outcomes: Sequence[Outcome], share: str) -> tuple[str, ...]:
    return (
        whole(middle(outcomes, lambda one: one.rate)),
        share,
        tenths(middle(outcomes, lambda one: one.cpu_us)),
        *_latency(outcomes),
        percent(middle(outcomes, lambda one: one.server_cpu_s / one.seconds)),
    )


def _latency(outcomes: Sequence[Outcome]) -> tuple[str, str, str]:
    return (
        hundredths(middle(outcomes, lambda one: one.latency.p50)),
        hundredths(middle(outcomes, lambda one: one.latency.p99)),
        hundredths(middle(outcomes, lambda one: one.latency.p999)),
    )


def _crowds(plan: Plan) -> str:
    rows: list[tuple[str, ...]] = []
    for watchers in WATCHERS:
        outcome = watched(plan, watchers)
        assert outcome.watched is not None
        rows.append(
            (
                str(watchers),
                whole(outcome.rate),
                tenths(outcome.cpu_us),
                hundredths(outcome.watched.p50),
                hundredths(outcome.watched.p99),
                tenths(outcome.delta_bytes),
            )
        )
    head = ("watchers a game", "moves/s", "CPU µs a move", "p50 ms", "p99 ms", "bytes a delta")
    return f"""\
With {WATCHED_PLAYERS} players and watchers at each game; here the times are from the command to the
delta at a watcher. A WebSocket header adds 2 bytes to each delta.

{table(head, rows)}"""


def _calm(plan: Plan) -> str:
    outcome = paced(plan)
    p50, p99, p999 = _latency((outcome,))
    return f"""\
When {WATCHED_PLAYERS} players take their time, {whole(outcome.rate)} moves a second together, an
acknowledgement takes {p50} ms at p50, {p99} ms at p99 and {p999} ms at p99.9; the server's CPU is
busy for {percent(outcome.server_cpu_s / outcome.seconds)}."""
