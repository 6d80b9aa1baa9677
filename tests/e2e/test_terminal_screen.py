"""Playing on the screen: real server, real processes, a real pseudo-terminal."""

import asyncio
from collections.abc import Mapping

import pytest

import pasjans
from support.commands import (
    LINE,
    RUSSIAN,
    TOLD,
    at,
    keep_token,
    shown_game,
)
from support.gateways import NO_LIMITS, GatewayProcess, Serve
from support.proxy import Proxy
from support.terminal import Terminal

pytestmark = pytest.mark.slow


async def test_moves_are_played_with_keys(gateway: GatewayProcess, home: Mapping[str, str]) -> None:
    play = at(gateway.ws_url, "play", *RUSSIAN)
    async with Terminal.running(play, environment=home) as terminal:
        text = await terminal.shows("32 takes 21 30")
        game = shown_game(text)
        assert "Russian rules" in text
        assert "┃" in text
        assert "6           5           4           3           2           1           0" in text
        terminal.press("enter")
        await terminal.shows("30 went from 00 to 32.")
        terminal.press("enter")
        await terminal.shows("60 went from 31 to 00.")
        terminal.press("u")
        await terminal.shows("Taken back: 60 is in 31 again.")
        terminal.press("r")
        text = await terminal.shows("60 went from 31 to 00.")
        assert "moves 2  windows 1" in text
        assert "undos 1  redos 0" in text
        terminal.press(":", "66@06", "enter")
        await terminal.shows("Cell 06 holds 50: a tile goes into a window, which is 31.")
        terminal.press(":", "reseg", "escape", "?")
        await terminal.shows("Tab takes the next one")
        terminal.press("x")
        await terminal.shows("moves 2  windows 1")
        terminal.press("R")
        await terminal.shows("Give this game up, for good?")
        terminal.press("n", "q")
        await terminal.shows(f"Game {game} is kept. To go on: pasjans play {game} --server")
        assert await terminal.ends() == 0
    async with Terminal.running(at(gateway.ws_url, "play", game), environment=home) as terminal:
        await terminal.shows("moves 2  windows 1")
        terminal.press("R", "y")
        await terminal.shows("Given up.")
        terminal.press("n")
        await terminal.shows(lambda text: "moves 0" in text and game not in text)
        terminal.press("q")
        assert await terminal.ends() == 0


async def test_the_narrated_game_on_a_small_screen(
    gateway: GatewayProcess, home: Mapping[str, str]
) -> None:
    play = at(gateway.ws_url, "play", *RUSSIAN)
    async with Terminal.running(play, size=(80, 24), environment=home) as terminal:
        await terminal.shows("moves 0")
        for number, move in enumerate(LINE, start=1):
            if move == "open":
                terminal.press("o")
            else:
                terminal.press(":", move, "enter")
            await terminal.shows(f"moves {number} ")
        text = await terminal.shows("Solved in 38 moves with 3 windows!")
        assert "solved" in text
        assert "set aside 00 11 22" in text
        terminal.press("q")
        await terminal.shows("is solved. To see it again: pasjans replay ")
        assert await terminal.ends() == 0


async def test_the_mouse_plays_and_chooses_windows(
    gateway: GatewayProcess, home: Mapping[str, str]
) -> None:
    async with pasjans.connect(gateway.ws_url) as client:
        game = await client.create(TOLD.rules, deal=TOLD.deal)
        for move in LINE[:30]:
            await game.play(move)
        keep_token(home, gateway.ws_url, client.token)
    play = at(gateway.ws_url, "play", game.id)
    async with Terminal.running(play, size=(80, 24), environment=home) as terminal:
        await terminal.shows("3│1")
        terminal.click("3│1")
        await terminal.shows("It fits several windows")
        terminal.click("3│1")
        await terminal.shows(lambda text: "▶ 3│1 ◀" in text and "several" in text)
        terminal.press("escape")
        await terminal.shows(lambda text: "several" not in text)
        terminal.click("3│1")
        await terminal.shows("It fits several windows")
        terminal.press("enter")
        await terminal.shows("31 went from")


async def test_a_lost_connection_is_shown_and_heals(
    gateway: GatewayProcess, home: Mapping[str, str]
) -> None:
    async with Proxy.before(gateway.ws_url) as proxy:
        play = at(proxy.ws_url, "play", *RUSSIAN)
        async with Terminal.running(play, environment=home) as terminal:
            await terminal.shows("moves 0")
            proxy.refuses = True
            proxy.cut()
            await terminal.shows("connection lost, coming back...")
            terminal.press("u")
            await terminal.shows("No move has been played, so none can be undone.")
            terminal.press("enter")
            await terminal.shows("There is no connection: 30@32 is sent when it is back.")
            proxy.refuses = False
            text = await terminal.shows("30 went from 00 to 32.")
            assert "connection lost" not in text
            terminal.press("c-c")
            assert await terminal.ends() == 130


async def test_the_screen_follows_the_terminals_size_and_leaves_it_as_it_was(
    gateway: GatewayProcess, home: Mapping[str, str]
) -> None:
    play = at(gateway.ws_url, "play", *RUSSIAN)
    async with Terminal.running(play, size=(100, 40), environment=home) as terminal:
        await terminal.shows("●")
        terminal.resize(80, 24)
        await terminal.shows(lambda text: "▶ 3│0 ◀" in text and "●" not in text)
        terminal.resize(30, 16)
        await terminal.shows("▶30◀")
        terminal.process.terminate()
        assert await terminal.ends() == 143
        assert "is kept. To" in terminal.text
        modes = terminal.screen.mode
        assert 1049 << 5 not in modes
        assert 1000 << 5 not in modes


async def test_no_color_and_no_utf8(gateway: GatewayProcess, home: Mapping[str, str]) -> None:
    play = at(gateway.ws_url, "play", *RUSSIAN)
    plain = {**home, "LC_ALL": "C", "NO_COLOR": "1"}
    async with Terminal.running(play, size=(80, 24), environment=plain) as terminal:
        text = await terminal.shows("[ 3|0 ]")
        assert text.isascii()
        cells = [cell for row in terminal.screen.buffer.values() for cell in row.values()]
        assert {(cell.fg, cell.bg) for cell in cells} == {("default", "default")}


async def test_another_hand_of_the_same_player_is_seen(
    gateway: GatewayProcess, home: Mapping[str, str]
) -> None:
    async with pasjans.connect(gateway.ws_url) as client:
        game = await client.create(TOLD.rules, deal=TOLD.deal)
        keep_token(home, gateway.ws_url, client.token)
        play = at(gateway.ws_url, "play", game.id)
        async with Terminal.running(play, environment=home) as terminal:
            await terminal.shows("32 takes 21 30")
            await game.play(LINE[0])
            await terminal.shows("30 went from 00 to 32.")


async def test_a_gateway_that_is_killed_is_no_end(serve: Serve, home: Mapping[str, str]) -> None:
    first, second = serve(2, *NO_LIMITS)
    async with Proxy.before(first.ws_url) as proxy:
        play = at(proxy.ws_url, "play", *RUSSIAN)
        async with Terminal.running(play, environment=home) as terminal:
            await terminal.shows("moves 0")
            terminal.press("enter")
            await terminal.shows("30 went from 00 to 32.")
            await asyncio.to_thread(first.kill)
            await terminal.shows("connection lost")
            host, _, port = second.ws_url.removeprefix("ws://").removesuffix("/ws").partition(":")
            proxy._target = (host, int(port))
            terminal.press("enter")
            await terminal.shows("60 went from 31 to 00.")
