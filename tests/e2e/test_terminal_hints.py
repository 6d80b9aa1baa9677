"""Hints, costs and assisted boards in the terminal: real server, real solver, real screen."""

import json
from collections.abc import Mapping

import pytest

from support.commands import LINE, RUSSIAN, at, run, shown_game
from support.gateways import GatewayProcess
from support.terminal import Terminal

pytestmark = pytest.mark.slow


async def test_hints_and_what_moves_cost(solving: GatewayProcess, home: Mapping[str, str]) -> None:
    play = at(solving.ws_url, "play", *RUSSIAN)
    async with Terminal.running(play, size=(80, 24), environment=home) as terminal:
        game = shown_game(await terminal.shows("moves 0"))
        terminal.press("h")
        await terminal.shows("A hint puts this game on the assisted boards, for good")
        terminal.press("h")
        text = await terminal.shows("Best: 30@32, 32 moves from the end.")
        assert "▶ 3│0 !" in text
        assert "playing, assisted" in text
        terminal.press("enter")
        await terminal.shows("30 went from 00 to 32.")
        terminal.press("q")
        assert await terminal.ends() == 0
    server = ("--server", solving.ws_url)
    early = await run(home, "replay", game, "--costs", *server)
    assert (early.code, early.err) == (1, "What moves cost is told once the game is over.\n")
    played = await run(home, "play", game, *server, typed="\n".join(["hint", *LINE[1:]]))
    assert played.code == 0
    assert "Best: 60@00, 31 moves from the end." in played.out
    assert "solved, assisted: 38 moves" in played.out
    listed = await run(home, "replay", game, "--costs", *server)
    first, *costly, last = listed.out.splitlines()
    assert first == f"game {game}, Russian rules: solved after 38 moves, 6 over par 32"
    assert [line.partition(": ")[2] for line in costly] == [
        "50@10 cost +2, then best from here 27",
        "41@40 cost +1, then best from here 24",
        "44@24 cost +1, then best from here 24",
        "40@50 cost +2, then best from here 21",
    ]
    assert last == "4 costly moves known"
    told = json.loads((await run(home, "replay", game, "--costs", "--json", *server)).out)
    assert sum(each["cost"] or 0 for each in told["versions"]) == told["over_par"] == 6
    await looks_again(solving, home, game)
    assisted = await run(home, "top", "all:russian:assisted", *server)
    assert assisted.out.startswith("Russian rules, all deals, all time, assisted: ")
    assert f" {game}" in assisted.out
    assert game not in (await run(home, "top", "all:russian", *server)).out


async def looks_again(solving: GatewayProcess, home: Mapping[str, str], game: str) -> None:
    """Look at the game again on the screen, from one costly move to the next."""
    replay = at(solving.ws_url, "replay", game)
    async with Terminal.running(replay, size=(100, 40), environment=home) as terminal:
        await terminal.shows("best from here")
        terminal.press(" ", "home")
        await terminal.shows("best from here 32  at par")
        terminal.press("c")
        await terminal.shows("50 went from 06 to 10. Costly move 1 of 4: 2 moves more")
        await terminal.shows("best from here 27  over par +2")
        terminal.press("c", "c", "c")
        text = await terminal.shows("Costly move 4 of 4")
        assert "moves 17 (+2)" in text
        terminal.press("c")
        await terminal.shows("No costly move comes after this.")
        terminal.press("q")
        assert await terminal.ends() == 0
