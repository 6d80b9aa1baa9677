"""Playing in lines: real server, real processes."""

import asyncio
import os
from collections.abc import Mapping
from pathlib import Path

import pytest

import pasjans
from support.commands import (
    LINE,
    RUSSIAN,
    TOLD,
    at,
    keep_token,
    run,
    shown_game,
)
from support.gateways import GatewayProcess
from support.proxy import Proxy

pytestmark = pytest.mark.slow


async def test_the_narrated_game_in_lines(gateway: GatewayProcess, home: Mapping[str, str]) -> None:
    typed = "\n".join(LINE) + "\n"
    ran = await run(home, "play", *RUSSIAN, "--server", gateway.ws_url, typed=typed)
    assert (ran.code, ran.err) == (0, "")
    assert "\x1b" not in ran.out
    rows = "\n".join(f"row {n}: {row}" for n, row in enumerate(TOLD.position.split("/")))
    assert rows in ran.out
    assert "Closed: nothing you can do changes anything any more." in ran.out
    assert "Solved in 38 moves with 3 windows!" in ran.out
    last = ran.out.splitlines()[-1]
    assert last == "solved: 38 moves, 3 windows opened, 0 undos, 0 redos; set aside 00 11 22"


async def test_refusals_in_lines_are_sentences_and_a_1(
    gateway: GatewayProcess, home: Mapping[str, str]
) -> None:
    typed = "66@06\nnonsense\n\nundo\nhelp\nlegal\nposition\nquit\nresign\n"
    ran = await run(home, "play", *RUSSIAN, "--server", gateway.ws_url, typed=typed)
    assert (ran.code, ran.err) == (1, "")
    refused = [line for line in ran.out.splitlines() if line.startswith("refused")]
    assert refused == [
        "refused, illegal: Cell 06 holds 50: a tile goes into a window, which is 32.",
        "refused, invalid: 'nonsense' is not a move: expected tile@cell, as 54@14, or open.",
        "refused, illegal: No move has been played, so none can be undone.",
    ]
    assert "commands, one a line:" in ran.out
    assert ran.out.count("may be played: 21@32 30@32") == 3
    assert "Given up." not in ran.out


async def test_a_game_goes_on_and_stays_ones_own(
    gateway: GatewayProcess, home: Mapping[str, str], tmp_path: Path
) -> None:
    server = ("--server", gateway.ws_url)
    name = f"Anna {os.getpid()}"
    first = await run(home, "play", *RUSSIAN, *server, "--name", name, typed=f"{LINE[0]}\n")
    assert first.code == 0
    game = shown_game(first.out)
    again = await run(home, "play", game, *server, typed=f"{LINE[1]}\n")
    assert again.code == 0
    assert "60 went from 31 to 00." in again.out
    assert "playing: 2 moves" in again.out
    stranger = {"XDG_DATA_HOME": str(tmp_path / "stranger")}
    refused = await run(stranger, "play", game, *server)
    assert refused.code == 1
    assert f"Game {game} is another player's. To look on: pasjans watch {game}" in refused.err
    taken = await run(stranger, "play", *server, "--name", name)
    assert taken.code == 1
    assert taken.out == ""
    assert taken.err


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("play", "--deal", "00 11"), 1, "seven rows"),
        (("play", "no-such-game"), 1, "no-such-game"),
        (("play", "--rules", "chess"), 2, "invalid choice: 'chess'"),
        (("play", "--daily", "--deal", "00"), 2, "not allowed with argument"),
    ],
)
async def test_exit_codes(
    gateway: GatewayProcess,
    home: Mapping[str, str],
    arguments: tuple[str, ...],
    code: int,
    said: str,
) -> None:
    ran = await run(home, *arguments, "--server", gateway.ws_url)
    assert (ran.code, ran.out) == (code, "")
    assert said in ran.err
    assert "Traceback" not in ran.err


async def test_nobody_there_is_a_1(home: Mapping[str, str]) -> None:
    async with Proxy.before("ws://127.0.0.1:9/ws") as proxy:
        ran = await run(home, "play", "--server", proxy.ws_url)
    assert (ran.code, ran.out) == (1, "")
    *_, last = ran.err.splitlines()
    assert last == f"Nobody answers at {proxy.ws_url}: is the server running? (scripts/serve)"


async def test_a_connection_that_is_lost_and_comes_back_is_said_in_lines(
    gateway: GatewayProcess, home: Mapping[str, str]
) -> None:
    async with Proxy.before(gateway.ws_url) as proxy:
        process = await asyncio.create_subprocess_exec(
            *at(proxy.ws_url, "play", *RUSSIAN),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=os.environ | home,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        await process.stdout.readuntil(b"may be played: ")
        proxy.refuses = True
        proxy.cut()
        await process.stderr.readuntil(b"connection lost, coming back ...\n")
        proxy.refuses = False
        await process.stderr.readuntil(b"connected again\n")
        out, err = await process.communicate(f"{LINE[0]}\n".encode())
        assert (process.returncode, err) == (0, b"")
        assert b"30 went from 00 to 32." in out


async def test_lines_end_when_the_game_is_over_elsewhere(
    gateway: GatewayProcess, home: Mapping[str, str]
) -> None:
    async with pasjans.connect(gateway.ws_url) as client:
        game = await client.create(TOLD.rules, deal=TOLD.deal)
        keep_token(home, gateway.ws_url, client.token)
        process = await asyncio.create_subprocess_exec(
            *at(gateway.ws_url, "play", game.id),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=os.environ | home,
        )
        assert process.stdout is not None
        await process.stdout.readuntil(b"may be played: ")
        await game.play(LINE[0])
        await process.stdout.readuntil(b"30 went from 00 to 32.")
        await game.resign()
        await process.stdout.readuntil(b"Given up.")
        assert await process.wait() == 0
