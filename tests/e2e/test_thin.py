"""The example client, run as a user runs it: a process of its own, nothing of ours installed."""

import asyncio
import re
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

import pasjans
from support.cards import SOLVED
from support.gateways import NO_LIMITS, GatewayProcess, Serve
from support.proxy import Fate, Proxy
from support.walkthrough import walkthrough

THIN = Path(__file__).parents[2] / "clients" / "examples" / "thin.py"
TOLD = walkthrough()
QUEENS = SOLVED["queens"]
pytestmark = pytest.mark.slow


@dataclass(frozen=True, slots=True)
class Run:
    """What a run of the example client left."""

    code: int | None
    out: str
    err: str


async def start(*arguments: str) -> asyncio.subprocess.Process:
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(
        sys.executable, THIN, *arguments, stdout=pipe, stderr=pipe
    )


async def run(*arguments: str) -> Run:
    process = await start(*arguments)
    out, err = await process.communicate()
    return Run(process.returncode, out.decode(), err.decode())


def line(moves: tuple[str, ...]) -> tuple[str, ...]:
    return ("--rules", TOLD.rules, "--deal", TOLD.deal, "--moves", " ".join(moves))


def rows(position: str) -> str:
    return position.replace("/", "\n")


def test_it_is_short_and_needs_two_packages() -> None:
    text = THIN.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 135
    imported = set(re.findall(r"^(?:from|import) (\w+)", text, re.MULTILINE))
    assert imported - set(sys.stdlib_module_names) == {"msgpack", "websockets"}


async def test_the_narrated_game_reaches_stop(gateway: GatewayProcess) -> None:
    ran = await run(gateway.ws_url, *line(TOLD.moves))
    assert (ran.code, ran.err) == (0, "")
    last = ran.out.strip().split("\n\n")[-1]
    assert rows(TOLD.position) in last
    assert f"made version {1 + len(TOLD.moves)}" in last


async def test_the_narrated_game_is_solved(gateway: GatewayProcess) -> None:
    ran = await run(gateway.ws_url, *line(TOLD.moves + TOLD.finish))
    assert (ran.code, ran.err) == (0, "")
    assert rows(TOLD.position) in ran.out
    assert re.search(r"solved.*38.*3", ran.out.strip().split("\n\n")[-1], re.DOTALL)


async def test_cards_are_played(gateway: GatewayProcess) -> None:
    ran = await run(gateway.ws_url, "--rules", "queens", "--deal", QUEENS.deal, "--moves", "draw")
    assert (ran.code, ran.err) == (0, "")
    title, _, prisoners, *piles, status, counts = ran.out.strip().split("\n\n")[-1].splitlines()
    assert (title, prisoners) == ("draw made version 2", " ".join(7 * ["??"]))
    columns = QUEENS.deal.split(" | ")[1].split(" / ")
    assert [pile.rstrip() for pile in piles] == [*columns, QUEENS.deal.split(" | ")[2][:2]]
    assert (status, counts) == ("playing", "moves: 0, draws: 1")


async def test_a_game_with_a_hint_is_watched_to_its_end(solving: GatewayProcess) -> None:
    async with pasjans.connect(solving.ws_url) as client:
        game = await client.create("polish")
        watcher = await start(solving.ws_url, "--watch", game.id)
        while game.watching < 2:
            await anext(game.updates())
        await game.hint()
        await game.resign()
        out, err = await watcher.communicate()
    assert (watcher.returncode, err.decode()) == (0, "")
    assert "resigned" in out.decode()


@pytest.mark.parametrize("rules", ["polish", "russian"])
async def test_the_first_move_offered_again_and_again(gateway: GatewayProcess, rules: str) -> None:
    ran = await run(gateway.ws_url, "--rules", rules)
    assert (ran.code, ran.err) == (0, "")
    assert re.search("resigned|solved", ran.out.strip().split("\n\n")[-1])


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (line((*TOLD.moves[:3], "66@06")), "refused, illegal: "),
        (line(("what@ever",)), "refused, invalid: "),
        (("--rules", "mars"), "refused, unknown_rules: "),
        (("--deal", "00 11"), "refused, bad_deal: "),
        (("--watch", "no-such-game"), "refused, no_such_game: "),
    ],
)
async def test_a_refusal_ends_it_with_1(
    gateway: GatewayProcess, arguments: tuple[str, ...], why: str
) -> None:
    ran = await run(gateway.ws_url, *arguments)
    assert ran.code == 1
    assert ran.err.startswith(why)


async def test_the_rate_limit_is_waited_for(serve: Serve) -> None:
    (gateway,) = serve(1, "--commands-per-s", "100", "--commands-burst", "3")
    ran = await run(gateway.ws_url, *line(TOLD.moves + TOLD.finish))
    assert (ran.code, ran.err) == (0, "")


async def test_it_watches_live_from_another_gateway(serve: Serve) -> None:
    here, there = serve(2, *NO_LIMITS)
    async with pasjans.connect(here.ws_url) as client:
        game = await client.create(TOLD.rules, deal=TOLD.deal)
        watching = await start(there.ws_url, "--watch", game.id)
        assert watching.stdout is not None
        dealt = await watching.stdout.readuntil(b"windows: 1\n\n")
        for move in TOLD.moves + TOLD.finish:
            await game.play(move)
    out, err = await watching.communicate()
    assert (watching.returncode, err) == (0, b"")
    boards = (dealt + out).decode().strip().split("\n\n")
    assert len(boards) == 1 + len(TOLD.moves + TOLD.finish)
    assert rows(TOLD.position) in boards[len(TOLD.moves)]
    assert "solved" in boards[-1]


async def test_a_lost_delta_is_noticed(serve: Serve) -> None:
    (gateway,) = serve(1, "--heartbeat-s", "0.2")
    async with Proxy.before(gateway.ws_url) as proxy:
        proxy.next_fates.append(Fate(lost_deltas=frozenset({0})))
        ran = await run(proxy.ws_url, *line(TOLD.moves))
    assert ran.code == 1
    assert "the board of version 1 is not the server's" in ran.err


async def test_nobody_there_ends_it_with_1() -> None:
    async with Proxy.before("ws://127.0.0.1:9/ws") as proxy:
        ran = await run(proxy.ws_url)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err
