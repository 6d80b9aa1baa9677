"""Watching and replaying in the terminal: real server, real processes, a real screen."""

import asyncio
import json
import os
from collections.abc import Mapping
from pathlib import Path

import httpx
import pytest

import pasjans
from support.commands import (
    LINE,
    PASJANS,
    TOLD,
    at,
    first_lines,
    run,
    solved_game,
)
from support.gateways import GatewayProcess
from support.proxy import Proxy
from support.terminal import Terminal

pytestmark = pytest.mark.slow


async def test_watch_scrolls_back_and_stays_there(
    gateway: GatewayProcess, home: Mapping[str, str]
) -> None:
    """P5: a viewer who scrolled back stayed not there when the connection resumed."""
    async with (
        Proxy.before(gateway.ws_url) as proxy,
        pasjans.connect(gateway.ws_url) as client,
    ):
        game = await client.create(TOLD.rules, deal=TOLD.deal)
        watch = at(proxy.ws_url, "watch", game.id)
        async with Terminal.running(watch, environment=home) as terminal:
            await terminal.shows("event 0")
            for move in LINE[:4]:
                await game.play(move)
            await terminal.shows("65 went from 12 to 05.")
            terminal.press("left", "left")
            text = await terminal.shows("event 2 of 4")
            assert "replay, stopped" in text
            assert "60 takes" not in text
            await game.play(LINE[4])
            await terminal.shows("event 2 of 5")
            proxy.refuses = True
            proxy.cut()
            await terminal.shows("connection lost")
            proxy.refuses = False
            await terminal.shows(lambda text: "connection lost" not in text)
            await game.play(LINE[5])
            await terminal.shows("event 2 of 6")
            terminal.press("right")
            await terminal.shows("44 went from 05 to 31.")
            await terminal.shows("event 3 of 6")
            terminal.press("home")
            await terminal.shows("event 0 of 6")
            terminal.press("f")
            text = await terminal.shows("moves 6")
            assert "· live" in text
            await game.resign()
            await terminal.shows("Given up.")
            terminal.press("q")
            assert await terminal.ends() == 0


async def test_watch_in_json_lines(gateway: GatewayProcess, home: Mapping[str, str]) -> None:
    async with pasjans.connect(gateway.ws_url) as client:
        game = await client.create(TOLD.rules, deal=TOLD.deal)
        process = await asyncio.create_subprocess_exec(
            *at(gateway.ws_url, "watch", game.id, "--json"),
            stdout=asyncio.subprocess.PIPE,
            env=os.environ | home,
        )
        assert process.stdout is not None
        assert json.loads(await process.stdout.readline())["check"] == game.check
        for move in LINE:
            await game.play(move)
            told = json.loads(await process.stdout.readline())
            assert (told["version"], told["check"]) == (game.version, game.check)
            assert told["position"] == game.position
        assert told["status"] == "solved"
        assert await process.stdout.read() == b""
        assert await process.wait() == 0


async def test_replays_of_server_and_file_tell_the_same(
    gateway: GatewayProcess, home: Mapping[str, str], tmp_path: Path
) -> None:
    game, checks = await solved_game(gateway)
    file = tmp_path / "game.pasjans"
    exported = await asyncio.to_thread(httpx.get, f"{gateway.http_url}/api/v1/games/{game}/export")
    file.write_bytes(exported.content)
    served = await run(home, "replay", game, "--json", "--server", gateway.ws_url)
    read = await run(home, "replay", str(file), "--json", "--server", "ws://127.0.0.1:9/ws")
    assert (served.code, read.code) == (0, 0)
    told = [json.loads(line) for line in served.out.splitlines()]
    assert [each["check"] for each in told] == checks
    assert [json.loads(line) for line in read.out.splitlines()] == told
    later = await run(home, "replay", str(file), "--from", "37")
    first = f"game {game}, Russian rules\nevent 37: 10 went from 33 to 50.\n"
    assert later.out.startswith(first)
    later = await run(home, "replay", game, "--from", "37", "--server", gateway.http_url)
    assert later.out.startswith(first)
    assert later.out.count("row 0: ") == 2
    assert "Solved in 38 moves with 3 windows!" in later.out


async def test_a_replay_that_cannot_be_is_a_1(
    gateway: GatewayProcess, home: Mapping[str, str], tmp_path: Path
) -> None:
    game, _ = await solved_game(gateway)
    file = tmp_path / "game.pasjans"
    exported = await asyncio.to_thread(httpx.get, f"{gateway.http_url}/api/v1/games/{game}/export")
    file.write_bytes(exported.content.replace(b"30@32", b"21@32"))
    changed = await run(home, "replay", str(file))
    assert (changed.code, changed.out) == (1, "")
    assert "is not verified, and so not shown" in changed.err
    beyond = await run(home, "replay", game, "--from", "39", "--server", gateway.ws_url)
    assert (beyond.code, beyond.err) == (1, "There is no event 39: the last is 38.\n")
    file.write_bytes(exported.content)
    beyond = await run(home, "replay", str(file), "--from", "39")
    assert (beyond.code, beyond.err) == (1, "There is no event 39: the last is 38.\n")
    nobody = await run(home, "replay", "no-such-game", "--server", gateway.ws_url)
    assert (nobody.code, nobody.out) == (1, "")
    wrong = await run(home, "replay", game, "--speed", "0")
    assert wrong.code == 2


async def test_a_replay_on_the_screen(gateway: GatewayProcess, home: Mapping[str, str]) -> None:
    game, _ = await solved_game(gateway)
    replay = at(gateway.ws_url, "replay", game)
    async with Terminal.running(replay, size=(80, 24), environment=home) as terminal:
        await terminal.shows("Solved in 38 moves with 3 windows!")
        await terminal.shows("replay, stopped")
        terminal.press("home", "right")
        await terminal.shows("event 1 of 38")
        await terminal.shows("30 went from 00 to 32.")
        terminal.press(*"-" * 20)
        await terminal.shows("replay x0.25, stopped")
        terminal.press(*"+" * 20)
        await terminal.shows("replay x64, stopped")
        terminal.press(" ")
        await terminal.shows("event 38 of 38")
        terminal.press("?")
        await terminal.shows("follow the live game again")
        terminal.press("?", "q")
        assert await terminal.ends() == 0


async def test_a_file_on_the_screen(
    gateway: GatewayProcess, home: Mapping[str, str], tmp_path: Path
) -> None:
    game, _ = await solved_game(gateway)
    file = tmp_path / "game.pasjans"
    exported = await asyncio.to_thread(httpx.get, f"{gateway.http_url}/api/v1/games/{game}/export")
    file.write_bytes(exported.content)
    replay = (PASJANS, "replay", str(file), "--from", "22", "--speed", "1000")
    async with Terminal.running(replay, size=(100, 40), environment=home) as terminal:
        await terminal.shows("event 38 of 38")
        terminal.press("home", *["right"] * 23)
        await terminal.shows("11 is set aside: 42 is a window now.")
        terminal.press("left")
        await terminal.shows("event 22 of 38")
        terminal.press("end")
        await terminal.shows("Solved in 38 moves with 3 windows!")
        terminal.press("q")
        assert await terminal.ends() == 0


async def test_who_looks_on_ends_when_nobody_reads(
    gateway: GatewayProcess, home: Mapping[str, str]
) -> None:
    async with pasjans.connect(gateway.ws_url) as client:
        game = await client.create(TOLD.rules, deal=TOLD.deal)
        (line,) = await first_lines(home, "watch", game.id, "--json", "--server", gateway.ws_url)
        assert json.loads(line)["check"] == game.check
